import { expect, test } from 'vitest';
import { sortedQuantile } from './sorted-quantile.ts';

test('between order statistics, by hand', () => {
  const sorted = Float64Array.of(1, 2, 4);
  expect([0, 0.25, 0.5, 0.75, 1, 2, -1].map((probability) => sortedQuantile(sorted, probability))).toEqual([
    1, 1.5, 2, 3, 4, 4, 1,
  ]);
  expect(sortedQuantile(Float64Array.of(7), 0.3)).toBe(7);
});
