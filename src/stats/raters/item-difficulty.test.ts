import { expect, test } from 'vitest';
import { disagreementShare, relativeEntropy } from './item-difficulty.ts';

test('share of pairs that differ', () => {
  const table = { raters: 4, classes: 3, codes: [0, 0, 0, 0, 0, 0, 1, -1, 0, 1, 2, -1, 2, -1, -1, -1, -1, -1, -1, -1] };
  // All alike; (a, a, b): pairs ab, ab of three; all differ; one label; none.
  expect([0, 1, 2, 3, 4].map((item) => disagreementShare(table, item))).toEqual([
    0,
    expect.closeTo(2 / 3, 12),
    1,
    undefined,
    undefined,
  ]);
});

test('relative entropy', () => {
  expect(relativeEntropy([0.5, 0.5])).toBeCloseTo(1, 12);
  expect(relativeEntropy([1, 0, 0])).toBe(0);
  // −(.9 log .9 + .1 log .1)/log 2 = 0.4690.
  expect(relativeEntropy([0.9, 0.1])).toBeCloseTo(0.469, 4);
  expect(relativeEntropy([1])).toBe(0);
});
