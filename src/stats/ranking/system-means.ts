import { denseClusters } from '../clusters.ts';
import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import type { ComparedSystems } from './compared-systems.ts';

/** Scores of systems on the same items: row by row an item, NaN where missing; the cluster of each item. */
export type SystemScores = {
  readonly systems: number;
  readonly scores: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

export type SystemMeanOptions = EstimateOptions & {
  /** Lowest and highest possible score. */
  readonly range?: readonly [number, number];
};

/**
 * Mean score of each system over the items that it has, with `clusteredMean`'s interval, assumptions and degenerate cases. Intervals of two
 * systems may overlap though they differ: they are of the same items. `rankIntervals` compares them in pairs. O(n · systems).
 */
export function systemMeans({ systems, scores, clusters }: SystemScores, options: SystemMeanOptions = {}): Estimate[] {
  return Array.from({ length: systems }, (_, system) => {
    const values: number[] = [];
    const ids: number[] = [];
    for (let item = 0; item < clusters.length; item += 1) {
      const score = scores[item * systems + system] as number;
      if (Number.isNaN(score)) continue;
      values.push(score);
      ids.push(clusters[item] as number);
    }
    return clusteredMean(values, ids, { ...options, missing: (options.missing ?? 0) + clusters.length - values.length });
  });
}

/**
 * Means of all systems over the items that all have (the others are `missing`), with the covariances of whole clusters.
 *
 *     C(i, j) = (g/(g − 1) Σ R(i) R(j) + [i = j] (max − min)² u²)/(n + 2u)²        R: a cluster's S − mean · m
 *
 * g = n²/Σ m² is Kish's effective number of clusters, and g − 1 the degrees of freedom: with few unequal clusters G would be too many, and
 * many differences at once leave no room for it. Without a `range` u is 0. With one, two pseudo-clusters of the typical size u = Σ m²/Σ m join every difference, in which the two systems lie the
 * whole range apart, once each way, as in `pairedProportionDifference`: systems that never differed are not certain to be alike.
 *
 * Undefined: no item that all systems have; one cluster. Assumes independent clusters. O(n · systems + G · systems²).
 */
export function comparedMeans(
  { systems, scores, clusters: ids }: SystemScores,
  { range, missing: others = 0 }: SystemMeanOptions = {},
): ComparedSystems {
  const whole: number[] = [];
  for (let item = 0; item < ids.length; item += 1) {
    let sum = 0;
    for (let system = 0; system < systems; system += 1) sum += scores[item * systems + system] as number;
    if (!Number.isNaN(sum)) whole.push(item);
  }
  const n = whole.length;
  const missing = others + ids.length - n;
  if (n === 0) return { status: 'undefined', reason: 'no item that all systems have', n, missing };
  const clusters = denseClusters(whole.map((item) => ids[item] as number));
  const groups = clusters.count;
  if (groups === 1) return { status: 'undefined', reason: 'one cluster only', n, missing };
  const values = new Float64Array(systems);
  const sizes = new Float64Array(groups);
  for (const [index, item] of whole.entries()) {
    const place = clusters.of[index] as number;
    sizes[place] = (sizes[place] as number) + 1;
    for (let system = 0; system < systems; system += 1) {
      values[system] = (values[system] as number) + (scores[item * systems + system] as number) / n;
    }
  }
  const residuals = new Float64Array(groups * systems);
  for (const [index, item] of whole.entries()) {
    for (let system = 0; system < systems; system += 1) {
      const place = (clusters.of[index] as number) * systems + system;
      const residual = (scores[item * systems + system] as number) - (values[system] as number);
      residuals[place] = (residuals[place] as number) + residual;
    }
  }
  const typical = sizes.reduce((sum, one) => sum + (one * one) / n, 0);
  const effective = n / typical;
  const size = range === undefined ? 0 : typical;
  const pseudo = range === undefined ? 0 : ((range[1] - range[0]) * size) ** 2;
  const covariance = crossProducts(residuals, systems).map((sum, cell) => {
    const isDiagonal = cell % systems === Math.floor(cell / systems);
    return ((effective / (effective - 1)) * sum + (isDiagonal ? pseudo : 0)) / (n + 2 * size) ** 2;
  });
  return { status: 'ok', values: Array.from(values), covariance, groups, degrees: effective - 1, n, missing };
}

/** Σ over rows of r rᵀ. */
function crossProducts(rows: Float64Array, k: number): Float64Array {
  const products = new Float64Array(k * k);
  for (let start = 0; start < rows.length; start += k) {
    for (let i = 0; i < k; i += 1) {
      for (let j = 0; j < k; j += 1) {
        products[i * k + j] = (products[i * k + j] as number) + (rows[start + i] as number) * (rows[start + j] as number);
      }
    }
  }
  return products;
}
