import type { Calibration, IsotonicCalibration, TemperatureCalibration } from './calibration.ts';
import { logistic } from './logistic.ts';

/**
 * The probability that a fitted calibration gives a score; pure, so an artifact read back from JSON gives the same to the last bit.
 *
 * A score outside `from` … `to` is an extrapolation: isotonic is constant there, the others go on along their curve. NaN stays NaN.
 * A temperature of more than two classes needs all logits: `calibrateClasses`. O(1), isotonic O(log knots).
 */
export function calibrate(calibration: Calibration, score: number): number {
  switch (calibration.kind) {
    case 'platt':
      return logistic(calibration.slope * score + calibration.intercept);
    case 'temperature':
      return logistic(score / calibration.temperature);
    case 'isotonic':
      return interpolated(calibration, score);
  }
}

/** Probabilities of all classes: the softmax of logits/T. They sum to 1. */
export function calibrateClasses({ temperature }: TemperatureCalibration, logits: ArrayLike<number>): Float64Array {
  const scaled = Float64Array.from(logits, (logit) => logit / temperature);
  const most = scaled.reduce((a, b) => Math.max(a, b), -Infinity);
  const weights = scaled.map((logit) => Math.exp(logit - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function interpolated({ scores, probabilities }: IsotonicCalibration, score: number): number {
  if (Number.isNaN(score)) return score;
  let [under, over] = [0, scores.length - 1];
  if (score <= (scores[under] as number)) return probabilities[under] as number;
  if (score >= (scores[over] as number)) return probabilities[over] as number;
  while (over - under > 1) {
    const middle = (under + over) >> 1;
    if ((scores[middle] as number) <= score) under = middle;
    else over = middle;
  }
  const [left, right] = [scores[under] as number, scores[over] as number];
  const share = (score - left) / (right - left);
  return (probabilities[under] as number) + share * ((probabilities[over] as number) - (probabilities[under] as number));
}
