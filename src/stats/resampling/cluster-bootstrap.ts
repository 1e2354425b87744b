import { normalCdf, studentCritical } from '../distributions.ts';
import type { Interval } from '../interval.ts';
import { addPatterns, flatPatterns, type ClusterPattern } from './cluster-patterns.ts';
import { drawBinomial } from './draw-binomial.ts';
import { sortedQuantile } from './sorted-quantile.ts';

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
 * Drawing clusters one by one is a multinomial draw over the patterns. Common patterns take one binomial draw each; rare ones are drawn one
 * by one, as many as a binomial draw gives them together. Cost: O(draws · (common patterns + clusters of a rare pattern)), which for
 * singletons does not grow with the rows. The same seed gives the same replicates.
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
  const times = new Float64Array(patterns.length);
  const flat = flatPatterns(patterns);
  const drawTimes = multinomialDraw(
    patterns.map(({ weight }) => weight),
    clusters,
    random,
  );
  for (let draw = 0; draw < draws; draw += 1) {
    drawTimes(times);
    tally.fill(0);
    addPatterns(tally, flat, times);
    visit(tally);
  }
}

/** Up to this weight, drawing members costs less than a binomial draw a pattern. */
const rareWeight = 4;

/** Fills an array with how often each of the weights came in so many draws. */
function multinomialDraw(weights: readonly number[], trials: number, random: () => number): (times: Float64Array) => void {
  const isRare = (weight: number): boolean => weight <= rareWeight && Number.isInteger(weight);
  const common = [...weights.keys()].filter((place) => !isRare(weights[place] as number));
  const members = Int32Array.from(
    weights.flatMap((weight, place) => (isRare(weight) ? Array.from({ length: weight }, () => place) : [])),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return (times) => {
    times.fill(0);
    let left = trials;
    let mass = total;
    for (const [index, place] of common.entries()) {
      const weight = weights[place] as number;
      const last = index === common.length - 1 && members.length === 0;
      const count = last ? left : drawBinomial(left, Math.min(1, weight / mass), random);
      times[place] = count;
      left -= count;
      mass -= weight;
    }
    for (; left > 0; left -= 1) {
      const place = members[Math.floor(random() * members.length)] as number;
      times[place] = (times[place] as number) + 1;
    }
  };
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
  return { low: sortedQuantile(replicates, tail), high: sortedQuantile(replicates, 1 - tail) };
}
