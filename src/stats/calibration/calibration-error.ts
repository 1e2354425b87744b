import { denseClusters } from '../clusters.ts';
import { normalCritical, studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { binCovariances, binDesignEffects } from './bin-covariances.ts';
import { binSums, type BinSum } from './bin-sums.ts';
import { foldedMean, foldedSumVariance } from './folded-normal.ts';
import { knownForecasts, type Forecasts, type KnownForecasts } from './forecasts.ts';
import { defaultBins, probabilityBins } from './probability-bins.ts';

export type CalibrationErrorOptions = EstimateOptions & {
  /** Most bins, default 10; never so many that a bin would have fewer than five observations. */
  readonly bins?: number;
};

export type CalibrationError = {
  /** The expected calibration error, corrected for what chance adds, with its interval. */
  readonly error: Estimate;
  /** Σ n(k)/n |p̄(k) − ȳ(k)| as is usually told: biased upwards. */
  readonly plain: number | undefined;
  /** What `plain` is in the mean for a perfectly calibrated judge with these probabilities and this n. */
  readonly expected: number | undefined;
  /** Kumar's squared calibration error Σ n(k)/n [(p̄(k) − ȳ(k))² − ȳ(k)(1 − ȳ(k))/(n(k) − 1)]; under 0 by chance where there is none. */
  readonly squared: number | undefined;
  readonly bins: number;
};

/**
 * Expected calibration error on bins of equal mass, in units of probability, 0–1, lower is better.
 *
 *     plain = Σ w(k) |D(k)|,   D(k) = p̄(k) − ȳ(k),   w(k) = n(k)/n
 *
 * A bin's D is off 0 by chance, and its size always adds: `plain` of a perfectly calibrated judge is not 0 but `expected`. So the
 * figure is the error c under which one would see `plain`: with true bin errors δ(k) = c D(k)/plain and D normal around them,
 *
 *     μ(c) = Σ w(k) E|N(δ(k), v(k))|,   σ²(c) = Var Σ w(k) |N(δ(k), v(k))|
 *     value: μ(c) = plain;   low: μ(c) + t σ(c) = plain;   high: μ(c) − t σ(c) = max(plain, μ(0));   each 0 where no c > 0 solves it
 *
 * v, and covariances of bins that share clusters, are those of whole clusters with two pseudo-clusters a bin, one with the event and
 * one without (`binCovariances`); so a bin that was always right has a width. t(G − 1) in clusters, else z. Low 0 says: no more
 * than a calibrated judge would show. It is the error between bins: what is within them (over and under in one bin) is not seen.
 *
 * Assumes independent clusters and D about normal (some ten observations a bin). Undefined: `no observation`; one cluster. One bin
 * is the bias of the mean probability alone. `expected` = √(2/π) Σ w(k) √(d(k) Σ p(1 − p))/n(k), with the bin's design effect of p − y.
 * O(n log n).
 *
 * Reference: a second implementation (numpy, root finding by scipy). Source: Naeini, Cooper and Hauskrecht 2015, AAAI; Kumar,
 * Liang and Ma 2019, NeurIPS (bias and `squared`); the interval is ours.
 */
export function calibrationError(forecasts: Forecasts, options: CalibrationErrorOptions = {}): CalibrationError {
  const { level = defaultLevel } = options;
  const known = knownForecasts(forecasts);
  const { n, probabilities } = known;
  const missing = (options.missing ?? 0) + known.missing;
  if (n === 0) {
    const error = { status: 'undefined', reason: 'no observation', n, missing } as const;
    return { error, plain: undefined, expected: undefined, squared: undefined, bins: 0 };
  }
  const dealt = probabilityBins(probabilities, Math.max(1, Math.min(options.bins ?? defaultBins, Math.floor(n / 5))));
  const sums = binSums(known, dealt);
  const clusters = denseClusters(known.clusters);
  const groups = clusters.count;
  const effects = binDesignEffects(known, dealt, clusters);
  const gaps = sums.map(({ n: size, probability, outcome }) => (probability - outcome) / size);
  const plain = sums.reduce((sum, { n: size }, bin) => sum + (size / n) * Math.abs(gaps[bin] as number), 0);
  const rest = {
    plain,
    expected: expectedPlain(known, sums, dealt.of, effects),
    squared: squaredError(sums, n),
    bins: dealt.count,
  };
  if (groups === 1) return { error: { status: 'undefined', reason: 'one cluster only', n, missing }, ...rest };
  const model = {
    gaps: plain > 0 ? gaps.map((gap) => gap / plain) : gaps.map(() => 1),
    weights: sums.map(({ n: size }) => size / n),
    covariances: binCovariances(known, { bins: dealt, sums, clusters, effects }),
  };
  const critical = groups < n ? studentCritical(level, groups - 1) : normalCritical(level);
  const value = solve(model, 0, plain);
  const ends = { low: solve(model, critical, plain), high: solve(model, -critical, Math.max(plain, plainAt(model, 0, 0))) };
  const method = groups < n ? 'folded-normal-clustered' : 'folded-normal';
  const found = { value, ...within(ends, value, [0, 1]), level, method, n, missing };
  return { error: { status: 'ok', ...found, ...(groups < n && { groups }) }, ...rest };
}

/** Errors of bins up to a common factor, their weights, and the covariances of what is seen around them. */
type ErrorModel = { readonly gaps: readonly number[]; readonly weights: readonly number[]; readonly covariances: Float64Array };

/** Mean of `plain` at error c, and so many standard deviations more. */
function plainAt({ gaps, weights, covariances }: ErrorModel, c: number, deviations: number): number {
  const k = gaps.length;
  let mean = 0;
  for (const [bin, gap] of gaps.entries()) {
    mean += (weights[bin] as number) * foldedMean(c * gap, Math.sqrt(covariances[bin * k + bin] as number));
  }
  if (deviations === 0) return mean;
  const scaled = gaps.map((gap) => c * gap);
  return mean + deviations * Math.sqrt(foldedSumVariance(scaled, covariances, weights));
}

/** The error c in 0–1 at which mean and deviations together are `plain`; 0 where they are more already without any error. */
function solve(model: ErrorModel, deviations: number, plain: number): number {
  if (plainAt(model, 0, deviations) >= plain) return 0;
  let [under, over] = [0, 1];
  if (plainAt(model, over, deviations) < plain) return 1;
  for (let step = 0; step < 60; step += 1) {
    const middle = (under + over) / 2;
    if (plainAt(model, middle, deviations) < plain) under = middle;
    else over = middle;
  }
  return (under + over) / 2;
}

function expectedPlain(
  { n, probabilities }: KnownForecasts,
  sums: readonly BinSum[],
  of: Int32Array,
  effects: readonly number[],
): number {
  const variances = new Float64Array(sums.length);
  for (const [index, bin] of of.entries()) {
    const probability = probabilities[index] as number;
    variances[bin] = (variances[bin] as number) + probability * (1 - probability);
  }
  // w(k)/n(k) is 1/n.
  return variances.reduce((sum, variance, bin) => sum + Math.sqrt((2 / Math.PI) * (effects[bin] as number) * variance), 0) / n;
}

function squaredError(sums: readonly BinSum[], n: number): number | undefined {
  if (sums.some(({ n: size }) => size < 2)) return undefined;
  return sums.reduce((total, { n: size, probability, outcome }) => {
    const rate = outcome / size;
    return total + (size / n) * (((probability - outcome) / size) ** 2 - (rate * (1 - rate)) / (size - 1));
  }, 0);
}
