import { denseClusters } from '../clusters.ts';

/** How often each judge was right, in each cluster and in all, on the items that every judge was scored on. */
export type RightTallies = {
  readonly right: readonly (readonly number[])[];
  readonly totals: readonly number[];
  readonly n: number;
  readonly missing: number;
  readonly groups: number;
};

/**
 * Tallies k judges by cluster.
 *
 * @param judges one array a judge: 1 right, 0 wrong, −1 missing, one entry an item. An item that a judge misses counts as
 *   `missing` only.
 * @param clusters the cluster of each item.
 */
export function rightTallies(judges: readonly ArrayLike<number>[], clusters: ArrayLike<number>): RightTallies {
  const kept = Array.from({ length: clusters.length }, (_, item) => item).filter((item) =>
    judges.every((judge) => (judge[item] as number) >= 0),
  );
  const { of, count } = denseClusters(kept.map((item) => clusters[item] as number));
  const right = Array.from({ length: count }, () => judges.map(() => 0));
  for (const [index, item] of kept.entries()) {
    const sums = right[of[index] as number] as number[];
    for (const [judge, values] of judges.entries()) sums[judge] = (sums[judge] as number) + (values[item] as number);
  }
  const totals = judges.map((_, judge) => right.reduce((sum, sums) => sum + (sums[judge] as number), 0));
  return { right, totals, n: kept.length, missing: clusters.length - kept.length, groups: count };
}
