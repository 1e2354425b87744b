import { ascendingOrder, tieEnd } from '../association/mid-ranks.ts';

/** The area under the ROC curve and what each observation adds to it. */
export type AucComponents = {
  readonly value: number;
  readonly positives: number;
  readonly negatives: number;
  /**
   * DeLong's structural components, one an observation: of a positive the share of negatives under it, of a negative the share of
   * positives over it; ties count ½.
   */
  readonly components: Float64Array;
};

/**
 * The area under the ROC curve: the chance that a positive scores higher than a negative, ties counting ½ (Mann and Whitney's U over
 * the number of pairs). 1 separates fully, ½ is what chance gives, under ½ the score points the wrong way. O(n log n).
 *
 * @param scores any numbers, higher for more likely positive.
 * @param gold 1 positive, 0 negative.
 * @returns undefined where gold has one class only.
 *
 * Reference: scikit-learn `roc_auc_score`. Source: Hanley and McNeil 1982, Radiology 143.
 */
export function areaUnderCurve(scores: ArrayLike<number>, gold: ArrayLike<number>): number | undefined {
  return aucComponents(scores, gold)?.value;
}

/** The area with its components; undefined where gold has one class only. O(n log n). */
export function aucComponents(scores: ArrayLike<number>, gold: ArrayLike<number>): AucComponents | undefined {
  let positives = 0;
  for (let index = 0; index < gold.length; index += 1) positives += gold[index] as number;
  const negatives = gold.length - positives;
  if (positives === 0 || negatives === 0) return undefined;
  const order = ascendingOrder(scores);
  const components = new Float64Array(gold.length);
  let total = 0;
  let [positivesUnder, negativesUnder] = [0, 0];
  for (let start = 0; start < order.length;) {
    const end = tieEnd(scores, order, start);
    let tied = 0;
    for (let place = start; place < end; place += 1) tied += gold[order[place] as number] as number;
    const ofPositive = (negativesUnder + (end - start - tied) / 2) / negatives;
    const ofNegative = (positives - positivesUnder - tied / 2) / positives;
    for (let place = start; place < end; place += 1) {
      const index = order[place] as number;
      components[index] = gold[index] === 1 ? ofPositive : ofNegative;
    }
    total += tied * ofPositive;
    positivesUnder += tied;
    negativesUnder += end - start - tied;
    start = end;
  }
  return { value: total / positives, positives, negatives, components };
}
