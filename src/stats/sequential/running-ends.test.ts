import { expect, test } from 'vitest';
import { emptyRunning, narrowed } from './running-ends.ts';

test('an intersection, and an empty one', () => {
  const one = narrowed(emptyRunning, { low: 0, high: 2 });
  expect(one).toEqual({ low: 0, high: 2 });
  expect(narrowed(one, { low: 1, high: 5 })).toEqual({ low: 1, high: 2 });
  expect(narrowed(one, { low: 3, high: 5 })).toEqual({ low: 3, high: 2 });
  expect(JSON.parse(JSON.stringify(emptyRunning))).toEqual(emptyRunning);
});
