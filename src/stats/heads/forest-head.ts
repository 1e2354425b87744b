import { growTree, leafAt, packedTree, sortRows, type DecisionTree } from './decision-tree.ts';
import type { Random, Rows, TrainingSet } from './training-set.ts';

/** `least`: observations that a leaf has at least. */
export type ForestSettings = { readonly trees: number; readonly depth: number; readonly least: number };

/** Trees, and the class shares of each of their nodes (empty where it is no leaf). */
export type ForestHead = {
  readonly kind: 'forest';
  readonly classes: number;
  readonly trees: readonly { readonly tree: DecisionTree; readonly shares: readonly (readonly number[])[] }[];
};

/**
 * A random forest (Breiman 2001, Machine Learning 45): trees on bootstrap samples of the rows, each split by the best of √p features drawn for it; probabilities are the mean of the leaves' class
 * shares. Seeded: the same generator gives the same forest. O(trees · n p · depth).
 */
export function fitForestHead({ rows, labels, classes }: TrainingSet, settings: ForestSettings, random: Random): ForestHead {
  return {
    kind: 'forest',
    classes,
    trees: grownTrees({ rows, labels, classes }, settings, random).map(({ tree, shares }) => ({ tree, shares })),
  };
}

function grownTrees({ rows, labels, classes }: TrainingSet, { trees, depth, least }: ForestSettings, random: Random) {
  const sorted = sortRows(rows);
  const features = Math.max(1, Math.floor(Math.sqrt(sorted.columns.length)));
  return Array.from({ length: trees }, () => {
    const weights = new Float64Array(rows.length);
    for (let draw = 0; draw < rows.length; draw += 1) {
      const row = Math.floor(random() * rows.length);
      weights[row] = (weights[row] as number) + 1;
    }
    const { tree, leafOf, gains } = growTree(sorted, { labels, classes, weights, depth, least, features, random });
    const shares = tree.feature.map((feature) => (feature < 0 ? Array.from({ length: classes }, () => 0) : []));
    leafOf.forEach((leaf, row) => {
      const of = shares[leaf];
      const label = labels[row] as number;
      if (of !== undefined) of[label] = (of[label] as number) + (weights[row] as number);
    });
    for (const of of shares) {
      const sum = of.reduce((whole, one) => whole + one, 0);
      for (let label = 0; label < of.length; label += 1) of[label] = (of[label] as number) / sum;
    }
    return { tree, shares, gains };
  });
}

/** Probabilities of the classes for each row. */
export function predictForest({ classes, trees }: ForestHead, rows: Rows): Float64Array[] {
  const sums = rows.map(() => new Float64Array(classes));
  // Tree by tree: a tree stays in the cache while all rows go through it.
  for (const { tree, shares } of trees) {
    const packed = packedTree(tree);
    rows.forEach((row, index) => {
      const of = shares[leafAt(packed, row)] as readonly number[];
      const sum = sums[index] as Float64Array;
      for (let label = 0; label < classes; label += 1) sum[label] = (sum[label] as number) + (of[label] as number);
    });
  }
  return sums.map((sum) => sum.map((one) => one / trees.length));
}

/**
 * How much each feature's splits take off the impurity of a forest. `gini`: as shares of the whole (scikit-learn's `feature_importances_`), which favours features of many values. `corrected`:
 * each feature has a shadow, its values dealt anew to the rows, and the shadow's importance is taken off (Nembrini, König and Wright 2018, Bioinformatics 34): around 0 for
 * features that tell nothing, and below it by chance.
 */
export function forestImportance(
  training: TrainingSet,
  how: 'gini' | 'corrected',
  settings: ForestSettings,
  random: Random,
): number[] {
  const features = training.rows[0]?.length ?? 0;
  const rows = how === 'gini' ? training.rows : withShadows(training.rows, random);
  const gains = new Float64Array(how === 'gini' ? features : 2 * features);
  for (const grown of grownTrees({ ...training, rows }, settings, random)) {
    const whole = grown.gains.reduce((sum, gain) => sum + gain, 0);
    if (whole > 0)
      grown.gains.forEach((gain, feature) => (gains[feature] = (gains[feature] as number) + gain / whole / settings.trees));
  }
  return Array.from(
    { length: features },
    (_, feature) => (gains[feature] as number) - (how === 'gini' ? 0 : (gains[features + feature] as number)),
  );
}

function withShadows(rows: Rows, random: Random): Float64Array[] {
  const order = Array.from(rows, (_, row) => row);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return rows.map((row, index) =>
    Float64Array.from([...Array.from(row), ...Array.from(rows[order[index] as number] as ArrayLike<number>)]),
  );
}
