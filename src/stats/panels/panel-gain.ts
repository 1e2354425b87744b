import { itemCount } from '../agreement/rater-table.ts';
import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { pairedProportionDifference } from '../proportions/paired-difference.ts';
import { voteCredit } from './panel-vote.ts';
import { memberTallies, rightsOf, type Panel } from './panel.ts';

export type PanelOptions = EstimateOptions & {
  /** Cluster id of each item; items are independent without it. */
  readonly clusters?: ArrayLike<number>;
};

export type PanelGain = {
  /** Accuracy of the majority less that of the best member, −1…1, on items where the member was not chosen. */
  readonly gain: Estimate;
  /** The member that was best on fold 0; undefined where nothing is known there. */
  readonly chosen: number | undefined;
};

/**
 * What a majority panel gains over its best member.
 *
 * The member that looks best on some items owes part of that to luck, and measured on the same items it beats the panel too
 * often (the winner's curse). So the member with the highest accuracy on fold 0 is chosen (the first of equals), and compared
 * with the panel on the other folds. The figure is what the panel gains over a member so chosen; over the truly best one it
 * gains less or as much. The interval is of paired differences (`pairedProportionDifference`) and holds for the choice as made.
 * Exchanging the folds and pooling is not done: with equal members the choices depend on one another, and the pooled interval
 * covers .83 to .92.
 *
 * Ties of the vote count as in `voteCredit`. `n` and `missing` are of the other folds; items without gold, without a verdict,
 * or without the chosen member's are `missing`.
 *
 * Undefined: `no item to choose on` (nothing known in fold 0); `no paired observation`. O(items · members).
 *
 * @param folds the fold of each item, from `clusterFolds` with the same clusters.
 */
export function panelGain(panel: Panel, folds: ArrayLike<number>, { clusters, ...options }: PanelOptions = {}): PanelGain {
  const { raters } = panel;
  const chosen = bestMember(panel, (item) => folds[item] === 0);
  const rights = rightsOf(panel);
  const even = new Float64Array(raters).fill(1);
  const differences: number[] = [];
  const ids: number[] = [];
  let missing = options.missing ?? 0;
  for (let item = 0; item < itemCount(panel); item += 1) {
    if (folds[item] === 0) continue;
    const credit = voteCredit(panel, item, even);
    const right = chosen === undefined ? -1 : (rights[item * raters + chosen] as number);
    if (credit === undefined || right < 0) {
      missing += 1;
      continue;
    }
    differences.push(credit - right);
    ids.push(clusters === undefined ? item : (clusters[item] as number));
  }
  if (chosen === undefined) return { gain: { status: 'undefined', reason: 'no item to choose on', n: 0, missing }, chosen };
  return { gain: pairedProportionDifference(differences, ids, { ...options, missing }), chosen };
}

function bestMember(panel: Panel, uses: (item: number) => boolean): number | undefined {
  const { right, known } = memberTallies(panel, uses);
  let best: number | undefined;
  let highest = -1;
  for (const [member, count] of known.entries()) {
    const accuracy = (right[member] as number) / count;
    if (count === 0 || accuracy <= highest) continue;
    best = member;
    highest = accuracy;
  }
  return best;
}
