import { expect, test } from 'vitest';
import { exactSpreadP } from './spread-distribution.ts';

test('two clusters of three judges by hand', () => {
  // 1 0 0 and 1 0 0: both ones on one judge in 1 of 3 (spread 8/3), on two judges in 2 of 3 (spread 2/3).
  const clusters = [[1, 0, 0], [1, 0, 0]]; // prettier-ignore
  expect(exactSpreadP(clusters, 8 / 3)).toBeCloseTo(1 / 3, 14);
  expect(exactSpreadP(clusters, 2 / 3)).toBeCloseTo(1, 14);
  expect(exactSpreadP(clusters, 3)).toBe(0);
});

test('no cluster: spread 0 is all there is; too many orders: not counted', () => {
  expect(exactSpreadP([], 0)).toBe(1);
  expect(exactSpreadP([Array.from({ length: 12 }, (_, judge) => judge)], 1)).toBeUndefined();
});
