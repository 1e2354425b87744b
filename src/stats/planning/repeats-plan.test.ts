import { expect, test } from 'vitest';
import { bestRepeats, repeatsTable } from './repeats-plan.ts';

const plan = { width: 0.1, proportion: 0.5, correlation: 0.5 };

test('by hand: 381 single items; two draws at ρ = .5 are worth 1.33', () => {
  // D = 1.5: 380.3 · 1.5 = 570.4 observations, 571, of 286 items.
  expect(repeatsTable([1, 2], plan)).toEqual([
    { repeats: 1, items: 381, calls: 381, cost: 381 },
    { repeats: 2, items: 286, calls: 572, cost: 572 },
  ]);
});

test('a judge that repeats itself: draws tell nothing; one without memory: only calls count', () => {
  expect(repeatsTable([1, 5], { ...plan, correlation: 1 }).map(({ items }) => items)).toEqual([381, 381]);
  expect(repeatsTable([1, 5], { ...plan, correlation: 0 }).map(({ items }) => items)).toEqual([381, 77]);
});

test('the best number of draws costs least', () => {
  const costs = { itemCost: 20, callCost: 1, correlation: 0.5 };
  expect(bestRepeats(costs)).toBeCloseTo(Math.sqrt(20), 12);
  const table = repeatsTable([1, 2, 3, 4, 5, 6, 8, 12], { ...plan, ...costs });
  const least = table.toSorted((a, b) => a.cost - b.cost)[0];
  expect([4, 5]).toContain(least?.repeats);
});

test('edges', () => {
  expect(bestRepeats({ itemCost: 0, callCost: 1, correlation: 0 })).toBe(1);
  expect(bestRepeats({ itemCost: 5, callCost: 1, correlation: 1 })).toBe(1);
  expect(bestRepeats({ itemCost: 5, callCost: 1, correlation: 0 })).toBe(Number.POSITIVE_INFINITY);
  expect(repeatsTable([1], { ...plan, width: 0 })).toEqual([]);
});
