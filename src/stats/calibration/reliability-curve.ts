import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';
import { knownForecasts, type Forecasts } from './forecasts.ts';
import { defaultBins, probabilityBins } from './probability-bins.ts';

export type ReliabilityOptions = EstimateOptions & { readonly bins?: number };

/** One point of a reliability curve. */
export type ReliabilityBin = {
  /** Least and greatest probability in the bin. */
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly meanProbability: number;
  /** Share of the bin's outcomes that are 1, with Wilson's interval, in clusters by `clusteredProportion`. */
  readonly rate: Estimate;
};

/**
 * Rates against probabilities on bins of equal mass: on the diagonal a judge is calibrated, under it too sure of the event.
 *
 * Intervals are of one bin each: of ten, a calibrated judge has one off the diagonal by chance in two curves of five. `missing` of each
 * rate counts forecasts of no bin. Assumes independent clusters. Empty for no observation. O(n log n).
 *
 * Reference: numpy; the interval as `clusteredProportion`. Source: DeGroot and Fienberg 1983, The Statistician 32.
 */
export function reliabilityCurve(
  forecasts: Forecasts,
  { bins = defaultBins, ...options }: ReliabilityOptions = {},
): ReliabilityBin[] {
  const known = knownForecasts(forecasts);
  const dealt = probabilityBins(known.probabilities, bins);
  const members: number[][] = Array.from({ length: dealt.count }, () => []);
  for (const [index, bin] of dealt.of.entries()) members[bin]?.push(index);
  const missing = (options.missing ?? 0) + known.missing;
  return members.map((places) => {
    let [from, to, sum] = [1, 0, 0];
    for (const index of places) {
      const probability = known.probabilities[index] as number;
      from = Math.min(from, probability);
      to = Math.max(to, probability);
      sum += probability;
    }
    const take = (list: ArrayLike<number>): number[] => places.map((index) => list[index] as number);
    const rate = clusteredProportion(take(known.outcomes), take(known.clusters), { ...options, missing });
    return { from, to, n: places.length, meanProbability: sum / places.length, rate };
  });
}
