import { clusterMoments, tallyClusters, type ClusterMoments } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

export type MeanOptions = EstimateOptions & {
  /** Lowest and highest possible value; without it a mean without visible spread has no interval. */
  readonly range?: readonly [number, number];
};

/**
 * The mean of observations that come in clusters, with Student's interval on the clusters.
 *
 *     mean = Σ S / Σ m   (ratio estimator: cluster of m observations with sum S)
 *     SE² = G/(G − 1) · Σ (S − mean · m)² / n²,   mean ± t(G − 1) · SE
 *
 * Singletons: Student's interval, s/√n with n − 1 degrees of freedom. With a `range` the interval is cut to it.
 *
 * No spread between clusters (one cluster, or all alike): SE would be 0 or 0/0, which reads as certainty. With a `range` the interval is
 * then [mean − q (mean − min), mean + q (max − mean)], where q is Wilson's upper bound for the share of other values, none of which was
 * seen in n / w clusters (w = Σ m² / n); method `unseen-share`. Without a range: undefined.
 *
 * Assumes independent clusters, and enough of them (or little skew) for t; few and skewed ones are covered below the level. O(n).
 *
 * @returns in the values' unit; undefined with `no observation` at n = 0.
 *
 * Reference: statsmodels OLS on a constant, `cov_type="cluster"`, `use_t=True` (scripts/reference/statistics.py).
 */
export function clusteredMean(
  values: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { level = defaultLevel, missing = 0, range }: MeanOptions = {},
): Estimate {
  const moments = clusterMoments(tallyClusters(values, clusters));
  const { n, groups, mean, squaredResiduals } = moments;
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const shared = { status: 'ok', value: mean, level, n, missing, ...(groups < n && { groups }) } as const;
  if (groups === 1 || isNothing(squaredResiduals, moments)) {
    if (range === undefined)
      return { status: 'undefined', reason: groups === 1 ? 'one cluster only' : 'no variance between clusters', n, missing };
    return { ...shared, ...unseenShare(moments, range, level), method: 'unseen-share' };
  }
  const error = Math.sqrt(((groups / (groups - 1)) * squaredResiduals) / (n * n));
  const half = studentCritical(level, groups - 1) * error;
  const interval = { low: mean - half, high: mean + half };
  return {
    ...shared,
    ...(range === undefined ? interval : within(interval, mean, range)),
    method: groups === n ? 'student' : 'student-clustered',
  };
}

/** Residuals that are rounding alone: 0.1 added ten times is not 1. */
function isNothing(squaredResiduals: number, { n, mean }: ClusterMoments): boolean {
  return Math.sqrt(squaredResiduals / n) <= 1e-12 * Math.max(1, Math.abs(mean));
}

function unseenShare({ n, mean, typicalSize }: ClusterMoments, [min, max]: readonly [number, number], level: number): Interval {
  const share = wilsonInterval(0, n / typicalSize, level).high;
  return within({ low: mean - share * (mean - min), high: mean + share * (max - mean) }, mean, [min, max]);
}
