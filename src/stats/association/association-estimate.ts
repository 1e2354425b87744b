import { clusterMoments, tallyClusters } from '../clusters.ts';
import { normalCritical, studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { wilsonInterval } from '../proportions/wilson.ts';
import type { CompletePairs } from './complete-pairs.ts';

export type AssociationOptions = EstimateOptions & {
  /** Cluster id of each pair; pairs are independent without it. */
  readonly clusters?: ArrayLike<number>;
};

/** A coefficient as its interval needs it. */
export type Association = {
  readonly value: () => number | undefined;
  /** What each pair adds to the coefficient, with mean 0. */
  readonly residuals: (value: number) => Float64Array;
  /** Published variance of atanh for n independent pairs, scaledVariance/(n − lost); without it the residuals' serves them too. */
  readonly independent?: { readonly scaledVariance: (value: number) => number; readonly lost: number; readonly method: string };
};

/**
 * The interval of a correlation, on Fisher's scale: tanh(atanh r ± c · SE).
 *
 * Independent pairs: the coefficient's published SE, c = z, if it has one. In clusters, and where it has none: the linearised
 *
 *     SE² = G/(G − 1) · Σ R² / n² / (1 − r²)²,   c = t(G − 1)        R: a cluster's sum of residuals
 *
 * - Perfect correlation, ±1: atanh is infinite and no residual is left. If a share q of pairs went the other way with margins
 *   kept, the coefficient would be 1 − 2q; q is Wilson's upper bound for none seen in n/w clusters (w = Σ m²/Σ m). Method
 *   `unseen-share`.
 * - No residual variance at another r (four points in a cross): the published SE, or 1/(G − 3), with the clusters for n.
 * - Fewer than four pairs, or clusters: the variance has no estimate worth the name, and the interval is [−1, 1],
 *   `whole-range`.
 */
export function associationEstimate(
  { x, clusters, missing }: CompletePairs,
  { level = defaultLevel, clusters: asked }: AssociationOptions,
  { value: point, residuals, independent }: Association,
): Estimate {
  const n = x.length;
  if (n < 2) return { status: 'undefined', reason: 'fewer than two pairs', n, missing };
  const value = point();
  if (value === undefined) return { status: 'undefined', reason: 'no variance', n, missing };
  const perfect = Math.abs(value) > 1 - 1e-12;
  const tally = tallyClusters(perfect ? new Float64Array(n) : residuals(value), clusters);
  const { groups, typicalSize } = clusterMoments(tally);
  const clustered = asked !== undefined && groups < n;
  const shared = { status: 'ok', value, level, n, missing, ...(clustered && { groups }) } as const;
  if (groups < 4) return { ...shared, low: -1, high: 1, method: 'whole-range' };
  if (perfect) return { ...shared, ...unseenShare(value, n / typicalSize, level), method: 'unseen-share' };
  const published = (observations: number): number =>
    Math.sqrt((independent?.scaledVariance(value) ?? 1) / Math.max(0.5, observations - (independent?.lost ?? 3)));
  if (!clustered && independent !== undefined) {
    return { ...shared, ...onFisherScale(value, normalCritical(level) * published(n)), method: independent.method };
  }
  const squares = tally.sums.reduce((total, sum) => total + sum * sum, 0);
  const error = Math.sqrt((groups / (groups - 1)) * squares) / n / (1 - value * value);
  const method = clustered ? 'fisher-linearised-clustered' : 'fisher-linearised';
  const half = studentCritical(level, groups - 1) * (error > 1e-9 ? error : published(groups));
  return { ...shared, ...onFisherScale(value, half), method };
}

function onFisherScale(value: number, half: number): Interval {
  const centre = Math.atanh(value);
  return within({ low: Math.tanh(centre - half), high: Math.tanh(centre + half) }, value, [-1, 1]);
}

function unseenShare(value: number, clusters: number, level: number): Interval {
  const away = 2 * wilsonInterval(0, clusters, level).high;
  return value > 0 ? { low: 1 - away, high: 1 } : { low: -1, high: -1 + away };
}
