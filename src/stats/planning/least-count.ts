/** Beyond so many items a plan is given up. */
export const mostItems = 10_000_000;

/**
 * The least whole number from `from` on at which something holds, if it holds for all larger ones too; `undefined` beyond ten
 * million.
 *
 * Doubles, then halves. Where the condition is only nearly monotone (the power of an exact test), the result holds, and a
 * slightly smaller number may as well.
 */
export function leastCount(holds: (count: number) => boolean, from = 1): number | undefined {
  let high = from;
  while (!holds(high)) {
    if (high >= mostItems) return undefined;
    high = Math.min(mostItems, high * 2);
  }
  let low = high === from ? from - 1 : Math.floor(high / 2);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The least number in `low`…`high` at which something holds, by halving, to twelve digits; `undefined` where it does not at `high`. */
export function leastNumber(holds: (value: number) => boolean, low: number, high: number): number | undefined {
  if (!holds(high)) return undefined;
  let [below, above] = [low, high];
  for (let step = 0; step < 100 && above - below > 1e-13 * Math.max(1, above); step += 1) {
    const middle = (below + above) / 2;
    if (holds(middle)) above = middle;
    else below = middle;
  }
  return above;
}
