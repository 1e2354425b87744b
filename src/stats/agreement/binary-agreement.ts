import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';
import { pairedProportionDifference } from '../proportions/paired-difference.ts';

/** What κ of two raters on two classes is made of. */
export type BinaryAgreement = {
  /** Share of items on which both say the same, 0–1. */
  readonly agreement: Estimate;
  /** (both 1 − both 0) / n, −1…1: how uneven the classes are. */
  readonly prevalence: Estimate;
  /** (first alone says 1 − second alone says 1) / n, −1…1: how much more often the first says 1. */
  readonly bias: Estimate;
  /** 2 · agreement − 1, −1…1: κ as it would be with even classes and no bias. */
  readonly pabak: Estimate;
};

export type BinaryAgreementOptions = EstimateOptions & {
  /** Cluster id of each item; items are independent without it. */
  readonly clusters?: ArrayLike<number>;
};

/**
 * Agreement, prevalence index, bias index and PABAK of two raters on codes 0 and 1; −1 is missing. κ falls as |prevalence|
 * grows, at the same agreement, and rises with |bias|; these say how much of a low κ is that.
 *
 * Items that one of both left out are `missing`. Intervals: agreement and PABAK, Wilson's (`clusteredProportion`); the indices,
 * adjusted Wald (`pairedProportionDifference`; a mean of −1, 0, 1 too). All defined from one item on, one class included; `no
 * observation` or `no paired observation` without. O(n).
 *
 * Reference: by hand, 40 both 1, 9 and 6, 45 both 0: .85, −.05, .03, .70. Source: Byrt, Bishop and Carlin 1993, J. Clin.
 * Epidemiol. 46.
 */
export function binaryAgreement(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  { clusters, ...options }: BinaryAgreementOptions = {},
): BinaryAgreement {
  const agree: number[] = [];
  const both: number[] = [];
  const alone: number[] = [];
  const ids: number[] = [];
  for (let item = 0; item < first.length; item += 1) {
    const a = first[item] as number;
    const b = second[item] as number;
    if (a < 0 || b < 0) continue;
    agree.push(a === b ? 1 : 0);
    both.push(a === b ? 2 * a - 1 : 0);
    alone.push(a - b);
    ids.push(clusters === undefined ? item : (clusters[item] as number));
  }
  const given = { ...options, missing: first.length - ids.length + (options.missing ?? 0) };
  const agreement = clusteredProportion(agree, ids, given);
  return {
    agreement,
    prevalence: pairedProportionDifference(both, ids, given),
    bias: pairedProportionDifference(alone, ids, given),
    pabak:
      agreement.status === 'ok'
        ? { ...agreement, value: 2 * agreement.value - 1, low: 2 * agreement.low - 1, high: 2 * agreement.high - 1 }
        : agreement,
  };
}
