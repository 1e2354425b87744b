/**
 * A square table of gold (rows) against verdicts (columns) over `classes` classes, row by row: the count of gold g and verdict v
 * is at g · classes + v. Counts may be fractions (weights, resampled tallies).
 */
export type Confusion = { readonly classes: number; readonly counts: ArrayLike<number> };

/** Counts pairs. `gold` and `verdicts` hold class codes from 0 to `classes` − 1, one pair an observation. O(n + classes²). */
export function confusionOf(gold: ArrayLike<number>, verdicts: ArrayLike<number>, classes: number): Confusion {
  const counts = new Float64Array(classes * classes);
  for (let index = 0; index < gold.length; index += 1) {
    const cell = (gold[index] as number) * classes + (verdicts[index] as number);
    counts[cell] = (counts[cell] as number) + 1;
  }
  return { classes, counts };
}

/** Observations in the table. */
export function confusionTotal({ counts }: Confusion): number {
  let total = 0;
  for (let cell = 0; cell < counts.length; cell += 1) total += counts[cell] as number;
  return total;
}

/** Observations whose gold is the class. */
export function goldCount({ classes, counts }: Confusion, of: number): number {
  let total = 0;
  for (let verdict = 0; verdict < classes; verdict += 1) total += counts[of * classes + verdict] as number;
  return total;
}

/** Observations whose verdict is the class. */
export function verdictCount({ classes, counts }: Confusion, of: number): number {
  let total = 0;
  for (let gold = 0; gold < classes; gold += 1) total += counts[gold * classes + of] as number;
  return total;
}

/** Observations whose gold and verdict are the class. */
export function hitCount({ classes, counts }: Confusion, of: number): number {
  return counts[of * classes + of] as number;
}
