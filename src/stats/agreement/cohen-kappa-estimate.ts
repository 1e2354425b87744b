import { confusionTotal, goldCount, verdictCount, type Confusion } from '../classification/confusion.ts';
import { normalCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { cohenKappa, type KappaOptions } from './cohen-kappa.ts';

export type KappaEstimateOptions = EstimateOptions &
  KappaOptions & {
    /** `analytic` is the published interval; `adjusted`, the default, is the same on a table with pseudo-items. */
    readonly interval?: 'adjusted' | 'analytic';
  };

/**
 * Cohen's κ of two raters on independent items, with the large-sample interval of Fleiss, Cohen and Everitt, plain or weighted.
 *
 *     SE² = [ Σ p(i,j) (a(i,j) − (a(i·) + a(·j)) (1 − κ))² − (κ − A (1 − κ))² ] / (n (1 − A)²),   κ ± z · SE
 *
 * a: agreement of two classes, 1 less their distance over the greatest; a(i·), a(·j): its means under the other rater's margin;
 * A = Σ a(i,j) p(i·) p(·j).
 *
 * `adjusted` takes κ and SE from the table with z² pseudo-items more, which keep the first rater's margin: half of them agree,
 * half do not and are spread evenly over the other classes seen; stretched to hold κ as seen. (As the bootstrap of
 * docs/methods/bootstrap.md.) The default, because the published one has no width at perfect agreement and covers .91 with a
 * rare class (200 items), `adjusted` .95 to .98. `analytic` at no variance becomes `adjusted`. In clusters: `fleissKappa` with
 * `clusters`, or the bootstrap.
 *
 * Undefined: `no observation`; `both raters name one class alone`. One item, of two classes: κ = 0 with an interval.
 * O(classes²).
 *
 * Reference: statsmodels `cohens_kappa`. Source: Fleiss, Cohen and Everitt 1969, Psychol. Bull. 72.
 */
export function cohenKappaEstimate(
  table: Confusion,
  { level = defaultLevel, missing = 0, interval = 'adjusted', ...options }: KappaEstimateOptions = {},
): Estimate {
  const n = confusionTotal(table);
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const value = cohenKappa(table, options);
  if (value === undefined) return { status: 'undefined', reason: 'both raters name one class alone', n, missing };
  const z = normalCritical(level);
  const plain = standardError(table, value, options);
  const analytic = interval === 'analytic' && plain > 1e-9;
  const padded = analytic ? table : withPseudoItems(table, z * z);
  const centre = analytic ? value : (cohenKappa(padded, options) as number);
  const half = z * (analytic ? plain : standardError(padded, centre, options));
  return {
    status: 'ok',
    value,
    ...within({ low: centre - half, high: centre + half }, value, [-1, 1]),
    level,
    method: analytic ? 'fleiss-cohen-everitt' : 'fleiss-cohen-everitt-adjusted',
    n,
    missing,
  };
}

function withPseudoItems(table: Confusion, mass: number): Confusion {
  const { classes, counts } = table;
  const total = confusionTotal(table);
  const seen = Array.from({ length: classes }, (_, of) => goldCount(table, of) + verdictCount(table, of) > 0);
  const others = seen.filter(Boolean).length - 1;
  const padded = Float64Array.from(counts);
  for (let i = 0; i < classes; i += 1) {
    const half = (mass * goldCount(table, i)) / total / 2;
    for (let j = 0; j < classes; j += 1) {
      if (!seen[j]) continue;
      const cell = i * classes + j;
      padded[cell] = (padded[cell] as number) + (i === j ? half : half / others);
    }
  }
  return { classes, counts: padded };
}

function standardError(table: Confusion, kappa: number, { weights = 'none', places }: KappaOptions): number {
  const { classes, counts } = table;
  const total = confusionTotal(table);
  const rows = Array.from({ length: classes }, (_, of) => goldCount(table, of) / total);
  const columns = Array.from({ length: classes }, (_, of) => verdictCount(table, of) / total);
  const place = (of: number): number => places?.[of] ?? of;
  const widest = Math.max(...rows.map((_, i) => place(i))) - Math.min(...rows.map((_, i) => place(i)));
  const agreement = (i: number, j: number): number => {
    if (weights === 'none') return i === j ? 1 : 0;
    const distance = Math.abs(place(i) - place(j)) / widest;
    return 1 - (weights === 'linear' ? distance : distance * distance);
  };
  const byRow = rows.map((_, i) => columns.reduce((sum, share, j) => sum + share * agreement(i, j), 0));
  const byColumn = columns.map((_, j) => rows.reduce((sum, share, i) => sum + share * agreement(i, j), 0));
  const chance = byRow.reduce((sum, mean, i) => sum + mean * (rows[i] as number), 0);
  let squares = 0;
  for (let i = 0; i < classes; i += 1) {
    for (let j = 0; j < classes; j += 1) {
      const share = (counts[i * classes + j] as number) / total;
      squares += share * (agreement(i, j) - ((byRow[i] as number) + (byColumn[j] as number)) * (1 - kappa)) ** 2;
    }
  }
  const variance = squares - (kappa - chance * (1 - kappa)) ** 2;
  return Math.sqrt(Math.max(0, variance) / total) / (1 - chance);
}
