/** Clusters numbered from 0 without gaps, in order of first appearance. */
export type DenseClusters = { readonly of: Int32Array; readonly count: number };

/** Additive tallies: for each cluster its number of observations and the sum of their values; and the sum of all values' squares. */
export type ClusterTally = { readonly sizes: Float64Array; readonly sums: Float64Array; readonly squares: number };

/** Numbers clusters without gaps. `ids` are any integers, one an observation. O(n). */
export function denseClusters(ids: ArrayLike<number>): DenseClusters {
  const places = new Map<number, number>();
  const of = new Int32Array(ids.length);
  for (let index = 0; index < ids.length; index += 1) {
    const id = ids[index] as number;
    let place = places.get(id);
    if (place === undefined) places.set(id, (place = places.size));
    of[index] = place;
  }
  return { of, count: places.size };
}

/** Sizes and sums of clusters. `values` and `ids` have one entry an observation. O(n). */
export function tallyClusters(values: ArrayLike<number>, ids: ArrayLike<number>): ClusterTally {
  const { of, count } = denseClusters(ids);
  const sizes = new Float64Array(count);
  const sums = new Float64Array(count);
  let squares = 0;
  for (let index = 0; index < of.length; index += 1) {
    const place = of[index] as number;
    sizes[place] = (sizes[place] as number) + 1;
    const value = values[index] as number;
    sums[place] = (sums[place] as number) + value;
    squares += value * value;
  }
  return { sizes, sums, squares };
}

/** Moments that the clustered estimators share. */
export type ClusterMoments = {
  readonly n: number;
  readonly groups: number;
  readonly mean: number;
  /** Σ (S − mean · m)² over clusters of size m and sum S: the squared residual totals. */
  readonly squaredResiduals: number;
  /** Σ (value − mean)² over observations. */
  readonly squaredDeviations: number;
  /** Σ m² / Σ m: the size of the cluster that a random observation is in. Kish's effective number of clusters is n over this. */
  readonly typicalSize: number;
};

/** Moments of a tally; `mean` is NaN where it holds nothing. */
export function clusterMoments({ sizes, sums, squares }: ClusterTally): ClusterMoments {
  let n = 0;
  let total = 0;
  let squaredSizes = 0;
  for (let place = 0; place < sizes.length; place += 1) {
    const size = sizes[place] as number;
    n += size;
    total += sums[place] as number;
    squaredSizes += size * size;
  }
  const mean = total / n;
  let squaredResiduals = 0;
  for (let place = 0; place < sizes.length; place += 1) {
    squaredResiduals += ((sums[place] as number) - mean * (sizes[place] as number)) ** 2;
  }
  const squaredDeviations = Math.max(0, squares - total * mean);
  return { n, groups: sizes.length, mean, squaredResiduals, squaredDeviations, typicalSize: squaredSizes / n };
}

/**
 * How many clustered observations tell as much as one independent one: the clustered variance over the simple one (Kish 1965), with one
 * pseudo-event at the worst case.
 *
 *     D = (Σ (S − mean · m)² + w) / (Σ (value − mean)² + 1),   w = Σ m² / Σ m
 *
 * For values of 0 and 1 (or −1, 0, 1). Where they do not vary, nothing is known of their correlation within clusters, and D is w: each
 * cluster counts as one observation. Singletons have D = 1 exactly. Not under 1, so that clusters never make an interval narrower.
 */
export function designEffect({ n, groups, squaredResiduals, squaredDeviations, typicalSize }: ClusterMoments): number {
  return groups === n ? 1 : Math.max(1, (squaredResiduals + typicalSize) / (squaredDeviations + 1));
}
