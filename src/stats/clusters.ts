/** Clusters numbered from 0 without gaps, in order of first appearance. */
export type DenseClusters = { readonly of: Int32Array; readonly count: number };

/** Additive tallies: for each cluster its number of observations and the sum of their values. */
export type ClusterTally = { readonly sizes: Float64Array; readonly sums: Float64Array };

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
  for (let index = 0; index < of.length; index += 1) {
    const place = of[index] as number;
    sizes[place] = (sizes[place] as number) + 1;
    sums[place] = (sums[place] as number) + (values[index] as number);
  }
  return { sizes, sums };
}

/** Moments that the clustered estimators share. */
export type ClusterMoments = {
  readonly n: number;
  readonly groups: number;
  readonly mean: number;
  /** Σ (S − mean · m)² over clusters of size m and sum S: the squared residual totals. */
  readonly squaredResiduals: number;
  /** Σ m² / Σ m: the size of the cluster that a random observation is in. Kish's effective number of clusters is n over this. */
  readonly typicalSize: number;
};

/** Moments of a tally; `mean` is NaN where it holds nothing. */
export function clusterMoments({ sizes, sums }: ClusterTally): ClusterMoments {
  let n = 0;
  let total = 0;
  let squares = 0;
  for (let place = 0; place < sizes.length; place += 1) {
    const size = sizes[place] as number;
    n += size;
    total += sums[place] as number;
    squares += size * size;
  }
  const mean = total / n;
  let squaredResiduals = 0;
  for (let place = 0; place < sizes.length; place += 1) {
    squaredResiduals += ((sums[place] as number) - mean * (sizes[place] as number)) ** 2;
  }
  return { n, groups: sizes.length, mean, squaredResiduals, typicalSize: squares / n };
}
