import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCount, leastNumber, mostItems } from './least-count.ts';

test('the least of all that hold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 1, max: 5 }), (least, from) => {
      expect(leastCount((count) => count >= least, from)).toBe(Math.max(least, from));
    }),
  );
});

test('none: undefined', () => {
  expect(leastCount(() => false)).toBeUndefined();
  expect(leastCount((count) => count > mostItems)).toBeUndefined();
  expect(leastNumber(() => false, 0, 1)).toBeUndefined();
});

test('a number, by halving', () => {
  expect(leastNumber((value) => value * value >= 2, 0, 2)).toBeCloseTo(Math.SQRT2, 11);
  expect(leastNumber(() => true, 0, 2)).toBeCloseTo(0, 11);
});
