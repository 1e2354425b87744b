import { ascendingOrder, tieEnd } from '../association/mid-ranks.ts';
import type { CalibrationFit, CalibrationFitOptions, IsotonicCalibration } from './calibration.ts';
import { usableScores, type ScoredOutcomes } from './scored-outcomes.ts';

/** Fewer independent observations give no isotonic regression where no other number is named: it would follow the noise. */
export const leastForIsotonic = 100;

/**
 * Isotonic regression: the rising step function of the score with the least squared error, by pooling adjacent violators.
 *
 * Equal scores are one point, their mean outcome weighted by their number. Between the ends of two steps the map is linear, as
 * scikit-learn has it; below the first and above the last score it is constant. It assumes only that the rate rises with the score; it
 * ties scores that the data do not tell apart, and its first and last steps are often 0 and 1 exactly, which a log loss does not forgive.
 *
 * Refused with the reason: no observation, fewer than `least` clusters (100), outcomes of one class, one value of the score, a rate that
 * rises nowhere (one step: a constant). O(n log n).
 *
 * Reference: scikit-learn `IsotonicRegression(out_of_bounds="clip")`. Source: Ayer et al. 1955, Ann. Math. Stat. 26; Zadrozny and Elkan
 * 2002, KDD.
 */
export function fitIsotonic(
  data: ScoredOutcomes,
  { least = leastForIsotonic }: CalibrationFitOptions = {},
): CalibrationFit<IsotonicCalibration> {
  const usable = usableScores(data, least);
  if (usable.status === 'undefined') return usable;
  const { n, from, to, missing } = usable;
  const blocks = pooledBlocks(usable.scores, usable.outcomes);
  if (blocks.length === 1) return { status: 'undefined', reason: 'the rate rises nowhere with the score', n, missing };
  const scores: number[] = [];
  const probabilities: number[] = [];
  for (const { first, last, sum, weight } of blocks) {
    scores.push(first);
    probabilities.push(sum / weight);
    if (last === first) continue;
    scores.push(last);
    probabilities.push(sum / weight);
  }
  return { status: 'ok', calibration: { kind: 'isotonic', scores, probabilities, n, from, to }, missing };
}

type Block = { first: number; last: number; sum: number; weight: number };

function pooledBlocks(scores: Float64Array, outcomes: Float64Array): Block[] {
  const order = ascendingOrder(scores);
  const blocks: Block[] = [];
  for (let start = 0; start < order.length;) {
    const end = tieEnd(scores, order, start);
    const score = scores[order[start] as number] as number;
    let sum = 0;
    for (let place = start; place < end; place += 1) sum += outcomes[order[place] as number] as number;
    let block: Block = { first: score, last: score, sum, weight: end - start };
    // Outcomes are whole: products and not quotients are compared, so equal rates are found equal.
    for (let before = blocks.at(-1); before !== undefined && before.sum * block.weight >= block.sum * before.weight;) {
      blocks.pop();
      block = { first: before.first, last: block.last, sum: before.sum + block.sum, weight: before.weight + block.weight };
      before = blocks.at(-1);
    }
    blocks.push(block);
    start = end;
  }
  return blocks;
}
