import { defaultLevel } from '../interval.ts';
import { plannedDesignEffect } from './design-effect.ts';
import { itemsForProportionWidth } from './interval-width.ts';

/** What a wished interval takes with so many draws an item. */
export type RepeatsRow = { readonly repeats: number; readonly items: number; readonly calls: number; readonly cost: number };

export type RepeatsPlan = {
  /** Wished width of the interval of the accuracy, both sides together. */
  readonly width: number;
  /** Accuracy expected. */
  readonly proportion: number;
  /** Correlation of two draws of one item, 0–1: near 1 for a judge that repeats itself. */
  readonly correlation: number;
  /** Cost of one more item (its label), and of one more call, in one unit; default 0 and 1. */
  readonly itemCost?: number;
  readonly callCost?: number;
  readonly level?: number;
};

/**
 * Items and calls for a wished width, for each number of draws an item: r draws have the design effect 1 + (r − 1)ρ.
 *
 * Draws only tell of the item they are of: at ρ = 1 they tell nothing, and the items needed stay as they are. Rows whose items
 * would pass ten million are left out.
 *
 * @param repeats numbers of draws, 1 or more each.
 */
export function repeatsTable(
  repeats: readonly number[],
  { width, proportion, correlation, itemCost = 0, callCost = 1, level = defaultLevel }: RepeatsPlan,
): RepeatsRow[] {
  return repeats.flatMap((draws) => {
    const designEffect = plannedDesignEffect({ clusterSize: draws, correlation });
    const observations = itemsForProportionWidth(width, proportion, { level, designEffect });
    if (observations === undefined) return [];
    const items = Math.ceil(observations / draws);
    return [{ repeats: draws, items, calls: items * draws, cost: items * (itemCost + draws * callCost) }];
  });
}

/**
 * Draws an item that give the narrowest interval for the money: the least of (1 + (r − 1)ρ)/r · (itemCost + r · callCost).
 *
 *     r = √(itemCost/callCost · (1 − ρ)/ρ), at least 1
 *
 * Not rounded. Infinite at ρ = 0 where items cost something, or where calls are free; 1 where draws are all alike (ρ = 1).
 *
 * Source: Cochran 1977, Sampling Techniques, §10.6.
 */
export function bestRepeats({
  correlation,
  itemCost,
  callCost,
}: {
  readonly correlation: number;
  readonly itemCost: number;
  readonly callCost: number;
}): number {
  if (correlation >= 1 || itemCost <= 0) return 1;
  return Math.max(1, Math.sqrt((itemCost / callCost) * ((1 - correlation) / correlation)));
}
