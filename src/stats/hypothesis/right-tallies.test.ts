import { expect, test } from 'vitest';
import { rightTallies } from './right-tallies.ts';

test('by cluster and in all, on the items that every judge was scored on', () => {
  const judges = [
    [1, 1, 0, 1],
    [0, 1, 1, -1],
  ];
  expect(rightTallies(judges, [7, 7, 2, 2])).toEqual({
    right: [
      [2, 1],
      [0, 1],
    ],
    totals: [2, 2],
    n: 3,
    missing: 1,
    groups: 2,
  });
});

test('nothing', () => {
  expect(rightTallies([[], []], [])).toEqual({ right: [], totals: [0, 0], n: 0, missing: 0, groups: 0 });
});
