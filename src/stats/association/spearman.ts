import type { Estimate } from '../estimate.ts';
import { associationEstimate, type AssociationOptions } from './association-estimate.ts';
import { centredMoments } from './centred-moments.ts';
import { completePairs } from './complete-pairs.ts';
import { ascendingOrder, midRanks, tieEnd } from './mid-ranks.ts';
import { pearsonCorrelation } from './pearson.ts';

/**
 * Spearman's rank correlation, −1…1: Pearson's of the ranks, equal values at the mean of their ranks.
 *
 * Undefined where either is constant, and with fewer than two pairs. O(n log n).
 *
 * Reference: scipy `spearmanr`. Source: Spearman 1904, Am. J. Psychol. 15.
 */
export function spearmanCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): number | undefined {
  return pearsonCorrelation(midRanks(x), midRanks(y));
}

/**
 * Spearman's correlation with its interval.
 *
 * Independent pairs: Bonett and Wright's, tanh(atanh ρ ± z √((1 + ρ²/2)/(n − 3))). It assumes few ties and |ρ| under .95 or so.
 * In clusters: `associationEstimate` with residuals that follow the ranks too: a pair moves the mid-ranks of all others.
 *
 * Pairs with NaN on a side are `missing`. Undefined: `fewer than two pairs`, `no variance`. O(n log n).
 *
 * Source: Bonett and Wright 2000, Psychometrika 65.
 */
export function spearmanEstimate(x: ArrayLike<number>, y: ArrayLike<number>, options: AssociationOptions = {}): Estimate {
  const pairs = completePairs(x, y, options);
  return associationEstimate(pairs, options, {
    value: () => spearmanCorrelation(pairs.x, pairs.y),
    residuals: (value) => spearmanResiduals(pairs.x, pairs.y, value),
    independent: { scaledVariance: (value) => 1 + value ** 2 / 2, lost: 3, method: 'bonett-wright' },
  });
}

/**
 * What each pair adds to ρ. With standardised mid-ranks u and v, a pair's own part is u v − ρ (u² + v²)/2, and what it does to
 * the others' ranks is the mean of I(x < x') (v' − ρ u') over them, ties at ½, and the same with the sides exchanged.
 */
function spearmanResiduals(x: ArrayLike<number>, y: ArrayLike<number>, value: number): Float64Array {
  const n = x.length;
  const ranks = [midRanks(x), midRanks(y)] as const;
  const moments = centredMoments(...ranks);
  const residuals = new Float64Array(n);
  if (moments === undefined) return residuals;
  const u = ranks[0].map((rank) => (rank - moments.meanX) / moments.deviationX);
  const v = ranks[1].map((rank) => (rank - moments.meanY) / moments.deviationY);
  const throughX = shareAbove(x, (index) => (v[index] as number) - value * (u[index] as number));
  const throughY = shareAbove(y, (index) => (u[index] as number) - value * (v[index] as number));
  let mean = 0;
  for (let index = 0; index < n; index += 1) {
    const a = u[index] as number;
    const b = v[index] as number;
    // Sums of ranks over deviations of ranks: one observation lifts those above it by one.
    const others = (throughX[index] as number) / moments.deviationX + (throughY[index] as number) / moments.deviationY;
    residuals[index] = a * b - (value * (a * a + b * b)) / 2 + others;
    mean += (residuals[index] as number) / n;
  }
  return residuals.map((residual) => residual - mean);
}

/** For each place the sum of a weight over the places with a greater value, and half of that over equal ones. */
function shareAbove(values: ArrayLike<number>, weight: (index: number) => number): Float64Array {
  const order = ascendingOrder(values);
  const sums = new Float64Array(values.length);
  let above = 0;
  for (const index of order) above += weight(index);
  for (let start = 0; start < order.length;) {
    const end = tieEnd(values, order, start);
    let equal = 0;
    for (let place = start; place < end; place += 1) equal += weight(order[place] as number);
    above -= equal;
    for (let place = start; place < end; place += 1) sums[order[place] as number] = above + equal / 2;
    start = end;
  }
  return sums;
}
