import type { Panel } from './panel.ts';

/**
 * How right a panel's weighted vote is on one item: 1, 0, or with t classes first by the same total, of which gold is one, 1/t,
 * which is what a tie broken at random gets.
 *
 * A vote adds its member's weight to the class it names. Members without a verdict do not vote. Undefined without gold or
 * without a verdict.
 *
 * @param weights one a member; equal ones are the majority (plurality) vote.
 */
export function voteCredit(panel: Panel, item: number, weights: ArrayLike<number>): number | undefined {
  const { raters, classes, codes, gold } = panel;
  const truth = gold[item] as number;
  if (truth < 0) return undefined;
  const totals = new Float64Array(classes);
  let votes = 0;
  for (let member = 0; member < raters; member += 1) {
    const verdict = codes[item * raters + member] as number;
    if (verdict < 0) continue;
    votes += 1;
    totals[verdict] = (totals[verdict] as number) + (weights[member] as number);
  }
  if (votes === 0) return undefined;
  const most = Math.max(...totals);
  // Sums of the same weights in another order are equal but for rounding.
  const first = totals.reduce((count, total) => count + (total >= most - 1e-9 ? 1 : 0), 0);
  return (totals[truth] as number) >= most - 1e-9 ? 1 / first : 0;
}
