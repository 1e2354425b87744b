import { denseClusters } from '../clusters.ts';

/**
 * Deals whole clusters into folds, at random and in numbers that differ by one at most.
 *
 * @param clusters cluster id of each item.
 * @param folds how many, 2 or more.
 * @param random uniform numbers in [0, 1), seeded.
 * @returns the fold of each item, from 0. O(n).
 */
export function clusterFolds(clusters: ArrayLike<number>, folds: number, random: () => number): Int32Array {
  const { of, count } = denseClusters(clusters);
  const foldOf = Int32Array.from({ length: count }, (_, cluster) => cluster % folds);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const kept = foldOf[last] as number;
    foldOf[last] = foldOf[other] as number;
    foldOf[other] = kept;
  }
  return of.map((cluster) => foldOf[cluster] as number);
}
