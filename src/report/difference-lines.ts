import type { Difference } from '../measure/differences.ts';
import { differenceText } from './figure.ts';

/** Differences in words, overall only: which judge is better by how much, or that this many pairs cannot tell. */
export function differenceLines(differences: readonly ({ readonly a: string; readonly b: string } & Difference)[]): string[] {
  return differences
    .filter(({ group }) => group === null)
    .map(
      (difference) =>
        `${difference.b} against ${difference.a}, ${difference.metric}: ${difference.status === 'undefined' ? `undefined (${difference.reason.replace(/\.$/u, '')}; n ${difference.n})` : toldDifference(difference)}`,
    );
}

function toldDifference(difference: Difference & { readonly status: 'ok' }): string {
  const test =
    difference.p === undefined
      ? ''
      : `, p ${difference.p < 0.001 ? '< .001' : difference.p.toFixed(3)} (${difference.test ?? ''})`;
  const differ = difference.p !== undefined && difference.p <= 0.05 ? ' (the interval holds 0, though the test does not)' : '';
  const undecided = difference.low <= 0 && difference.high >= 0 ? `; undecided at this n${differ}` : '';
  return `${differenceText(difference.metric, difference)}, n ${difference.n}${test}${undecided}`;
}
