import { confusionTotal, goldCount, hitCount, verdictCount, type Confusion } from './confusion.ts';

/** Share of right verdicts, 0–1, higher is better; undefined on an empty table. Reference: scikit-learn `accuracy_score`. */
export function accuracy(table: Confusion): number | undefined {
  let hits = 0;
  for (let of = 0; of < table.classes; of += 1) hits += hitCount(table, of);
  return ratio(hits, confusionTotal(table));
}

/** Of the verdicts that name the class, the share that is right; undefined where none names it. */
export function precision(table: Confusion, of: number): number | undefined {
  return ratio(hitCount(table, of), verdictCount(table, of));
}

/** Of the gold of the class, the share that was found; undefined where gold has none of it. */
export function recall(table: Confusion, of: number): number | undefined {
  return ratio(hitCount(table, of), goldCount(table, of));
}

/** 2 TP / (2 TP + FP + FN), the harmonic mean of precision and recall; undefined where neither gold nor a verdict has the class. */
export function f1(table: Confusion, of: number): number | undefined {
  return ratio(2 * hitCount(table, of), goldCount(table, of) + verdictCount(table, of));
}

/** A score of one class. */
export type ClassScore = (table: Confusion, of: number) => number | undefined;

/**
 * The unweighted mean of a class score over the classes where it is defined; undefined where it is for none.
 *
 * A class that no verdict names has no precision: it is left out and not counted as 0, which would turn an absent figure into a bad one.
 * (scikit-learn puts 0 there with a warning; where every class is in gold and verdicts both agree.)
 *
 * @param among the classes to look at; default all.
 */
export function macro(score: ClassScore, table: Confusion, among?: readonly number[]): number | undefined {
  let sum = 0;
  let defined = 0;
  const length = among?.length ?? table.classes;
  for (let index = 0; index < length; index += 1) {
    const value = score(table, among === undefined ? index : (among[index] as number));
    if (value === undefined) continue;
    sum += value;
    defined += 1;
  }
  return ratio(sum, defined);
}

/**
 * Mean recall over the classes of gold, 0–1: what a judge that ignores the item gets is 1 over their number. Undefined where gold has
 * fewer than two classes: there is nothing to balance, and a judge that knows one word would get 1.
 *
 * Reference: scikit-learn `balanced_accuracy_score`.
 */
export function balancedAccuracy(table: Confusion): number | undefined {
  return goldClasses(table).length < 2 ? undefined : macro(recall, table);
}

/** Classes that gold has at least once. */
export function goldClasses(table: Confusion): number[] {
  return Array.from({ length: table.classes }, (_, of) => of).filter((of) => goldCount(table, of) > 0);
}

/** Classes that some verdict names. */
export function verdictClasses(table: Confusion): number[] {
  return Array.from({ length: table.classes }, (_, of) => of).filter((of) => verdictCount(table, of) > 0);
}

function ratio(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined;
}
