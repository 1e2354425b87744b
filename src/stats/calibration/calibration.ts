/**
 * A fitted map from scores to probabilities: plain JSON, to be kept and applied later by `calibrate`.
 *
 * `n`: observations it was fitted on. `from`, `to`: least and greatest score among them; beyond these it extrapolates.
 */
export type Calibration = PlattCalibration | IsotonicCalibration | TemperatureCalibration;

type FittedOn = { readonly n: number; readonly from: number; readonly to: number };

/** probability = 1/(1 + exp(−(slope · score + intercept))). */
export type PlattCalibration = FittedOn & { readonly kind: 'platt'; readonly slope: number; readonly intercept: number };

/** probability: linear between the knots, which ascend, and constant beyond them. */
export type IsotonicCalibration = FittedOn & {
  readonly kind: 'isotonic';
  readonly scores: readonly number[];
  readonly probabilities: readonly number[];
};

/** probability = 1/(1 + exp(−score/temperature)), or the softmax of logits/temperature with more than two classes. */
export type TemperatureCalibration = FittedOn & {
  readonly kind: 'temperature';
  readonly temperature: number;
  readonly classes: number;
};

/** A fit, or why there is none. A refusal is never an identity map: there is nothing to apply. */
export type CalibrationFit<Kind extends Calibration> =
  | { readonly status: 'ok'; readonly calibration: Kind; readonly missing: number }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

export type CalibrationFitOptions = {
  /** Fewer independent clusters than this are refused. */
  readonly least?: number;
};
