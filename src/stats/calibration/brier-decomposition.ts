import { binSums } from './bin-sums.ts';
import { knownForecasts, type Forecasts } from './forecasts.ts';
import { defaultBins, probabilityBins } from './probability-bins.ts';

/** Parts of Brier's score: score = reliability − resolution + uncertainty + withinVariance − withinCovariance, but for rounding. */
export type BrierDecomposition = {
  readonly score: number;
  /** Σ n(k)/n (p̄(k) − ȳ(k))²: how far the bins' probabilities are from their rates; lower is better. */
  readonly reliability: number;
  /** Σ n(k)/n (ȳ(k) − ȳ)²: how far the bins' rates are apart; higher is better. */
  readonly resolution: number;
  /** ȳ (1 − ȳ), of the outcomes alone. */
  readonly uncertainty: number;
  /** Σ (p − p̄(k))² / n, the spread of probabilities inside bins. */
  readonly withinVariance: number;
  /** 2 Σ (y − ȳ(k)) (p − p̄(k)) / n: what the probabilities tell inside bins. */
  readonly withinCovariance: number;
  readonly bins: number;
  readonly n: number;
  readonly missing: number;
};

/**
 * Murphy's decomposition of Brier's score on bins of equal mass, with the two terms within bins that make it exact.
 *
 * Reliability is biased upwards and so is resolution, each by about Σ ȳ(k) (1 − ȳ(k)) / n: with few a bin both look larger than they are.
 * `calibrationError` is the figure that is corrected and has an interval. One bin (all probabilities equal): resolution is 0.
 *
 * @param bins most bins; equal probabilities are never divided.
 * @returns undefined where there is no observation. O(n log n).
 *
 * Reference: numpy; with one bin a distinct probability, Murphy's three terms alone. Source: Murphy 1973, J. Appl. Meteorol. 12;
 * Stephenson, Coelho and Jolliffe 2008, Weather and Forecasting 23 (within bins).
 */
export function brierDecomposition(forecasts: Forecasts, bins: number = defaultBins): BrierDecomposition | undefined {
  const known = knownForecasts(forecasts);
  const { n, missing, probabilities, outcomes } = known;
  if (n === 0) return undefined;
  const dealt = probabilityBins(probabilities, bins);
  const sums = binSums(known, dealt);
  const rate = outcomes.reduce((sum, one) => sum + one, 0) / n;
  let [score, withinVariance, withinCovariance, reliability, resolution] = [0, 0, 0, 0, 0];
  for (const { n: size, probability, outcome } of sums) {
    reliability += ((probability - outcome) / size) ** 2 * (size / n);
    resolution += (outcome / size - rate) ** 2 * (size / n);
  }
  for (const [index, bin] of dealt.of.entries()) {
    const sum = sums[bin] as (typeof sums)[number];
    const [p, y] = [probabilities[index] as number, outcomes[index] as number];
    const apart = p - sum.probability / sum.n;
    score += (p - y) ** 2 / n;
    withinVariance += apart ** 2 / n;
    withinCovariance += (2 * (y - sum.outcome / sum.n) * apart) / n;
  }
  const uncertainty = rate * (1 - rate);
  return { score, reliability, resolution, uncertainty, withinVariance, withinCovariance, bins: dealt.count, n, missing };
}
