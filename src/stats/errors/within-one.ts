import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';

/** Levels of an ordinal scale, codes from 0 in order, −1 where missing; with the cluster of each. */
export type OrdinalPairs = {
  readonly gold: ArrayLike<number>;
  readonly verdicts: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/**
 * The share of verdicts that are gold's level or the next one up or down, 0–1, higher is better.
 *
 * Read it with what a judge gets that always names the best single level: on three levels that is everything with gold 0 to 2, and on
 * two it is always 1. `clusteredProportion`, with its interval, assumptions and degenerate cases: all within one of few has a width. O(n).
 *
 * @returns undefined with `no observation` where no pair is whole; pairs with a −1 are `missing`.
 *
 * Reference: Wilson's interval of the share (statsmodels).
 */
export function withinOneAgreement({ gold, verdicts, clusters }: OrdinalPairs, options: EstimateOptions = {}): Estimate {
  const near: number[] = [];
  const ids: number[] = [];
  for (let index = 0; index < gold.length; index += 1) {
    const [of, verdict] = [gold[index] as number, verdicts[index] as number];
    if (of < 0 || verdict < 0) continue;
    near.push(Math.abs(of - verdict) <= 1 ? 1 : 0);
    ids.push(clusters[index] as number);
  }
  return clusteredProportion(near, ids, { ...options, missing: (options.missing ?? 0) + gold.length - near.length });
}
