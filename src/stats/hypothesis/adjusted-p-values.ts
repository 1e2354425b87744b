export type AdjustmentOptions = {
  /**
   * Hypotheses of the family, where more were looked at than have a p-value here. Fewer than the defined p-values is read as
   * their number.
   */
  readonly hypotheses?: number;
};

/**
 * Holm's step-down p-values: rejecting those at or under α keeps the chance of any false rejection at α, whatever the dependence.
 *
 *     p̃(i) = max over j ≤ i of min(1, (m − j + 1) · p(j)),   p(1) ≤ … ≤ p(m)
 *
 * An undefined p stays undefined and is not counted in m: no test was made, so nothing could have been falsely rejected. That is
 * right where it is the design that leaves it undefined (a slice without rows); where the data decide, or for a hypothesis that
 * was looked at and dropped, say how many there were with `hypotheses`. A test that moved nothing has p = 1, is defined, and
 * counts.
 *
 * Never smaller than p. Ties get the same value. O(m log m).
 *
 * @param pValues in 0–1, any order.
 * @returns in the same order.
 *
 * Reference (statsmodels): .01, .04, .03 give .03, .06, .06. Source: Holm 1979, Scand. J. Statist. 6.
 */
export function holmAdjusted(
  pValues: readonly (number | undefined)[],
  { hypotheses = 0 }: AdjustmentOptions = {},
): (number | undefined)[] {
  const { order, m } = sortedPlaces(pValues, hypotheses);
  const adjusted: (number | undefined)[] = pValues.map(() => undefined);
  let largest = 0;
  for (const [rank, place] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (m - rank) * (pValues[place] as number)));
    adjusted[place] = largest;
  }
  return adjusted;
}

/**
 * Benjamini and Hochberg's step-up p-values: rejecting those at or under q keeps the expected share of false ones among the
 * rejected at q, for independent tests and for those that depend positively.
 *
 *     p̃(i) = min over j ≥ i of min(1, m/j · p(j)),   p(1) ≤ … ≤ p(m)
 *
 * Undefined p-values and `hypotheses` as in `holmAdjusted`. Never smaller than p. O(m log m).
 *
 * Reference (statsmodels): .01, .04, .03 give .03, .04, .04. Source: Benjamini and Hochberg 1995, JRSS B 57.
 */
export function benjaminiHochbergAdjusted(
  pValues: readonly (number | undefined)[],
  { hypotheses = 0 }: AdjustmentOptions = {},
): (number | undefined)[] {
  const { order, m } = sortedPlaces(pValues, hypotheses);
  const adjusted: (number | undefined)[] = pValues.map(() => undefined);
  let least = 1;
  for (const [rank, place] of [...order.entries()].toReversed()) {
    least = Math.min(least, (m / (rank + 1)) * (pValues[place] as number));
    adjusted[place] = least;
  }
  return adjusted;
}

/** Places of the defined p-values, the smallest first, and the family's size. */
function sortedPlaces(pValues: readonly (number | undefined)[], hypotheses: number): { order: number[]; m: number } {
  const order = [...pValues.keys()].filter((place) => pValues[place] !== undefined);
  order.sort((a, b) => (pValues[a] as number) - (pValues[b] as number) || a - b);
  return { order, m: Math.max(order.length, hypotheses) };
}
