import { clusterMoments, tallyClusters, type ClusterMoments } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, type EstimateOptions } from '../interval.ts';
import { wilsonInterval } from './wilson.ts';

/**
 * A proportion of observations that come in clusters (draws of one item, items of one source): Wilson's interval on the
 * effective number of observations.
 *
 *     p = Σ S / Σ m   (ratio estimator; cluster of m observations, S of them events)
 *     D = (Σ (S − p m)² + w) / (n p (1 − p) + 1),   w = Σ m² / n          design effect
 *     n* = n / D, corrected for few clusters, at most n
 *
 * D is the clustered variance over the binomial one (the analytic sandwich; Kish 1965) with one pseudo-event that counts at the worst
 * case w, perfect correlation within clusters: where p is 0 or 1 the data say nothing of that correlation, and then each cluster
 * counts as one observation. Singletons have D = 1 exactly: plain Wilson.
 *
 * Few clusters: n* falls by the t correction of Korn and Graubard (1998), (t(n − 1) / t(G − 1))², and by (G − 1)/G, but not below
 * n / w, the worst case, which needs no estimate of variance. So one cluster gives the interval of one observation: wide, not
 * undefined, because a proportion's variance is bounded.
 *
 * Assumes independent clusters. O(n).
 *
 * @param events 1 or 0, one an observation.
 * @param clusters the cluster of each.
 * @returns undefined with `no observation` at n = 0.
 *
 * Reference: 50 clusters of ten identical observations give Wilson's interval for n = 50.
 */
export function clusteredProportion(
  events: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { level = defaultLevel, missing = 0 }: EstimateOptions = {},
): Estimate {
  const moments = clusterMoments(tallyClusters(events, clusters));
  const { n, groups, mean } = moments;
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const interval = wilsonInterval(mean, effectiveNumber(moments, level), level);
  const shared = { status: 'ok', value: mean, ...interval, level, n, missing } as const;
  return groups === n ? { ...shared, method: 'wilson' } : { ...shared, method: 'wilson-clustered', groups };
}

/** How many independent observations tell as much of a proportion as these clustered ones do: in (0, n]. */
export function effectiveNumber({ n, groups, mean, squaredResiduals, typicalSize }: ClusterMoments, level: number): number {
  if (groups === n) return n;
  const worst = n / typicalSize;
  const estimated = (n * (n * mean * (1 - mean) + 1)) / (squaredResiduals + typicalSize);
  const fewClusters =
    groups > 1
      ? ((studentCritical(level, n - 1) / studentCritical(level, groups - 1)) ** 2 * ((groups - 1) * n)) / (groups * (n - 1))
      : 0;
  return Math.min(n, estimated, Math.max(estimated * fewClusters, worst));
}
