import type { ClusterPattern } from './cluster-patterns.ts';

/**
 * Clusters dealt at random into fewer, larger ones, so that a bootstrap over very many distinct clusters takes bounded time.
 *
 * Groups of independent clusters are independent clusters, and the variance between `groups` of them is that of the clusters but
 * for a relative error of 1/√(2 · groups): 1% with 5,000. Dealt at random, for sorted ones would be stratified, and their
 * variance too small.
 *
 * @param patterns whole weights.
 * @param groups clusters wanted, fewer than there are; their sizes differ by one cluster at most.
 * @param random uniform numbers in [0, 1), seeded.
 * @returns patterns of weight 1. Cost O(clusters + groups · cells).
 */
export function mergedClusters(
  patterns: readonly ClusterPattern[],
  { groups, cells }: { readonly groups: number; readonly cells: number },
  random: () => number,
): ClusterPattern[] {
  const places = shuffled(patterns, random);
  const tallies = Array.from({ length: groups }, () => new Float64Array(cells));
  for (const [index, place] of places.entries()) {
    const pattern = patterns[place] as ClusterPattern;
    const tally = tallies[index % groups] as Float64Array;
    for (const [at, cell] of pattern.cells.entries()) tally[cell] = (tally[cell] as number) + (pattern.amounts[at] as number);
  }
  const all = Array.from({ length: cells }, (_, cell) => cell);
  return tallies.map((tally) => ({ weight: 1, cells: all, amounts: Array.from(tally) }));
}

/** Each cluster's pattern, in random order. */
function shuffled(patterns: readonly ClusterPattern[], random: () => number): Int32Array {
  const places = new Int32Array(patterns.reduce((sum, { weight }) => sum + weight, 0));
  let end = 0;
  for (const [place, { weight }] of patterns.entries()) places.fill(place, end, (end += weight));
  for (let index = places.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const kept = places[index] as number;
    places[index] = places[other] as number;
    places[other] = kept;
  }
  return places;
}
