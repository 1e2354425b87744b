import type { CalibrationFit, CalibrationFitOptions, PlattCalibration } from './calibration.ts';
import { usableScores, type ScoredOutcomes } from './scored-outcomes.ts';
import { logistic } from './logistic.ts';

/** Fewer independent observations give no Platt scaling where no other number is named. */
export const leastForPlatt = 20;

/**
 * Platt scaling: a logistic curve of the score, by maximum likelihood on smoothed targets.
 *
 *     P(y = 1 | s) = 1/(1 + exp(−(a s + b)))
 *     targets (N₁ + 1)/(N₁ + 2) for an event, 1/(N₀ + 2) for none
 *
 * The targets keep a and b finite where the score separates the classes. Newton's method on the convex loss with halved steps, scores
 * standardised; stops where a step is under 1e-12. Scores of any unit: for probabilities their logits are the better choice, for then
 * the identity is among the curves. The slope is under 0 where the score points the wrong way.
 *
 * Assumes that the log-odds are linear in the score. Clusters count against `least`; the fit weighs observations alike. Refused with the
 * reason: no observation, fewer than `least` clusters (20), outcomes of one class, one value of the score. O(n) a step, some ten steps.
 *
 * Reference: scikit-learn `_sigmoid_calibration` (its A is −a, its B −b), to 1e-6. Source: Platt 1999, Advances in Large Margin Classifiers;
 * Lin, Lin and Weng 2007, Machine Learning 68.
 */
export function fitPlatt(
  data: ScoredOutcomes,
  { least = leastForPlatt }: CalibrationFitOptions = {},
): CalibrationFit<PlattCalibration> {
  const usable = usableScores(data, least);
  if (usable.status === 'undefined') return usable;
  const { scores, outcomes, n, from, to, missing } = usable;
  const mean = scores.reduce((sum, one) => sum + one / n, 0);
  const deviation = Math.sqrt(scores.reduce((sum, one) => sum + (one - mean) ** 2 / n, 0));
  const positives = outcomes.reduce((sum, one) => sum + one, 0);
  const targets = outcomes.map((one) => (one === 1 ? (positives + 1) / (positives + 2) : 1 / (n - positives + 2)));
  const standard = scores.map((one) => (one - mean) / deviation);
  const [slope, intercept] = fitLogistic(standard, targets, Math.log((positives + 1) / (n - positives + 1)));
  const calibration = {
    kind: 'platt',
    slope: slope / deviation,
    intercept: intercept - (slope * mean) / deviation,
    n,
    from,
    to,
  } as const;
  return { status: 'ok', calibration, missing };
}

function fitLogistic(scores: Float64Array, targets: Float64Array, start: number): readonly [number, number] {
  let [a, b] = [0, start];
  let loss = logisticLoss(scores, targets, [a, b]);
  for (let step = 0; step < 100; step += 1) {
    const [moveA, moveB] = newtonStep(scores, targets, [a, b]);
    let share = 1;
    let next = logisticLoss(scores, targets, [a - moveA, b - moveB]);
    // Rounding alone can make the loss rise by 1e-16 of itself near the end.
    while (next > loss * (1 + 1e-14) && share > 1e-10) {
      share /= 2;
      next = logisticLoss(scores, targets, [a - share * moveA, b - share * moveB]);
    }
    a -= share * moveA;
    b -= share * moveB;
    loss = next;
    if (Math.abs(moveA) + Math.abs(moveB) < 1e-12) break;
  }
  return [a, b];
}

function newtonStep(scores: Float64Array, targets: Float64Array, [a, b]: readonly [number, number]): [number, number] {
  let [gradientA, gradientB, aa, ab, bb] = [0, 0, 0, 0, 0];
  for (const [index, score] of scores.entries()) {
    const p = logistic(a * score + b);
    const residual = p - (targets[index] as number);
    const weight = p * (1 - p);
    gradientA += residual * score;
    gradientB += residual;
    aa += weight * score * score;
    ab += weight * score;
    bb += weight;
  }
  const determinant = aa * bb - ab * ab;
  // Saturated everywhere: a short step along the gradient brings the curve back to where it bends.
  if (!(determinant > 1e-300)) return [gradientA / scores.length, gradientB / scores.length];
  return [(bb * gradientA - ab * gradientB) / determinant, (aa * gradientB - ab * gradientA) / determinant];
}

function logisticLoss(scores: Float64Array, targets: Float64Array, [a, b]: readonly [number, number]): number {
  let loss = 0;
  for (const [index, score] of scores.entries()) {
    const x = a * score + b;
    loss += Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x))) - (targets[index] as number) * x;
  }
  return loss;
}
