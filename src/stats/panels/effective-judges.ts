import { clusterMoments, tallyClusters } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type Interval } from '../interval.ts';
import { errorCorrelation } from './error-correlation.ts';
import type { PanelOptions } from './panel-gain.ts';
import type { Panel } from './panel.ts';

export type EffectiveJudges = {
  /** Mean correlation of two members' errors, −1…1. */
  readonly correlation: Estimate;
  /** How many independent judges the panel is worth, above 0; k for independent errors, 1 for the same ones. */
  readonly effective: Estimate;
  /** Pairs of members behind the mean, and those left out because one of the two was always right or always wrong. */
  readonly pairs: number;
  readonly pairsLeftOut: number;
};

/**
 * How many independent judges a panel of k is worth: Kish's design effect of its errors.
 *
 *     k_eff = k / (1 + (k − 1) ρ̄)     ρ̄: mean Pearson (φ) correlation of two members' errors
 *
 * ρ̄ is over the pairs of members whose correlation can be told, each on the items that both judged and that have gold. Errors
 * that correlate negatively make a panel worth more than k; nothing is cut.
 *
 * Interval: ρ̄ linearised (each pair's residuals, summed in clusters) on ζ = ½ log((1 + (k − 1) ρ̄)/(1 − ρ̄)) with t(G − 1),
 * and stretched to hold ρ̄; k_eff's ends are those of ρ̄ carried through. For the interval one pseudo-item is added: half of it
 * all get wrong, half one member alone, each as often (`errorCorrelation`). Without it few errors look surer than they are: ρ̄
 * of three members with 5% errors on 200 items is covered in .75 to .87, with it in .95 and more.
 *
 * - Undefined: `fewer than two members`; `no item with gold and two verdicts`; `no pair of members who both err and do not
 *   always`.
 * - k_eff alone undefined: `errors cancel out` at 1 + (k − 1) ρ̄ ≤ 0; `fewer than four clusters`. ρ̄'s interval is then all it
 *   can be (`whole-range`).
 *
 * Assumes independent clusters. O(items · k²).
 *
 * Reference: numpy `corrcoef`. Source: Kish 1965, Survey Sampling, §5.4; Fisher 1925, Statistical Methods for Research Workers,
 * §39 (ζ).
 */
export function effectiveJudges(panel: Panel, options: PanelOptions = {}): EffectiveJudges {
  const { level = defaultLevel, clusters } = options;
  const k = panel.raters;
  const seen = errorCorrelation(panel, clusters, 0);
  const { value, n } = seen;
  const missing = seen.items - n + (options.missing ?? 0);
  const counted = { pairs: seen.pairs, pairsLeftOut: (k * (k - 1)) / 2 - seen.pairs };
  const neither = (reason: string): EffectiveJudges => {
    const estimate = { status: 'undefined', reason, n, missing } as const;
    return { correlation: estimate, effective: estimate, ...counted };
  };
  if (k < 2) return neither('fewer than two members');
  if (n === 0) return neither('no item with gold and two verdicts');
  if (value === undefined) return neither('no pair of members who both err and do not always');
  const { groups } = clusterMoments(tallyClusters(seen.residuals, seen.ids));
  const clustered = clusters !== undefined && groups < n;
  const shared = { status: 'ok', level, n, missing, ...(clustered && { groups }) } as const;
  const effectiveUndefined = (reason: string): EffectiveJudges => ({
    correlation: { ...shared, value, low: -1, high: 1, method: 'whole-range' },
    effective: { status: 'undefined', reason, n, missing },
    ...counted,
  });
  if (groups < 4) return effectiveUndefined('fewer than four clusters');
  if (1 + (k - 1) * value < 1e-9) return effectiveUndefined('errors cancel out');
  const padded = errorCorrelation(panel, clusters, seen.effect);
  const sums = tallyClusters(padded.residuals, padded.ids).sums;
  const squares = sums.reduce((sum, one) => sum + one * one, padded.pseudoSquares);
  const error = Math.sqrt((groups / (groups - 1)) * squares) / padded.total;
  const reach = onZeta(padded.value as number, studentCritical(level, groups - 1) * error, k);
  const { low, high } = within(reach, value, [-1 / (k - 1) + 1e-6, 1]);
  const method = clustered ? 'adjusted-clustered' : 'adjusted';
  const through = (rho: number): number => k / (1 + (k - 1) * rho);
  return {
    correlation: { ...shared, value, low, high, method },
    effective: { ...shared, value: through(value), low: through(high), high: through(low), method },
    ...counted,
  };
}

/** ζ(ρ) ± half · ζ'(ρ), back on ρ's scale; never as low as −1/(k − 1), where k_eff would be infinite. */
function onZeta(value: number, half: number, k: number): Interval {
  const above = 1 + (k - 1) * value;
  const centre = Math.log(above / (1 - value)) / 2;
  const reach = (half * k) / (2 * (1 - value) * above);
  const back = (zeta: number): number => 1 - k / (Math.exp(2 * zeta) + k - 1);
  return { low: back(centre - reach), high: back(centre + reach) };
}
