import { confusionTotal, goldCount, hitCount, verdictCount, type Confusion } from './confusion.ts';

/**
 * Of the gold that is not of the class, the share whose verdict is not of it either: TN / (TN + FP), 0–1, higher is better.
 *
 * Undefined where all gold is of the class. For two classes it is the recall of the other one. O(classes²).
 *
 * Reference: scikit-learn `recall_score(pos_label=0)`.
 */
export function specificity(table: Confusion, of: number): number | undefined {
  const others = confusionTotal(table) - goldCount(table, of);
  const falselyNamed = verdictCount(table, of) - hitCount(table, of);
  return others > 0 ? (others - falselyNamed) / others : undefined;
}
