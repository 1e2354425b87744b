import { growTree, leafAt, sortRows, type DecisionTree } from './decision-tree.ts';
import { softmax, type Rows, type TrainingSet } from './training-set.ts';

/** `rate`: what of each tree's step is taken, in (0, 1]. */
export type BoostingSettings = { readonly rounds: number; readonly rate: number; readonly depth: number; readonly least: number };

/** First scores, and a round's trees with the step of each node: one tree a class, with two classes one for class 1. */
export type BoostingHead = {
  readonly kind: 'boosting';
  readonly classes: number;
  readonly start: readonly number[];
  readonly rounds: readonly (readonly { readonly tree: DecisionTree; readonly steps: readonly number[] }[])[];
};

/**
 * Gradient boosting of the log loss (Friedman 2001, Annals of Statistics 29): each round fits trees to what the probabilities leave, and a leaf's step is one Newton step. No draws: the
 * same rows give the same head. As scikit-learn's `GradientBoostingClassifier` without subsampling, whose ties between features are drawn. O(rounds · k · n p · depth).
 */
export function fitBoostingHead(
  { rows, labels, classes }: TrainingSet,
  { rounds, rate, depth, least }: BoostingSettings,
): BoostingHead {
  const n = rows.length;
  const sets = classes === 2 ? 1 : classes;
  const sorted = sortRows(rows);
  const weights = new Float64Array(n).fill(1);
  const counts = Array.from({ length: classes }, (_, label) => Array.from(labels).filter((one) => one === label).length);
  // A class that no row has keeps a finite score.
  const share = (label: number): number => Math.max(counts[label] as number, 1e-9) / n;
  const start = sets === 1 ? [Math.log(share(1) / share(0))] : counts.map((_, label) => Math.log(share(label)));
  const scores = start.map((one) => new Float64Array(n).fill(one));
  const fitted = Array.from({ length: rounds }, () => {
    const shares = Array.from({ length: n }, (_, row) => sharesOf(scores.map((of) => of[row] as number)));
    return scores.map((of, set) => {
      const label = sets === 1 ? 1 : set;
      const residuals = Float64Array.from(
        { length: n },
        (_, row) => Number(labels[row] === label) - (shares[row]?.[label] as number),
      );
      const { tree, leafOf } = growTree(sorted, {
        targets: residuals,
        weights,
        depth,
        least,
        features: sorted.columns.length,
        random: () => 0,
      });
      const sums = new Float64Array(tree.feature.length);
      const curvatures = new Float64Array(tree.feature.length);
      leafOf.forEach((leaf, row) => {
        const residual = residuals[row] as number;
        const probability = shares[row]?.[label] as number;
        sums[leaf] = (sums[leaf] as number) + residual;
        curvatures[leaf] = (curvatures[leaf] as number) + probability * (1 - probability);
      });
      const steps = Array.from(sums, (sum, leaf) =>
        (curvatures[leaf] as number) < 1e-150
          ? 0
          : (rate * sum * (sets === 1 ? 1 : (classes - 1) / classes)) / (curvatures[leaf] as number),
      );
      leafOf.forEach((leaf, row) => (of[row] = (of[row] as number) + (steps[leaf] as number)));
      return { tree, steps };
    });
  });
  return { kind: 'boosting', classes, start, rounds: fitted };
}

/** Probabilities of the classes for each row. */
export function predictBoosting({ start, rounds }: BoostingHead, rows: Rows): Float64Array[] {
  return rows.map((row) => {
    const scores = [...start];
    for (const round of rounds)
      round.forEach(({ tree, steps }, set) => (scores[set] = (scores[set] as number) + (steps[leafAt(tree, row)] as number)));
    return sharesOf(scores);
  });
}

function sharesOf(scores: readonly number[]): Float64Array {
  return softmax(scores.length === 1 ? [0, scores[0] as number] : scores);
}
