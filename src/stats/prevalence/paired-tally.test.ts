import { expect, test } from 'vitest';
import { pairedTally } from './paired-tally.ts';

test('sums by cluster, in order of first appearance', () => {
  expect(pairedTally([1, 2, 3], [4, 5, 6], [9, 2, 9])).toEqual({
    sizes: Float64Array.of(2, 1),
    truths: Float64Array.of(4, 2),
    predictions: Float64Array.of(10, 5),
  });
  expect(pairedTally([], [], []).sizes).toHaveLength(0);
});
