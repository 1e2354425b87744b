import { normalCdf, studentCritical } from '../distributions.ts';
import type { Interval } from '../interval.ts';
import type { ClusterPattern } from './cluster-patterns.ts';
import { drawBinomial } from './draw-binomial.ts';

export type BootstrapOptions = {
  /** Clusters drawn a replicate: as many as the data have. */
  readonly clusters: number;
  /** Cells of a tally. */
  readonly cells: number;
  readonly draws?: number;
  readonly random: () => number;
};

/** Replicates where none are named. */
export const defaultDraws = 2000;

/**
 * The bootstrap over whole clusters for statistics that are functions of an additive tally (a confusion table): each replicate draws
 * `clusters` clusters with replacement and sums what they add.
 *
 * Drawing clusters one by one is a multinomial draw over the patterns; it is made by one binomial draw a pattern, so that the cost is
 * O(draws · patterns) and does not grow with the rows. The same seed gives the same replicates.
 *
 * @param patterns with their weights; weights need not be whole, nor sum to `clusters`.
 * @param visit gets each replicate's tally; the array is used again for the next.
 */
export function bootstrapTallies(
  patterns: readonly ClusterPattern[],
  { clusters, cells, draws = defaultDraws, random }: BootstrapOptions,
  visit: (tally: Float64Array) => void,
): void {
  const tally = new Float64Array(cells);
  const total = patterns.reduce((sum, { weight }) => sum + weight, 0);
  for (let draw = 0; draw < draws; draw += 1) {
    tally.fill(0);
    let left = clusters;
    let mass = total;
    for (const [index, pattern] of patterns.entries()) {
      if (left === 0) break;
      const times = index === patterns.length - 1 ? left : drawBinomial(left, Math.min(1, pattern.weight / mass), random);
      addPattern(tally, pattern, times);
      left -= times;
      mass -= pattern.weight;
    }
    visit(tally);
  }
}

/** Adds a pattern to a tally so many times. */
export function addPattern(tally: Float64Array, { cells, amounts }: ClusterPattern, times: number): void {
  if (times === 0) return;
  for (let index = 0; index < cells.length; index += 1) {
    const cell = cells[index] as number;
    tally[cell] = (tally[cell] as number) + times * (amounts[index] as number);
  }
}

/**
 * The percentile interval of bootstrap replicates, expanded for few clusters: the tail is Φ(−t(G − 1) · √(G/(G − 1))) instead of
 * Φ(−z), because the plain percentiles of G clusters are too narrow just as z and the divisor G are.
 *
 * @param replicates in any order; sorted in place.
 * @param groups G; leave out for the plain percentiles. At G = 2 the tail is nearly 0: the extremes of the replicates.
 * @returns `undefined` for no replicates.
 *
 * Source: Efron 1979; Hesterberg 2015, The American Statistician 69, §5 (expanded percentile).
 */
export function percentileInterval(replicates: Float64Array, level: number, groups?: number): Interval | undefined {
  if (replicates.length === 0) return undefined;
  replicates.sort();
  const tail =
    groups === undefined
      ? (1 - level) / 2
      : normalCdf(-studentCritical(level, groups - 1) * Math.sqrt(groups / Math.max(1, groups - 1)));
  return { low: quantile(replicates, tail), high: quantile(replicates, 1 - tail) };
}

/** Linear between order statistics (type 7 of Hyndman and Fan). */
function quantile(sorted: Float64Array, probability: number): number {
  const place = probability * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (place - below) * (high - low);
}
