import { clusterMoments, denseClusters, designEffect, tallyClusters, type DenseClusters } from '../clusters.ts';
import { codePatterns, type ClusterPattern } from '../resampling/cluster-patterns.ts';
import { confusionOf, type Confusion } from './confusion.ts';

/** Verdicts of one or two judges on the same observations, with gold. Codes run from 0 to `classes` − 1. */
export type ClassObservations = {
  readonly gold: ArrayLike<number>;
  /** One list a judge. */
  readonly verdicts: readonly ArrayLike<number>[];
  readonly clusters: ArrayLike<number>;
  readonly classes: number;
};

/** The observations laid out for resampling, over the classes that occur. */
export type ClassSample = {
  readonly n: number;
  readonly clusters: DenseClusters;
  /** `designEffect` of being right, or with two judges of the difference in being right. */
  readonly designEffect: number;
  /** The original codes of the compact classes, ascending. */
  readonly seen: readonly number[];
  /** One table a judge, over the compact classes. */
  readonly tables: readonly Confusion[];
  /** Distinct clusters; a tally holds the judges' tables one behind the other. */
  readonly patterns: readonly ClusterPattern[];
  /** The same with the two judges' tables exchanged; the patterns themselves for one judge. */
  readonly swapped: readonly ClusterPattern[];
};

/**
 * Compacts classes to those that gold or a verdict has (with one more where only one does, so that an error has a place to be), and
 * clusters to their distinct patterns. O(n).
 */
export function classSample({ gold, verdicts, clusters: ids, classes }: ClassObservations): ClassSample {
  const seen = seenClasses([gold, ...verdicts], classes);
  const places = new Int32Array(classes);
  for (const [place, code] of seen.entries()) places[code] = place;
  const compact = (codes: ArrayLike<number>): Int32Array => Int32Array.from(codes, (code) => places[code] as number);
  const [truth, ...judged] = [compact(gold), ...verdicts.map(compact)] as [Int32Array, ...Int32Array[]];
  const clusters = denseClusters(ids);
  const k = seen.length;
  const joint = Float64Array.from(truth, (of, index) => judged.reduce((code, list) => code * k + (list[index] as number), of));
  const found = codePatterns(joint, clusters);
  const toPattern = (order: readonly number[]): ClusterPattern[] =>
    found.map(({ weight, codes, amounts }) => ({
      weight,
      cells: codes.flatMap((code) => cellsOf(code, order, k)),
      amounts: amounts.flatMap((amount) => order.map(() => amount)),
    }));
  const order = judged.map((_, judge) => judge);
  const patterns = toPattern(order);
  return {
    n: truth.length,
    clusters,
    designEffect: designEffect(clusterMoments(tallyClusters(rightness(truth, judged), clusters.of))),
    seen,
    tables: judged.map((list) => confusionOf(truth, list, k)),
    patterns,
    swapped: order.length === 2 ? toPattern(order.toReversed()) : patterns,
  };
}

/** A tally as one table a judge; the tables are views on it. */
export function tablesOf(tally: Float64Array, { seen, tables }: ClassSample): Confusion[] {
  const cells = seen.length ** 2;
  return tables.map((_, judge) => ({ classes: seen.length, counts: tally.subarray(judge * cells, (judge + 1) * cells) }));
}

/** 1 or 0 for one judge; judge 1's minus judge 0's for two. */
function rightness(gold: Int32Array, [first, second]: readonly Int32Array[]): Int8Array {
  return Int8Array.from(gold, (of, index) => {
    const right = first?.[index] === of ? 1 : 0;
    return second === undefined ? right : (second[index] === of ? 1 : 0) - right;
  });
}

function seenClasses(lists: readonly ArrayLike<number>[], classes: number): number[] {
  const found = new Uint8Array(classes);
  for (const list of lists) for (let index = 0; index < list.length; index += 1) found[list[index] as number] = 1;
  const seen = Array.from(found.keys()).filter((code) => found[code] === 1);
  if (seen.length !== 1 || classes < 2) return seen;
  return [seen[0] as number, seen[0] === 0 ? 1 : 0].sort((a, b) => a - b);
}

/** Cells of a joint code (gold, judge 0, judge 1 …); judge `order[j]`'s verdict goes into table j. */
function cellsOf(code: number, order: readonly number[], k: number): number[] {
  const verdicts: number[] = [];
  let rest = code;
  for (let judge = 0; judge < order.length; judge += 1) {
    verdicts.unshift(rest % k);
    rest = Math.floor(rest / k);
  }
  return order.map((judge, table) => (table * k + rest) * k + (verdicts[judge] as number));
}
