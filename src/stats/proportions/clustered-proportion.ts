import { clusterMoments, designEffect, tallyClusters, type ClusterMoments } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, type EstimateOptions } from '../interval.ts';
import { wilsonInterval } from './wilson.ts';

/**
 * A proportion of observations that come in clusters (draws of one item, items of one source): Wilson's interval on the
 * effective number of observations.
 *
 *     p = Σ S / Σ m   (ratio estimator; cluster of m observations, S of them events)
 *     n* = n / D      D: `designEffect`, the clustered (sandwich) variance over the binomial one
 *
 * Singletons: plain Wilson. p = 0 or 1: each cluster counts as one observation, for nothing is known of the correlation within clusters.
 *
 * Few clusters: n* falls by the t correction of Korn and Graubard (1998, Survey Methodology 24), (t(n − 1) / t(G − 1))², and by
 * (G − 1)/G, but not below n / w, perfect correlation, which needs no estimate of variance. So one cluster gives the interval of one
 * observation: wide, not undefined, because a proportion's variance is bounded.
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
export function effectiveNumber(moments: ClusterMoments, level: number): number {
  const { n, groups, typicalSize } = moments;
  if (groups === n) return n;
  const estimated = n / designEffect(moments);
  const correction =
    groups > 1
      ? ((studentCritical(level, n - 1) / studentCritical(level, groups - 1)) ** 2 * ((groups - 1) * n)) / (groups * (n - 1))
      : 0;
  return Math.min(estimated, Math.max(estimated * correction, n / typicalSize));
}
