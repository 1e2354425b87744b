import type { ClassScore } from './class-scores.ts';
import { goldCount, type Confusion } from './confusion.ts';

/**
 * The mean of a class score over gold's classes, each weighted by its share of gold: F1 as scikit-learn's `weighted` has it.
 *
 * Common classes dominate it as they do accuracy; `macro` counts all classes alike. A class of gold without a score (a precision
 * that no verdict gives) is left out with its weight. Undefined where nothing is left. O(classes²).
 *
 * Reference: scikit-learn `f1_score(average="weighted")`.
 */
export function goldWeighted(score: ClassScore, table: Confusion): number | undefined {
  let sum = 0;
  let weights = 0;
  for (let of = 0; of < table.classes; of += 1) {
    const weight = goldCount(table, of);
    const value = weight > 0 ? score(table, of) : undefined;
    if (value === undefined) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights > 0 ? sum / weights : undefined;
}
