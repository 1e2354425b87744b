import { expect, test } from 'vitest';
import { drawNormal, testRandom } from '../testing/simulation.ts';
import { mergedClusters } from './merged-clusters.ts';

test('nothing is lost, and groups are as large as one another', () => {
  const patterns = [
    { weight: 7, cells: [0, 1], amounts: [2, 1] },
    { weight: 3, cells: [1], amounts: [1] },
  ];
  const merged = mergedClusters(patterns, { groups: 5, cells: 2 }, testRandom(1));
  expect(merged).toHaveLength(5);
  expect(merged.reduce((sum, { amounts }) => sum + (amounts[0] as number), 0)).toBe(14);
  // Cell 1 counts clusters: two a group.
  expect(merged.map(({ amounts, weight }) => [amounts[1], weight])).toEqual(Array.from({ length: 5 }, () => [2, 1]));
});

test('the variance between groups is that of the clusters', () => {
  const random = testRandom(2);
  // Sorted, which dealing one by one would stratify.
  const values = Array.from({ length: 60_000 }, () => drawNormal(random)).sort((a, b) => a - b);
  const patterns = values.map((value) => ({ weight: 1, cells: [0], amounts: [value] }));
  const merged = mergedClusters(patterns, { groups: 5000, cells: 1 }, random);
  const mean = values.reduce((sum, value) => sum + value, 0) / 5000;
  const variance = merged.reduce((sum, { amounts }) => sum + ((amounts[0] as number) - mean) ** 2, 0) / 4999;
  // 12 clusters a group, of variance 1; standard error 2%.
  expect(Math.abs(variance / 12 - 1)).toBeLessThan(0.07);
});
