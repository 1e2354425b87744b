import { expect, test } from 'vitest';
import { raterGroups } from './rater-groups.ts';

test('raters are together by items in common, also through others; one without a label is in none', () => {
  // Items: A and B, B and D, C alone, E never.
  const codes = [0, 1, -1, -1, -1, -1, 1, -1, 0, -1, -1, -1, 1, -1, -1];
  expect(raterGroups({ raters: 5, classes: 2, codes })).toEqual([[0, 1, 3], [2]]);
  expect(raterGroups({ raters: 2, classes: 2, codes: [] })).toEqual([]);
});
