import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { denseClusters } from '../clusters.ts';
import { addPatterns, codePatterns, flatPatterns } from './cluster-patterns.ts';

test('clusters that hold the same codes are one pattern', () => {
  // Clusters: 7 = {2, 1, 2}, 3 = {1, 2, 2}, 9 = {0}, 4 = {10, 9}.
  const codes = [2, 1, 1, 0, 10, 2, 2, 9, 2];
  const clusters = denseClusters([7, 7, 3, 9, 4, 3, 7, 4, 3]);
  expect(codePatterns(codes, clusters)).toEqual([
    { weight: 1, codes: [0], amounts: [1] },
    { weight: 2, codes: [1, 2], amounts: [1, 2] },
    { weight: 1, codes: [9, 10], amounts: [1, 1] },
  ]);
});

test('singletons: one pattern a code, in order of the codes', () => {
  expect(codePatterns([3, 10, 3, 0], denseClusters([4, 5, 6, 7]))).toEqual([
    { weight: 1, codes: [0], amounts: [1] },
    { weight: 2, codes: [3], amounts: [1] },
    { weight: 1, codes: [10], amounts: [1] },
  ]);
});

test('nothing', () => {
  expect(codePatterns([], denseClusters([]))).toEqual([]);
});

test('patterns add up to the observations, whatever the order of the rows', () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 8 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 80 }), (rows) => {
      const found = codePatterns(
        rows.map(([code]) => code),
        denseClusters(rows.map(([, cluster]) => cluster)),
      );
      const backwards = rows.toReversed();
      const again = codePatterns(
        backwards.map(([code]) => code),
        denseClusters(backwards.map(([, cluster]) => cluster)),
      );
      expect(again).toEqual(found);
      const tally = new Float64Array(6);
      addPatterns(
        tally,
        flatPatterns(found.map(({ weight, codes, amounts }) => ({ weight, cells: codes, amounts }))),
        found.map(({ weight }) => weight),
      );
      expect([...tally]).toEqual([0, 1, 2, 3, 4, 5].map((code) => rows.filter(([of]) => of === code).length));
    }),
  );
});
