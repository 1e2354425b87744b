import { minimise } from './minimise.ts';
import { softmax, type Rows, type TrainingSet } from './training-set.ts';

/** `c`: the inverse of the penalty's weight, above 0; the smaller, the more coefficients are drawn to 0. */
export type LogisticSettings = { readonly c: number };

/** Coefficients by class (for two classes those of class 1 alone), and the intercept of each. */
export type LogisticHead = {
  readonly kind: 'logistic';
  readonly classes: number;
  readonly coefficients: readonly (readonly number[])[];
  readonly intercepts: readonly number[];
};

/**
 * Multinomial logistic regression with an L2 penalty; intercepts are not penalised. Minimises Σ −log P(label) + ‖W‖²/(2c), the objective of scikit-learn's
 * `LogisticRegression(C=c)`: with two classes one sigmoid, with more a softmax. The penalty keeps coefficients finite where classes can be separated. Features should be in standard
 * units, which is what one penalty for all supposes. O(n p k) a step.
 */
export function fitLogisticHead({ rows, labels, classes }: TrainingSet, { c }: LogisticSettings): LogisticHead {
  const features = rows[0]?.length ?? 0;
  const sets = classes === 2 ? 1 : classes;
  const width = features + 1;
  const fitted = minimise(
    (x, gradient) => {
      gradient.fill(0);
      let loss = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] as ArrayLike<number>;
        const label = labels[index] as number;
        const shares = sharesOf(row, x, { sets, width });
        loss -= Math.log(Math.max(shares[label] as number, Number.MIN_VALUE));
        for (let set = 0; set < sets; set += 1) {
          const target = sets === 1 ? label : Number(label === set);
          const residual = (shares[sets === 1 ? 1 : set] as number) - target;
          const at = set * width;
          for (let feature = 0; feature < features; feature += 1)
            gradient[at + feature] = (gradient[at + feature] as number) + residual * (row[feature] as number);
          gradient[at + features] = (gradient[at + features] as number) + residual;
        }
      }
      for (let set = 0; set < sets; set += 1)
        for (let feature = 0; feature < features; feature += 1) {
          const at = set * width + feature;
          loss += (x[at] as number) ** 2 / (2 * c);
          gradient[at] = (gradient[at] as number) + (x[at] as number) / c;
        }
      return loss;
    },
    new Float64Array(sets * width),
  );
  const ofSet = (set: number): number[] => Array.from(fitted.subarray(set * width, (set + 1) * width));
  const all = Array.from({ length: sets }, (_, set) => ofSet(set));
  return {
    kind: 'logistic',
    classes,
    coefficients: all.map((one) => one.slice(0, features)),
    intercepts: all.map((one) => one[features] as number),
  };
}

/** Probabilities of the classes for each row. */
export function predictLogistic({ classes, coefficients, intercepts }: LogisticHead, rows: Rows): Float64Array[] {
  const features = coefficients[0]?.length ?? 0;
  const x = Float64Array.from(coefficients.flatMap((one, set) => [...one, intercepts[set] as number]));
  const shape = { sets: classes === 2 ? 1 : classes, width: features + 1 };
  return rows.map((row) => sharesOf(row, x, shape));
}

function sharesOf(row: ArrayLike<number>, x: Float64Array, { sets, width }: { sets: number; width: number }): Float64Array {
  const scores = new Float64Array(sets);
  for (let set = 0; set < sets; set += 1) {
    let score = x[set * width + width - 1] as number;
    for (let feature = 0; feature < width - 1; feature += 1)
      score += (x[set * width + feature] as number) * (row[feature] as number);
    scores[set] = score;
  }
  return softmax(sets === 1 ? [0, scores[0] as number] : scores);
}
