import type { Random, Rows } from './training-set.ts';

/** A binary tree as parallel lists: node 0 is the root, `feature` −1 a leaf; a row goes left where its feature is at most the threshold. */
export type DecisionTree = {
  readonly feature: readonly number[];
  readonly threshold: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
};

/** The columns of training rows, and their order by each feature: made once for all trees of a head. */
export type SortedRows = {
  readonly n: number;
  readonly columns: readonly Float64Array[];
  readonly orders: readonly Int32Array[];
};

/** What a tree splits by: classes as labels, or numbers as targets. */
export type Splitting = (
  { readonly labels: ArrayLike<number>; readonly classes: number } | { readonly targets: Float64Array }
) & {
  /** How often each row counts; 0 leaves it out. */
  readonly weights: ArrayLike<number>;
  readonly depth: number;
  /** Weight that each side of a split has at least. */
  readonly least: number;
  /** Features that are looked at for a split, drawn anew each time; all where it is the number of features. */
  readonly features: number;
  readonly random: Random;
};

/** A tree, the leaf of each row that counted (−1 for the others), and what each feature's splits took off the impurity. */
export type GrownTree = { readonly tree: DecisionTree; readonly leafOf: Int32Array; readonly gains: Float64Array };

export function sortRows(rows: Rows): SortedRows {
  const [n, features] = [rows.length, rows[0]?.length ?? 0];
  const columns = Array.from({ length: features }, (_, feature) => Float64Array.from(rows, (row) => row[feature] as number));
  const orders = columns.map((column) =>
    Int32Array.from({ length: n }, (_, row) => row).sort((a, b) => (column[a] as number) - (column[b] as number) || a - b),
  );
  return { n, columns, orders };
}

/**
 * Grows a tree by the split that takes most off the impurity: Gini's of classes, or the squared error of numbers. Both are the same sum, S²/W of the sides, over one-hot classes or over
 * the number. Thresholds lie in the middle between neighbours. A node is a leaf where it is pure, at `depth`, or where no split leaves `least` on both sides. O(n p) a level.
 *
 * Source: Breiman, Friedman, Olshen and Stone 1984, Classification and Regression Trees.
 */
export function growTree({ n, columns, orders }: SortedRows, splitting: Splitting): GrownTree {
  const { weights, depth, features, random } = splitting;
  const all = orders.map((order) => order.filter((row) => (weights[row] as number) > 0));
  const [tree, gains] = [
    { feature: [] as number[], threshold: [] as number[], left: [] as number[], right: [] as number[] },
    new Float64Array(columns.length),
  ];
  const leafOf = new Int32Array(n).fill(-1);
  const goesLeft = new Uint8Array(n);
  const buffer = new Int32Array(all[0]?.length ?? 0);
  const scanner =
    'labels' in splitting
      ? classScanner(splitting, splitting.labels, splitting.classes)
      : numberScanner(splitting, splitting.targets);
  const chosen = Array.from({ length: columns.length }, (_, feature) => feature);

  const grow = (start: number, end: number, level: number): number => {
    const node = tree.feature.push(-1) - 1;
    tree.threshold.push(0);
    tree.left.push(-1);
    tree.right.push(-1);
    const split = level < depth ? bestSplit(start, end) : undefined;
    if (split === undefined) {
      for (let place = start; place < end; place += 1) leafOf[all[0]?.[place] as number] = node;
      return node;
    }
    gains[split.feature] = (gains[split.feature] as number) + split.gain;
    const middle = partition(start, end, split);
    tree.feature[node] = split.feature;
    tree.threshold[node] = split.threshold;
    tree.left[node] = grow(start, middle, level + 1);
    tree.right[node] = grow(middle, end, level + 1);
    return node;
  };

  function bestSplit(start: number, end: number): Split | undefined {
    if (!scanner.begin(all[0] as Int32Array, start, end)) return undefined;
    let best: Split | undefined;
    for (let looked = 0; looked < features; looked += 1) {
      if (features < columns.length) {
        const other = looked + Math.floor(random() * (columns.length - looked));
        [chosen[looked], chosen[other]] = [chosen[other] as number, chosen[looked] as number];
      }
      const feature = chosen[looked] as number;
      const [order, column] = [all[feature] as Int32Array, columns[feature] as Float64Array];
      const found = scanner.scan(order, column, best?.gain ?? 0);
      if (found === undefined) continue;
      const here = column[order[found.place] as number] as number;
      const next = column[order[found.place + 1] as number] as number;
      const middle = here + (next - here) / 2;
      best = { feature, threshold: middle < next ? middle : here, gain: found.gain };
    }
    return best;
  }

  function partition(start: number, end: number, { feature, threshold }: { feature: number; threshold: number }): number {
    const column = columns[feature] as Float64Array;
    let middle = start;
    for (let place = start; place < end; place += 1) {
      const row = all[0]?.[place] as number;
      goesLeft[row] = Number((column[row] as number) <= threshold);
      middle += goesLeft[row] as number;
    }
    for (const order of all) {
      let [left, right] = [start, 0];
      for (let place = start; place < end; place += 1) {
        const row = order[place] as number;
        if (goesLeft[row] === 1) order[left++] = row;
        else buffer[right++] = row;
      }
      order.set(buffer.subarray(0, right), left);
    }
    return middle;
  }

  grow(0, buffer.length, 0);
  return { tree, leafOf, gains };
}

