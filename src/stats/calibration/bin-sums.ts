import type { KnownForecasts } from './forecasts.ts';
import type { ProbabilityBins } from './probability-bins.ts';

/** A bin's forecasts: how many, and the sums of their probabilities and outcomes. */
export type BinSum = { readonly n: number; readonly probability: number; readonly outcome: number };

/** Sums by bin, in the bins' order. O(n). */
export function binSums({ probabilities, outcomes }: KnownForecasts, { of, count }: ProbabilityBins): BinSum[] {
  const sums = Array.from({ length: count }, () => ({ n: 0, probability: 0, outcome: 0 }));
  for (const [index, bin] of of.entries()) {
    const sum = sums[bin] as { n: number; probability: number; outcome: number };
    sum.n += 1;
    sum.probability += probabilities[index] as number;
    sum.outcome += outcomes[index] as number;
  }
  return sums;
}
