import { denseClusters } from '../clusters.ts';

/** Clusters of items that have both a truth and a prediction: sizes and both sums. */
export type PairedTally = { readonly sizes: Float64Array; readonly truths: Float64Array; readonly predictions: Float64Array };

/** Sizes and sums of clusters, for two values an observation. O(n). */
export function pairedTally(truths: ArrayLike<number>, predictions: ArrayLike<number>, clusters: ArrayLike<number>): PairedTally {
  const { of, count } = denseClusters(clusters);
  const tally = { sizes: new Float64Array(count), truths: new Float64Array(count), predictions: new Float64Array(count) };
  for (const [index, place] of of.entries()) {
    tally.sizes[place] = (tally.sizes[place] as number) + 1;
    tally.truths[place] = (tally.truths[place] as number) + (truths[index] as number);
    tally.predictions[place] = (tally.predictions[place] as number) + (predictions[index] as number);
  }
  return tally;
}
