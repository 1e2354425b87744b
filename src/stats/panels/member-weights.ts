import { itemCount } from '../agreement/rater-table.ts';
import type { Estimate } from '../estimate.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';
import { pairedProportionDifference } from '../proportions/paired-difference.ts';
import type { PanelOptions } from './panel-gain.ts';
import { voteCredit } from './panel-vote.ts';
import { memberTallies, type Panel } from './panel.ts';

/**
 * The weights with which independent members' votes are right most often: log-odds.
 *
 *     weight = log( p (q − 1) / (1 − p) ),   p = (right + 1) / (known + q)
 *
 * for q classes. p is Laplace's rule with the prior of a guess, 1/q: a member right ten times of ten has a finite weight, and
 * one without a known verdict has 0, as has one who guesses. A member worse than guessing gets a negative weight: its vote
 * speaks against the class.
 *
 * Optimal for independent errors, even classes and, with more than two, errors spread evenly; correlated members get too much
 * weight. All weights equal, or no member known: the majority vote or none. O(items · members).
 *
 * @param uses whether an item is learnt from.
 *
 * Reference: 9 of 10 right, two classes: log(10/2) = 1.609. Source: Nitzan and Paroush 1982, Int. Econ. Rev. 23.
 */
export function memberWeights(panel: Panel, uses: (item: number) => boolean = () => true): number[] {
  const { right, known } = memberTallies(panel, uses);
  const { classes } = panel;
  return right.map((count, member) => {
    const p = (count + 1) / ((known[member] as number) + classes);
    return classes < 2 ? 0 : Math.log((p * (classes - 1)) / (1 - p));
  });
}

export type WeightedPanel = {
  /** Log-odds weights of the members, from the training part. */
  readonly weights: readonly number[];
  /** Accuracy of the weighted vote on the held-out part, 0–1. */
  readonly weighted: Estimate;
  /** Accuracy of the majority vote there. */
  readonly majority: Estimate;
  /** Weighted less majority there, −1…1. */
  readonly gain: Estimate;
};

/**
 * The weighted vote against the majority: weights from the items of fold 0, everything else from the other folds.
 *
 * Intervals: `pairedProportionDifference` for the gain; Wilson's for accuracies (`clusteredProportion`). A tie's share counts
 * as it is. Items of the held-out part without gold or verdict are `missing`. Undefined where it holds nothing known: `no
 * observation`, `no paired observation`. O(items · members).
 *
 * @param folds the fold of each item, from `clusterFolds` with the same clusters.
 */
export function weightedPanel(
  panel: Panel,
  folds: ArrayLike<number>,
  { clusters, ...options }: PanelOptions = {},
): WeightedPanel {
  const weights = memberWeights(panel, (item) => folds[item] === 0);
  const even = new Float64Array(panel.raters).fill(1);
  const credits: number[] = [];
  const evenCredits: number[] = [];
  const ids: number[] = [];
  let missing = options.missing ?? 0;
  for (let item = 0; item < itemCount(panel); item += 1) {
    if (folds[item] === 0) continue;
    const credit = voteCredit(panel, item, weights);
    const evenCredit = voteCredit(panel, item, even);
    if (credit === undefined || evenCredit === undefined) {
      missing += 1;
      continue;
    }
    credits.push(credit);
    evenCredits.push(evenCredit);
    ids.push(clusters === undefined ? item : (clusters[item] as number));
  }
  const given = { ...options, missing };
  return {
    weights,
    weighted: clusteredProportion(credits, ids, given),
    majority: clusteredProportion(evenCredits, ids, given),
    gain: pairedProportionDifference(
      credits.map((credit, place) => credit - (evenCredits[place] as number)),
      ids,
      given,
    ),
  };
}
