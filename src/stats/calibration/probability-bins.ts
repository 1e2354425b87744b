import { ascendingOrder, tieEnd } from '../association/mid-ranks.ts';

/** Forecasts dealt into bins: the bin of each, and how many bins there are. Bins are in ascending order and none is empty. */
export type ProbabilityBins = { readonly of: Int32Array; readonly count: number };

/** Bins where none are named. */
export const defaultBins = 10;

/**
 * Bins of about equal mass: forecasts in ascending order, cut wherever another n/bins is full.
 *
 * Equal probabilities are never divided, whatever the order of the rows; so there may be fewer bins than asked for, and one only where all
 * are equal. Equal mass and not equal width, because a judge's probabilities crowd at the ends and most bins of equal width would be of
 * a handful. O(n log n).
 *
 * @param probabilities one or more, none NaN.
 */
export function probabilityBins(probabilities: ArrayLike<number>, bins: number = defaultBins): ProbabilityBins {
  const order = ascendingOrder(probabilities);
  const of = new Int32Array(order.length);
  let bin = 0;
  for (let start = 0; start < order.length;) {
    const end = tieEnd(probabilities, order, start);
    for (let place = start; place < end; place += 1) of[order[place] as number] = bin;
    // A tie that fills more than one bin's mass is one bin.
    if (end * bins >= order.length * (bin + 1) && end < order.length) bin += 1;
    start = end;
  }
  return { of, count: order.length === 0 ? 0 : bin + 1 };
}
