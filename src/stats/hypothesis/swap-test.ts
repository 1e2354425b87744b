import { addPattern } from '../resampling/cluster-bootstrap.ts';
import type { ClusterPattern } from '../resampling/cluster-patterns.ts';
import { drawBinomial } from '../resampling/draw-binomial.ts';
import { exactClusters, isAsExtreme, permutationDraws, type PermutationResult } from './permutation-draws.ts';

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
 * Several statistics share the permutations. A permutation on which a statistic is undefined counts as extreme: p then errs upwards.
 * Exact for 13 clusters or fewer, else Monte Carlo. Cost: O(permutations · patterns).
 *
 * @param patterns distinct clusters; whole weights.
 * @returns one result a statistic, in order; `undefined` where the observed one is.
 */
export function swapTest(
  patterns: readonly SwapPattern[],
  statistics: readonly TallyStatistic[],
  { cells, random }: SwapOptions,
): (PermutationResult | undefined)[] {
  const clusters = patterns.reduce((total, { kept }) => total + kept.weight, 0);
  const tally = new Float64Array(cells);
  for (const { kept } of patterns) addPattern(tally, kept, kept.weight);
  const observed = statistics.map((statistic) => statistic(tally));
  const asExtreme = statistics.map(() => 0);
  const count = (): void => {
    for (const [index, statistic] of statistics.entries()) {
      const value = statistic(tally);
      if (value === undefined || isAsExtreme(value, observed[index] ?? 0, 1)) asExtreme[index] = (asExtreme[index] as number) + 1;
    }
  };
  const exact = clusters <= exactClusters;
  const permutations = exact ? 2 ** clusters : permutationDraws(patterns.length * 4 + cells);
  const single = exact ? patterns.flatMap((pattern) => Array.from({ length: pattern.kept.weight }, () => pattern)) : [];
  for (let permutation = 0; permutation < permutations; permutation += 1) {
    tally.fill(0);
    if (exact)
      for (const [place, { kept, swapped }] of single.entries()) addPattern(tally, (permutation >> place) & 1 ? swapped : kept, 1);
    else
      for (const { kept, swapped } of patterns) {
        const times = drawBinomial(kept.weight, 0.5, random);
        addPattern(tally, swapped, times);
        addPattern(tally, kept, kept.weight - times);
      }
    count();
  }
  return asExtreme.map((times, index) =>
    observed[index] === undefined
      ? undefined
      : exact
        ? { p: times / permutations, method: 'permutation-exact', permutations }
        : { p: (1 + times) / (1 + permutations), method: 'permutation', permutations },
  );
}
