import { AssizeError } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { decimalNumber } from '../core/number-rules.ts';
import type { Metric } from './headline.ts';

/** A bound on a figure that a user set: `--min kappa@de=0.4`. */
export type Threshold = {
  readonly side: 'min' | 'max';
  readonly metric: string;
  readonly group: string | null;
  readonly bound: number;
};

/** Parses `METRIC[@GROUP]=VALUE`. Throws `usage` on another form. */
export function parseThreshold(side: Threshold['side'], text: string): Threshold {
  const match = /^([a-z0-9-]+)(?:@([^=]+))?=(.+)$/u.exec(text.trim());
  const bound = decimalNumber(match?.[3] ?? '');
  if (match?.[1] === undefined || bound === undefined)
    throw new AssizeError(
      'usage',
      `--${side}: expected METRIC=VALUE or METRIC@LANGUAGE=VALUE, got "${text}". Write e.g. --${side} kappa=0.4.`,
    );
  return { side, metric: match[1], group: match[2] ?? null, bound };
}

/** What thresholds may be set on: the names of figures, and the languages that have figures of their own. */
export type ThresholdNames = { readonly metrics: readonly string[]; readonly languages: readonly string[] };

/**
 * Finds thresholds on what a run will have no figure of, before anything is paid for.
 *
 * @throws AssizeError `usage`, naming the nearest.
 */
export function checkThresholds(thresholds: readonly Threshold[], { metrics, languages }: ThresholdNames): void {
  for (const { side, metric, group } of thresholds) {
    if (!metrics.includes(metric)) {
      const near = nearest(metric, metrics);
      throw new AssizeError(
        'usage',
        `--${side}: expected one of ${metrics.join(', ')}, got "${metric}". ${near === undefined ? 'Use one of these.' : `Did you mean ${near}?`}`,
      );
    }
    if (group !== null && !languages.includes(group))
      throw new AssizeError(
        'usage',
        `--${side}: expected ${languages.length === 0 ? 'no language, because the items name none' : `one of the languages ${languages.join(', ')}`}, got "${group}". Correct it.`,
      );
  }
}

/** The thresholds that figures miss, a line each. The value decides, not its interval; a figure that is undefined or absent is missed. */
export function missedThresholds(
  thresholds: readonly Threshold[],
  judges: readonly { readonly judge: string; readonly metrics: readonly Metric[] }[],
): string[] {
  return thresholds.flatMap((threshold) =>
    judges.flatMap(({ judge, metrics }) => {
      const metric = metrics.find(({ name, group }) => name === threshold.metric && group === threshold.group);
      const figure = `${judge}: ${threshold.metric}${threshold.group === null ? '' : `@${threshold.group}`}`;
      const wanted = `${threshold.side === 'min' ? 'at least' : 'at most'} ${threshold.bound}`;
      if (metric === undefined) return [`${figure}: expected ${wanted}, got no such figure.`];
      if (metric.status === 'undefined') return [`${figure}: expected ${wanted}, got an undefined figure (${metric.reason}).`];
      const missed = threshold.side === 'min' ? metric.value < threshold.bound : metric.value > threshold.bound;
      return missed ? [`${figure}: expected ${wanted}, got ${metric.value.toPrecision(4)}.`] : [];
    }),
  );
}
