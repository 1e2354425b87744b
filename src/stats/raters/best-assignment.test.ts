import { expect, test } from 'vitest';
import { testRandom } from '../testing/simulation.ts';
import { bestAssignment } from './best-assignment.ts';

function orders(size: number): number[][] {
  if (size === 0) return [[]];
  return orders(size - 1).flatMap((rest) =>
    Array.from({ length: size }, (_, place) => [...rest.slice(0, place), size - 1, ...rest.slice(place)]),
  );
}

test('is the best of all orders', () => {
  const random = testRandom(11);
  for (let trial = 0; trial < 200; trial += 1) {
    const size = 1 + (trial % 5);
    const gains = Float64Array.from({ length: size * size }, () => Math.round(random() * 20) - 8);
    const sum = (columns: readonly number[]): number =>
      columns.reduce((total, column, row) => total + (gains[row * size + column] as number), 0);
    expect(sum(bestAssignment(gains, size))).toBe(Math.max(...orders(size).map(sum)));
  }
});

test('keeps the identity where nothing is better; of nothing is nothing', () => {
  expect(bestAssignment([1, 1, 1, 1], 2)).toEqual([0, 1]);
  expect(bestAssignment([0, 3, 3, 0], 2)).toEqual([1, 0]);
  expect(bestAssignment([], 0)).toEqual([]);
});
