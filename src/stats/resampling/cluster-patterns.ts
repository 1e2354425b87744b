import type { DenseClusters } from '../clusters.ts';

/**
 * What a cluster adds to a tally: `amounts[i]` to cell `cells[i]`. Clusters that add the same are one pattern with a `weight`, so that
 * resampling takes a binomial draw a pattern instead of a uniform one a cluster.
 */
export type ClusterPattern = {
  readonly weight: number;
  readonly cells: readonly number[];
  readonly amounts: readonly number[];
};

/** Patterns in flat arrays: pattern p adds the cells from `starts[p]` to `starts[p + 1]`. */
export type FlatPatterns = { readonly starts: Int32Array; readonly cells: Int32Array; readonly amounts: Float64Array };

/** Lays patterns out for `addPatterns`. */
export function flatPatterns(patterns: readonly ClusterPattern[]): FlatPatterns {
  let end = 0;
  return {
    starts: Int32Array.from([0, ...patterns.map(({ cells }) => (end += cells.length))]),
    cells: Int32Array.from(patterns.flatMap(({ cells }) => cells)),
    amounts: Float64Array.from(patterns.flatMap(({ amounts }) => amounts)),
  };
}

/** Adds each pattern to a tally `times[p]` times: the inner loop of every resampling. */
export function addPatterns(tally: Float64Array, { starts, cells, amounts }: FlatPatterns, times: ArrayLike<number>): void {
  for (let pattern = 0; pattern < starts.length - 1; pattern += 1) {
    const count = times[pattern] as number;
    if (count === 0) continue;
    const end = starts[pattern + 1] as number;
    for (let index = starts[pattern] as number; index < end; index += 1) {
      const cell = cells[index] as number;
      tally[cell] = (tally[cell] as number) + count * (amounts[index] as number);
    }
  }
}

/** A cluster as the codes of its observations, sorted: `codes[i]` occurs `amounts[i]` times; `weight` clusters are like it. */
export type CodePattern = { readonly weight: number; readonly codes: readonly number[]; readonly amounts: readonly number[] };

/**
 * The distinct clusters of coded observations. `codes` are integers, one an observation. O(n log m) for clusters of m, and only
 * O(n) for singletons, which are as many patterns as there are codes.
 */
export function codePatterns(codes: ArrayLike<number>, clusters: DenseClusters): CodePattern[] {
  return clusters.count === codes.length ? singletonPatterns(codes) : groupedPatterns(codes, clusters);
}

function singletonPatterns(codes: ArrayLike<number>): CodePattern[] {
  const weights = new Map<number, number>();
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] as number;
    weights.set(code, (weights.get(code) ?? 0) + 1);
  }
  return [...weights].sort(([a], [b]) => a - b).map(([code, weight]) => ({ weight, codes: [code], amounts: [1] }));
}

function groupedPatterns(codes: ArrayLike<number>, { of, count }: DenseClusters): CodePattern[] {
  const starts = clusterStarts(of, count);
  const sorted = new Float64Array(codes.length);
  const next = starts.slice(0, count);
  for (let index = 0; index < of.length; index += 1) {
    const place = of[index] as number;
    const slot = next[place] as number;
    sorted[slot] = codes[index] as number;
    next[place] = slot + 1;
  }
  const weights = new Map<string, number>();
  for (let place = 0; place < count; place += 1) {
    const key = sorted
      .subarray(starts[place], starts[place + 1])
      .sort()
      .join();
    weights.set(key, (weights.get(key) ?? 0) + 1);
  }
  // In the order of the keys: a seed then gives the same draws whatever the order of the rows.
  return [...weights].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, weight]) => ({ weight, ...runLengths(key) }));
}

/** Where each cluster's observations begin when they are laid out cluster by cluster; one entry more than clusters. */
function clusterStarts(of: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const place of of) starts[place + 1] = (starts[place + 1] as number) + 1;
  for (let place = 0; place < count; place += 1) starts[place + 1] = (starts[place + 1] as number) + (starts[place] as number);
  return starts;
}

function runLengths(key: string): { codes: number[]; amounts: number[] } {
  const codes: number[] = [];
  const amounts: number[] = [];
  for (const text of key.split(',')) {
    const code = Number(text);
    if (codes.at(-1) === code) amounts[amounts.length - 1] = (amounts.at(-1) as number) + 1;
    else {
      codes.push(code);
      amounts.push(1);
    }
  }
  return { codes, amounts };
}
