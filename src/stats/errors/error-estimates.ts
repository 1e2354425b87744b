import { clusterMoments, tallyClusters } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import { numericErrors, type NumericPairs } from './numeric-errors.ts';

export type ErrorOptions = EstimateOptions & {
  /** Lowest and highest possible number, of gold and verdicts alike; without it errors without visible spread have no interval. */
  readonly range?: readonly [number, number];
};

/**
 * Mean absolute error, Σ |v − g| / n, in the unit of the numbers; lower is better, 0 is perfect.
 *
 * `clusteredMean` of the absolute errors, with its interval, assumptions and degenerate cases, cut to 0 and the range's width. O(n).
 *
 * Reference: scikit-learn `mean_absolute_error`; interval statsmodels (as `clusteredMean`).
 */
export function maeEstimate(pairs: NumericPairs, options: ErrorOptions = {}): Estimate {
  const { errors, ...rest } = numericErrors(pairs);
  const estimate = clusteredMean(errors.map(Math.abs), rest.clusters, meanOptions(options, rest.missing, 'absolute'));
  return estimate.status === 'ok' ? { ...estimate, low: Math.max(0, estimate.low) } : estimate;
}

/**
 * Bias: the mean signed error Σ (v − g) / n, in the unit of the numbers; positive is too high, 0 is none. Errors both ways cancel:
 * read it beside the MAE.
 *
 * `clusteredMean` of the errors, with its interval, assumptions and degenerate cases. O(n).
 *
 * Reference: numpy; interval statsmodels (as `clusteredMean`).
 */
export function biasEstimate(pairs: NumericPairs, options: ErrorOptions = {}): Estimate {
  const { errors, clusters, missing } = numericErrors(pairs);
  return clusteredMean(errors, clusters, meanOptions(options, missing, 'signed'));
}

/**
 * Root mean squared error √(Σ (v − g)² / n), in the unit of the numbers; lower is better. Never under the MAE; far misses count more.
 *
 *     SE² of the MSE as in `clusteredMean`,   RMSE · exp(± t(G − 1) · SE / (2 MSE))
 *
 * The delta method on log MSE, because squared errors are skewed: the ends stay above 0, and coverage with few is nearer to its level
 * than that of RMSE ± t · SE/(2 RMSE) (docs/methods/errors.md). Far single misses are still seen too rarely in small samples.
 *
 * No visible spread of the squared errors (all alike, all 0, one cluster): with a `range` the root of `clusteredMean`'s `unseen-share`
 * interval of the MSE, else undefined with its reason. Assumes independent clusters. O(n).
 *
 * Reference: scikit-learn `root_mean_squared_error`; SE of the MSE statsmodels.
 */
export function rmseEstimate(pairs: NumericPairs, options: ErrorOptions = {}): Estimate {
  const { level = defaultLevel } = options;
  const { errors, clusters, missing } = numericErrors(pairs);
  const squares = errors.map((error) => error * error);
  const mse = clusteredMean(squares, clusters, meanOptions(options, missing, 'squared'));
  if (mse.status === 'undefined') return mse;
  const value = Math.sqrt(mse.value);
  const widest = options.range === undefined ? Number.POSITIVE_INFINITY : options.range[1] - options.range[0];
  const ends =
    mse.method === 'unseen-share'
      ? { low: Math.sqrt(Math.max(0, mse.low)), high: Math.sqrt(mse.high) }
      : logEnds(value, squares, { clusters, level });
  return { ...mse, value, ...within(ends, value, [0, widest]), method: mse.method.replace('student', 'log-delta') };
}

function logEnds(
  value: number,
  squares: Float64Array,
  { clusters, level }: { readonly clusters: Int32Array; readonly level: number },
): Interval {
  const { n, groups, mean, squaredResiduals } = clusterMoments(tallyClusters(squares, clusters));
  const error = Math.sqrt(((groups / (groups - 1)) * squaredResiduals) / (n * n));
  const factor = Math.exp((studentCritical(level, groups - 1) * error) / (2 * mean));
  return { low: value / factor, high: value * factor };
}

function meanOptions({ range, ...options }: ErrorOptions, missing: number, of: 'absolute' | 'signed' | 'squared') {
  const all = { ...options, missing: (options.missing ?? 0) + missing };
  if (range === undefined) return all;
  const width = range[1] - range[0];
  const bounds: readonly [number, number] = of === 'signed' ? [-width, width] : [0, of === 'squared' ? width * width : width];
  return { ...all, range: bounds };
}
