import { expect, test } from 'vitest';
import { chiSquareTail } from './chi-square-tail.ts';
import reference from './comparison.reference.json' with { type: 'json' };

test.each(reference.chiSquare)('scipy: P(X > $x) with $degrees', ({ x, degrees, p }) => {
  expect(Math.abs(chiSquareTail(x, degrees) / p - 1)).toBeLessThan(1e-9);
});

test('by hand: two degrees are exponential with mean 2', () => {
  expect(chiSquareTail(3, 2)).toBeCloseTo(Math.exp(-1.5), 13);
});

test('nothing is the least extreme', () => {
  expect(chiSquareTail(0, 3)).toBe(1);
});
