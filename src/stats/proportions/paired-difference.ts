import { clusterMoments, designEffect, tallyClusters } from '../clusters.ts';
import { normalCritical, studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';

/**
 * The difference of two proportions seen on the same observations, in clusters: the adjusted Wald interval of Bonett and Price.
 *
 *     d = Σ D / n                                   D = −1, 0 or 1 an observation
 *     d' = Σ D / (n + 2 u),   SE² = Σ (S − d' m)² / (n + 2 u)²
 *
 * over the clusters (sum S, size m) and two pseudo-clusters of size u, one all +1 and one all −1. u is the design effect of D: as many
 * observations as tell as much as one. Singletons have u = 1 and the published interval: one discordant pair added each way,
 * critical value z. In clusters SE is multiplied by √(G/(G − 1)) and z by t(G − 1) / t(n − 1), one cluster counting as two. Two judges that
 * never differ get an interval around 0, not [0, 0].
 *
 * Assumes independent clusters. O(n).
 *
 * @param differences −1, 0, 1, one an observation.
 * @returns value in −1…1; undefined with `no paired observation` at n = 0.
 *
 * Reference: 212 pairs, 4 and 16 discordant: see docs/methods/paired.md. Source: Bonett and Price 2012, J. Educ. Behav. Stat. 37.
 */
export function pairedProportionDifference(
  differences: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { level = defaultLevel, missing = 0 }: EstimateOptions = {},
): Estimate {
  const tally = tallyClusters(differences, clusters);
  const moments = clusterMoments(tally);
  const { n, groups, mean } = moments;
  if (n === 0) return { status: 'undefined', reason: 'no paired observation', n, missing };
  const pseudo = designEffect(moments);
  const padded = n + 2 * pseudo;
  const centre = (mean * n) / padded;
  let squares = (pseudo * (1 - centre)) ** 2 + (pseudo * (1 + centre)) ** 2;
  for (let place = 0; place < groups; place += 1) {
    squares += ((tally.sums[place] as number) - centre * (tally.sizes[place] as number)) ** 2;
  }
  const half = (fewClusters(n, groups, level) * normalCritical(level) * Math.sqrt(squares)) / padded;
  const interval = within({ low: centre - half, high: centre + half }, mean, [-1, 1]);
  const shared = { status: 'ok', value: mean, ...interval, level, n, missing } as const;
  return groups === n ? { ...shared, method: 'adjusted-wald' } : { ...shared, method: 'adjusted-wald-clustered', groups };
}

/** By how much the interval of G clusters is wider than that of as many observations. */
function fewClusters(n: number, groups: number, level: number): number {
  if (groups === n) return 1;
  const counted = Math.max(2, groups);
  return (studentCritical(level, counted - 1) / studentCritical(level, n - 1)) * Math.sqrt(counted / (counted - 1));
}
