import type { AssociationOptions } from './association-estimate.ts';

/** Observations that have both numbers. */
export type CompletePairs = {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Cluster of each pair; its own number where pairs are independent. */
  readonly clusters: Float64Array;
  readonly missing: number;
};

/** Leaves out pairs with NaN on a side. O(n). */
export function completePairs(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { clusters, missing = 0 }: AssociationOptions,
): CompletePairs {
  const all = Math.min(x.length, y.length);
  const places: number[] = [];
  for (let index = 0; index < all; index += 1) {
    if (!Number.isNaN(x[index]) && !Number.isNaN(y[index])) places.push(index);
  }
  return {
    x: Float64Array.from(places, (index) => x[index] as number),
    y: Float64Array.from(places, (index) => y[index] as number),
    clusters: Float64Array.from(places, (index) => (clusters === undefined ? index : (clusters[index] as number))),
    missing: all - places.length + missing,
  };
}