type Split = { readonly feature: number; readonly threshold: number; readonly gain: number };

/** Looks at one node after the other: `begin` tells whether there is anything to split, `scan` gives the best split by a feature where it beats `toBeat`. */
type Scanner = {
  begin(order: Int32Array, start: number, end: number): boolean;
  scan(order: Int32Array, column: Float64Array, toBeat: number): { readonly place: number; readonly gain: number } | undefined;
};

/** A split that takes off less than this share of the weight is rounding. */
const leastGain = 1e-12;

function classScanner({ weights, least }: Splitting, labels: ArrayLike<number>, classes: number): Scanner {
  const [whole, left] = [new Float64Array(classes), new Float64Array(classes)];
  let [start, end, weight, squares] = [0, 0, 0, 0];
  return {
    begin(order, from, to) {
      [start, end, weight] = [from, to, 0];
      whole.fill(0);
      for (let place = from; place < to; place += 1) {
        const row = order[place] as number;
        const label = labels[row] as number;
        whole[label] = (whole[label] as number) + (weights[row] as number);
        weight += weights[row] as number;
      }
      squares = whole.reduce((sum, one) => sum + one * one, 0);
      return whole.filter((one) => one > 0).length > 1;
    },
    scan(order, column, toBeat) {
      left.fill(0);
      let [leftWeight, leftSquares, rightSquares, best, at] = [0, 0, squares, Math.max(toBeat, leastGain * weight), -1];
      const before = squares / weight;
      for (let place = start; place < end - 1; place += 1) {
        const row = order[place] as number;
        const label = labels[row] as number;
        const more = weights[row] as number;
        const had = left[label] as number;
        leftSquares += more * (2 * had + more);
        rightSquares -= more * (2 * ((whole[label] as number) - had) - more);
        left[label] = had + more;
        leftWeight += more;
        if (column[row] === column[order[place + 1] as number] || leftWeight < least || weight - leftWeight < least) continue;
        const gain = leftSquares / leftWeight + rightSquares / (weight - leftWeight) - before;
        if (gain > best) [best, at] = [gain, place];
      }
      return at < 0 ? undefined : { place: at, gain: best };
    },
  };
}

function numberScanner({ weights, least }: Splitting, targets: Float64Array): Scanner {
  let [start, end, weight, whole] = [0, 0, 0, 0];
  return {
    begin(order, from, to) {
      [start, end, weight, whole] = [from, to, 0, 0];
      let [low, high] = [Infinity, -Infinity];
      for (let place = from; place < to; place += 1) {
        const row = order[place] as number;
        const target = targets[row] as number;
        weight += weights[row] as number;
        whole += (weights[row] as number) * target;
        if (target < low) low = target;
        if (target > high) high = target;
      }
      return low < high;
    },
    scan(order, column, toBeat) {
      let [left, leftWeight, best, at] = [0, 0, Math.max(toBeat, leastGain * weight), -1];
      const before = (whole * whole) / weight;
      for (let place = start; place < end - 1; place += 1) {
        const row = order[place] as number;
        left += (weights[row] as number) * (targets[row] as number);
        leftWeight += weights[row] as number;
        if (column[row] === column[order[place + 1] as number] || leftWeight < least || weight - leftWeight < least) continue;
        const right = whole - left;
        const gain = (left * left) / leftWeight + (right * right) / (weight - leftWeight) - before;
        if (gain > best) [best, at] = [gain, place];
      }
      return at < 0 ? undefined : { place: at, gain: best };
    },
  };
}

/** A tree in typed lists, for going through many rows. */
export type PackedTree = { readonly [Name in keyof DecisionTree]: ArrayLike<number> };

export function packedTree({ feature, threshold, left, right }: DecisionTree): PackedTree {
  return {
    feature: Int32Array.from(feature),
    threshold: Float64Array.from(threshold),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
  };
}

/** The leaf that a row comes to. */
export function leafAt({ feature, threshold, left, right }: PackedTree, row: ArrayLike<number>): number {
  let node = 0;
  for (let at = feature[0] as number; at >= 0; at = feature[node] as number)
    node = ((row[at] as number) <= (threshold[node] as number) ? left[node] : right[node]) as number;
  return node;
}
