import { FenwickTree } from './fenwick-tree.ts';
import { ascendingOrder, tieEnd } from './mid-ranks.ts';

/** For each observation, of the others: concordant less discordant ones (`scores`), and those not tied with it in x, in y. */
export type Concordances = { readonly scores: Float64Array; readonly untiedX: Float64Array; readonly untiedY: Float64Array };

/**
 * Counts each observation's concordant and discordant partners. O(n log n): runs of equal x in ascending order, with a Fenwick
 * tree over the levels of y of those before.
 */
export function concordances(x: ArrayLike<number>, y: ArrayLike<number>): Concordances {
  const n = x.length;
  const { levels, upTo } = levelsOf(y);
  const scores = new Float64Array(n);
  const untiedX = new Float64Array(n);
  const untiedY = new Float64Array(n);
  const order = ascendingOrder(x);
  const before = new FenwickTree(n);
  for (let start = 0; start < n;) {
    const end = tieEnd(x, order, start);
    const tied = Float64Array.from(order.subarray(start, end), (index) => levels[index] as number).sort();
    for (let place = start; place < end; place += 1) {
      const index = order[place] as number;
      const level = levels[index] as number;
      const under = upTo[level] as number;
      const over = n - (upTo[level + 1] as number);
      // Less x with less y is concordant, with more y discordant; more x is what is left of each without those tied in x.
      const lessUnder = before.before(level);
      const lessOver = start - before.before(level + 1);
      const moreUnder = under - lessUnder - countUnder(tied, level);
      const moreOver = over - lessOver - (tied.length - countUnder(tied, level + 1));
      scores[index] = lessUnder - lessOver + moreOver - moreUnder;
      untiedX[index] = n - (end - start);
      untiedY[index] = under + over;
    }
    for (let place = start; place < end; place += 1) before.add(levels[order[place] as number] as number);
    start = end;
  }
  return { scores, untiedX, untiedY };
}

/** How many of the sorted are less than the value. */
function countUnder(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Each value's place among the distinct ones, and how many values there are under each place. */
function levelsOf(values: ArrayLike<number>): { readonly levels: Int32Array; readonly upTo: readonly number[] } {
  const order = ascendingOrder(values);
  const levels = new Int32Array(values.length);
  const upTo = [0];
  for (let start = 0; start < order.length;) {
    const end = tieEnd(values, order, start);
    for (let place = start; place < end; place += 1) levels[order[place] as number] = upTo.length - 1;
    upTo.push(end);
    start = end;
  }
  return { levels, upTo };
}
