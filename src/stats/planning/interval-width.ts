import { studentCritical } from '../distributions.ts';
import { defaultLevel } from '../interval.ts';
import { wilsonInterval } from '../proportions/wilson.ts';
import { leastCount } from './least-count.ts';

export type WidthOptions = {
  /** Of the interval; default .95. */
  readonly level?: number;
  /** Design effect (`plannedDesignEffect`), 1 for single items. */
  readonly designEffect?: number;
};

/**
 * Items for a Wilson interval no wider than `width` (both sides together), at a proportion expected; the widest is at .5.
 *
 * In clusters n is the number of items over the design effect. Undefined beyond ten million.
 *
 * Reference: .9 and a width of .1 need 141. Source: `wilsonInterval`.
 */
export function itemsForProportionWidth(
  width: number,
  proportion: number,
  { level = defaultLevel, designEffect = 1 }: WidthOptions = {},
): number | undefined {
  return leastCount((items) => {
    const { low, high } = wilsonInterval(proportion, items / designEffect, level);
    return high - low <= width;
  });
}

/** Items for Student's interval of a mean no wider than `width`, at a standard deviation expected: 2 t(n − 1) s √(D/n). */
export function itemsForMeanWidth(
  width: number,
  deviation: number,
  { level = defaultLevel, designEffect = 1 }: WidthOptions = {},
): number | undefined {
  return leastCount(
    (items) => 2 * studentCritical(level, items / designEffect - 1) * deviation * Math.sqrt(designEffect / items) <= width,
    2,
  );
}
