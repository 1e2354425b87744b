import { denseClusters, type DenseClusters } from '../clusters.ts';

/** Pairwise comparisons of systems, whose codes run from 0 to `systems` − 1, with the cluster of each. */
export type Comparisons = {
  readonly systems: number;
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
  /** 1 the first won, 0 the second, ½ a tie, NaN missing. */
  readonly results: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/** Comparisons that say something, and how often each system beat, and tied with, each other one. */
export type KnownComparisons = {
  readonly systems: number;
  readonly n: number;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly results: Float64Array;
  readonly clusters: DenseClusters;
  /** Wins of i over j at i · systems + j. */
  readonly wins: Float64Array;
  /** Ties of i and j, in both places. */
  readonly ties: Float64Array;
  /** Comparisons without a result, and of a system with itself. */
  readonly missing: number;
};

/** Counts comparisons. O(n + systems²). */
export function knownComparisons({ systems, first, second, results, clusters }: Comparisons): KnownComparisons {
  const places: number[] = [];
  const wins = new Float64Array(systems * systems);
  const ties = new Float64Array(systems * systems);
  const add = (cells: Float64Array, i: number, j: number): void => {
    cells[i * systems + j] = (cells[i * systems + j] as number) + 1;
  };
  for (let index = 0; index < results.length; index += 1) {
    const [i, j, result] = [first[index] as number, second[index] as number, results[index] as number];
    if (Number.isNaN(result) || i === j) continue;
    places.push(index);
    if (result === 1) add(wins, i, j);
    else if (result === 0) add(wins, j, i);
    else {
      add(ties, i, j);
      add(ties, j, i);
    }
  }
  return {
    systems,
    n: places.length,
    first: Int32Array.from(places, (index) => first[index] as number),
    second: Int32Array.from(places, (index) => second[index] as number),
    results: Float64Array.from(places, (index) => results[index] as number),
    clusters: denseClusters(places.map((index) => clusters[index] as number)),
    wins,
    ties,
    missing: results.length - places.length,
  };
}
