import { addPatterns, flatPatterns, type ClusterPattern } from '../resampling/cluster-patterns.ts';
import { drawBinomial } from '../resampling/draw-binomial.ts';
import { exactClusters, isAsExtreme, normalLimit, permutationDraws, type PermutationResult } from './permutation-draws.ts';

/** A cluster as it is, and with the two judges swapped. */
export type SwapPattern = { readonly kept: ClusterPattern; readonly swapped: ClusterPattern };

export type SwapOptions = {
  /** Cells of a tally. */
  readonly cells: number;
  readonly random: () => number;
};

/** A difference as a function of a tally, 0 under the null by symmetry; `undefined` where it has no value. */
export type TallyStatistic = (tally: Float64Array) => number | undefined;

/**
 * The permutation test of `signFlipTest` for statistics that are no means (balanced accuracy, κ): the two judges are swapped within
 * whole clusters, and the statistic is taken anew.
 *
 * Several statistics share the permutations. A permutation on which a statistic is undefined counts as extreme: p then errs upwards. Exact
 * for 13 clusters or fewer, else 9,999 drawn permutations. With many different clusters, none of which matters, the statistic is
 * linearised where both judges have the same tally, so that each cluster adds ± z, and the normal limit taken.
 *
 * Cost: O(permutations · patterns), or O(patterns + cells) evaluations for the limit.
 *
 * @param patterns distinct clusters; whole weights.
 * @returns one result a statistic, in order; `undefined` where the observed one is.
 */
export function swapTest(
  patterns: readonly SwapPattern[],
  statistics: readonly TallyStatistic[],
  { cells, random }: SwapOptions,
): (PermutationResult | undefined)[] {
  const tally = new Float64Array(cells);
  addPatterns(
    tally,
    flatPatterns(patterns.map(({ kept }) => kept)),
    patterns.map(({ kept }) => kept.weight),
  );
  const observed = statistics.map((statistic) => statistic(tally));
  const limits = statistics.map((statistic, index) => linearised(patterns, statistic, observed[index], cells));
  if (limits.every((limit, index) => limit !== undefined || observed[index] === undefined)) return limits;
  const asExtreme = statistics.map(() => 0);
  const permuted = permutedTallies(patterns, { cells, random });
  for (const next of permuted.tallies) {
    for (const [index, statistic] of statistics.entries()) {
      const value = statistic(next);
      if (value === undefined || isAsExtreme(value, observed[index] ?? 0, 1)) asExtreme[index] = (asExtreme[index] as number) + 1;
    }
  }
  return asExtreme.map((times, index) =>
    observed[index] === undefined
      ? undefined
      : permuted.exact
        ? { p: times / permuted.count, method: 'permutation-exact' }
        : { p: (1 + times) / (1 + permuted.count), method: 'permutation' },
  );
}

type PermutedTallies = { readonly exact: boolean; readonly count: number; readonly tallies: Iterable<Float64Array> };

/** Tallies under all swaps of clusters, or under drawn ones; one array, used again. */
function permutedTallies(patterns: readonly SwapPattern[], { cells, random }: SwapOptions): PermutedTallies {
  const weights = patterns.map(({ kept }) => kept.weight);
  const clusters = weights.reduce((total, weight) => total + weight, 0);
  const tally = new Float64Array(cells);
  if (clusters > exactClusters) return { exact: false, count: permutationDraws, tallies: drawn() };
  return { exact: true, count: 2 ** clusters, tallies: all() };

  function* all(): Generator<Float64Array> {
    const single = patterns.flatMap((pattern, place) => Array.from({ length: weights[place] as number }, () => pattern));
    const flat = flatPatterns(single.flatMap(({ kept, swapped }) => [kept, swapped]));
    const times = new Float64Array(2 * clusters);
    for (let permutation = 0; permutation < 2 ** clusters; permutation += 1) {
      for (let place = 0; place < clusters; place += 1) {
        const swaps = (permutation >> place) & 1;
        times[2 * place] = 1 - swaps;
        times[2 * place + 1] = swaps;
      }
      tally.fill(0);
      addPatterns(tally, flat, times);
      yield tally;
    }
  }

  function* drawn(): Generator<Float64Array> {
    const flat = flatPatterns(patterns.flatMap(({ kept, swapped }) => [kept, swapped]));
    const times = new Float64Array(patterns.length * 2);
    for (let draw = 0; draw < permutationDraws; draw += 1) {
      for (const [place, weight] of weights.entries()) {
        const count = weight === 1 ? (random() < 0.5 ? 1 : 0) : drawBinomial(weight, 0.5, random);
        times[2 * place] = weight - count;
        times[2 * place + 1] = count;
      }
      tally.fill(0);
      addPatterns(tally, flat, times);
      yield tally;
    }
  }
}

/** So few patterns are permuted quickly, and may lie on a lattice that a continuous limit blurs. */
const fewPatterns = 64;

/** The normal limit of a statistic's permutation distribution, where there is one. */
function linearised(
  patterns: readonly SwapPattern[],
  statistic: TallyStatistic,
  observed: number | undefined,
  cells: number,
): PermutationResult | undefined {
  if (observed === undefined || patterns.length < fewPatterns) return undefined;
  const gradient = gradientOf(statistic, centreOf(patterns, cells));
  if (gradient === undefined) return undefined;
  const slope = ({ cells: at, amounts }: ClusterPattern): number =>
    at.reduce((sum, cell, index) => sum + (gradient[cell] as number) * (amounts[index] as number), 0);
  let squares = 0;
  let fourths = 0;
  for (const { kept, swapped } of patterns) {
    const square = ((slope(kept) - slope(swapped)) / 2) ** 2;
    squares += kept.weight * square;
    fourths += kept.weight * square * square;
  }
  return normalLimit(observed, squares, fourths);
}

/** The tally in the middle of all permutations: every cluster half kept, half swapped. */
function centreOf(patterns: readonly SwapPattern[], cells: number): Float64Array {
  const centre = new Float64Array(cells);
  addPatterns(
    centre,
    flatPatterns(patterns.flatMap(({ kept, swapped }) => [kept, swapped])),
    patterns.flatMap(({ kept }) => [kept.weight / 2, kept.weight / 2]),
  );
  return centre;
}

/** Central differences a thousandth of an observation wide; `undefined` where the statistic is, or where it has an edge. */
function gradientOf(statistic: TallyStatistic, at: Float64Array): Float64Array | undefined {
  const step = 1e-3;
  const gradient = new Float64Array(at.length);
  for (let cell = 0; cell < at.length; cell += 1) {
    const [below, above] = [-step, step].map((change) => {
      const moved = at.slice();
      moved[cell] = (moved[cell] as number) + change;
      return statistic(moved);
    });
    if (below === undefined || above === undefined) return undefined;
    gradient[cell] = (above - below) / (2 * step);
  }
  return gradient;
}
