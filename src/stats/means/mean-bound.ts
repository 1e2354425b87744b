import { defaultLevel } from '../interval.ts';
import { boundOf, type BoundEstimate, type BoundOptions } from '../proportions/proportion-bound.ts';
import { clusteredMean, type MeanOptions } from './clustered-mean.ts';

/**
 * Student's one-sided bound of a mean, in clusters: the end of `clusteredMean` at level 2 · level − 1.
 *
 *     lower = mean − t(level; G − 1) · SE,   upper = mean + t(level; G − 1) · SE
 *
 * Assumptions, SE and degenerate cases as in `clusteredMean`. A skewed distribution shows more in one end than in an interval:
 * the bound on the side of the long tail holds less often than its level says, the other more. O(n).
 *
 * @returns in the values' unit; undefined with `no observation` at n = 0, and without visible spread where no `range` is given.
 *
 * Reference (scipy): 2, 4, 4, 5 is at least 2.2694.
 */
export function clusteredMeanBound(
  values: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { side, level = defaultLevel, ...options }: MeanOptions & BoundOptions,
): BoundEstimate {
  return boundOf(clusteredMean(values, clusters, { ...options, level: 2 * level - 1 }), { side, level });
}
