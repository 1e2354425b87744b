import { denseClusters } from '../clusters.ts';
import type { CalibrationFit, CalibrationFitOptions, TemperatureCalibration } from './calibration.ts';
import { logistic } from './logistic.ts';
import { usableScores, type ScoredOutcomes } from './scored-outcomes.ts';

/** Fewer independent observations give no temperature where no other number is named. */
export const leastForTemperature = 20;

/** Logits over classes, row by row (a row with NaN is missing), the class that was right (−1 where missing), and the cluster of each. */
export type ClassLogits = {
  readonly logits: ArrayLike<number>;
  readonly classes: number;
  readonly gold: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/**
 * Temperature scaling of two classes: P(y = 1) = 1/(1 + exp(−s/T)) of the log-odds s, with the T > 0 of least log loss.
 *
 * One number, so little to overfit, and no rank changes: T over 1 says the judge is too sure. It cannot move ½, nor mend a judge that leans
 * to one class (`fitPlatt` can). The loss is convex in 1/T; its derivative is bisected.
 *
 * Refused with the reason: no observation, fewer than `least` clusters (20), outcomes of one class, one value of s; s that separates the
 * classes at 0 (T → 0 is best: no finite certainty), s no better than chance (T → ∞, or under 0). O(n) a step, some 80 steps.
 *
 * Reference: scipy `minimize_scalar`, to 1e-6. Source: Guo et al. 2017, ICML.
 */
export function fitTemperature(
  data: ScoredOutcomes,
  { least = leastForTemperature }: CalibrationFitOptions = {},
): CalibrationFit<TemperatureCalibration> {
  const usable = usableScores(data, least);
  if (usable.status === 'undefined') return usable;
  const { scores, outcomes, n, from, to, missing } = usable;
  const isSeparated = scores.every((score, index) => score === 0 || score > 0 === (outcomes[index] === 1));
  const slope = (inverse: number): number =>
    scores.reduce((sum, score, index) => sum + score * ((outcomes[index] as number) - logistic(inverse * score)), 0);
  return fitted(slope, isSeparated, { n, from, to, missing, classes: 2 });
}

/**
 * Temperature scaling of several classes: the softmax of logits/T, with the T > 0 of least log loss.
 *
 * As `fitTemperature`; log-probabilities serve as logits. Refused with the reason: no observation, fewer than `least` clusters (20), gold of
 * one class, an infinite logit; gold's logit the greatest of every row (T → 0), logits no better than chance (T → ∞, or under 0).
 * O(n · classes) a step.
 *
 * Reference: scipy `minimize_scalar`, to 1e-6. Source: Guo et al. 2017, ICML.
 */
export function fitClassTemperature(
  { logits, classes, gold, clusters }: ClassLogits,
  { least = leastForTemperature }: CalibrationFitOptions = {},
): CalibrationFit<TemperatureCalibration> {
  const rows: { readonly logits: Float64Array; readonly of: number; readonly cluster: number }[] = [];
  for (let index = 0; index < gold.length; index += 1) {
    const row = Float64Array.from({ length: classes }, (_, of) => logits[index * classes + of] as number);
    const of = gold[index] as number;
    if (of >= 0 && !row.some(Number.isNaN)) rows.push({ logits: row, of, cluster: clusters[index] as number });
  }
  const n = rows.length;
  const missing = gold.length - n;
  const refused = (reason: string) => ({ status: 'undefined', reason, n, missing }) as const;
  if (n === 0) return refused('no observation');
  const groups = denseClusters(rows.map(({ cluster }) => cluster)).count;
  if (groups < least) return refused(`${groups} independent observations, and ${least} are the least to fit on`);
  if (rows.every(({ of }) => of === rows[0]?.of)) return refused('gold is of one class only');
  const [from, to] = [
    rows.reduce((lowest, row) => Math.min(lowest, ...row.logits), Infinity),
    rows.reduce((highest, row) => Math.max(highest, ...row.logits), -Infinity),
  ];
  if (!Number.isFinite(from) || !Number.isFinite(to)) return refused('a logit is infinite');
  const isSeparated = rows.every(({ logits: row, of }) => row.every((logit) => logit <= (row[of] as number)));
  const slope = (inverse: number): number =>
    rows.reduce((sum, row) => sum + (row.logits[row.of] as number) - softMean(row.logits, inverse), 0);
  return fitted(slope, isSeparated, { n, from, to, missing, classes });
}

/** Mean of logits under the softmax of inverse · logits. */
function softMean(logits: Float64Array, inverse: number): number {
  const most = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  let [sum, weights] = [0, 0];
  for (const logit of logits) {
    const weight = Math.exp(inverse * (logit - most));
    sum += weight * logit;
    weights += weight;
  }
  return sum / weights;
}

type Fitted = {
  readonly n: number;
  readonly from: number;
  readonly to: number;
  readonly missing: number;
  readonly classes: number;
};

/** The root of the log likelihood's derivative in 1/T, which falls. */
function fitted(
  slope: (inverse: number) => number,
  isSeparated: boolean,
  { missing, ...rest }: Fitted,
): CalibrationFit<TemperatureCalibration> {
  const refused = (reason: string) => ({ status: 'undefined', reason, n: rest.n, missing }) as const;
  if (!(slope(0) > 1e-12 * rest.n * Math.max(Math.abs(rest.from), Math.abs(rest.to))))
    return refused('the scores are no better than chance, so no temperature above 0 is best');
  if (isSeparated) return refused('the scores are never on the wrong side, so no temperature is too low');
  let [under, over] = [1, 1];
  while (slope(under) < 0) under /= 2;
  while (slope(over) > 0) over *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (under + over) / 2;
    if (slope(middle) > 0) under = middle;
    else over = middle;
  }
  return { status: 'ok', calibration: { kind: 'temperature', temperature: 2 / (under + over), ...rest }, missing };
}
