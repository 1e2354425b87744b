import { denseClusters } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions } from '../interval.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import { knownForecasts, type Forecasts, type KnownForecasts } from './forecasts.ts';

/**
 * Brier's score Σ (p − y)² / n, 0–1, lower is better: 0 is certain and right, ¼ is what ½ always gets, 1 certain and wrong.
 *
 * It is least, in the mean, for the probabilities that are true, so it can be tuned on. `clusteredMean` with range 0–1: its interval,
 * assumptions and degenerate cases; always right and always certain has a width (`unseen-share`). O(n).
 *
 * Reference: scikit-learn `brier_score_loss`; interval statsmodels (as `clusteredMean`). Source: Brier 1950, Mon. Weather Rev. 78.
 */
export function brierEstimate(forecasts: Forecasts, options: EstimateOptions = {}): Estimate {
  const known = knownForecasts(forecasts);
  const missing = (options.missing ?? 0) + known.missing;
  return clusteredMean(squaredErrors(known), known.clusters, { ...options, missing, range: [0, 1] });
}

/**
 * Brier's skill against the base rate: 1 − BS / (ȳ (1 − ȳ)), at most 1. 0 is a forecast that always says the base rate of these very
 * data; negative is worse than that. For balanced outcomes the base is ¼.
 *
 *     SE² = G/(G − 1) · Σ E² / (n ȳ (1 − ȳ))²,   E: a cluster's sum of (p − y)² − R (y − ȳ)²,   R = BS / (ȳ (1 − ȳ))
 *     1 − R exp(± t(G − 1) · SE / R)
 *
 * the linearised ratio of the two scores, on the log scale because it cannot be under 0. The base rate is estimated from the same
 * outcomes, and that is in the SE.
 *
 * Undefined: `no observation`; outcomes of one class (0/0); one cluster. Without visible spread (always right and certain): from
 * the Brier score's own `unseen-share` interval over ȳ (1 − ȳ). Assumes independent clusters. O(n).
 *
 * Reference: numpy, a complex step on observation weights. Source: Murphy 1973, J. Appl. Meteorol. 12.
 */
export function brierSkillEstimate(forecasts: Forecasts, options: EstimateOptions = {}): Estimate {
  const { level = defaultLevel } = options;
  const known = knownForecasts(forecasts);
  const { n, outcomes } = known;
  const missing = (options.missing ?? 0) + known.missing;
  const undefinedFor = (reason: string): Estimate => ({ status: 'undefined', reason, n, missing });
  if (n === 0) return undefinedFor('no observation');
  const rate = outcomes.reduce((sum, one) => sum + one, 0) / n;
  const base = rate * (1 - rate);
  if (base === 0) return undefinedFor('outcomes are of one class only, so the base rate has no error to beat');
  const { of, count: groups } = denseClusters(known.clusters);
  if (groups === 1) return undefinedFor('one cluster only');
  const squares = squaredErrors(known);
  const ratio = squares.reduce((sum, one) => sum + one, 0) / n / base;
  const residuals = new Float64Array(groups);
  for (const [index, place] of of.entries()) {
    const residual = (squares[index] as number) - ratio * ((outcomes[index] as number) - rate) ** 2;
    residuals[place] = (residuals[place] as number) + residual;
  }
  const squaredSum = residuals.reduce((sum, one) => sum + one * one, 0);
  const error = Math.sqrt((groups / (groups - 1)) * squaredSum) / (n * base);
  const shared = { status: 'ok', value: 1 - ratio, level, n, missing, ...(groups < n && { groups }) } as const;
  if (error < 1e-12 || ratio === 0) {
    const score = clusteredMean(squares, known.clusters, { level, range: [0, 1] });
    const worst = score.status === 'ok' ? score.high / base : Number.POSITIVE_INFINITY;
    const lowest = score.status === 'ok' ? score.low / base : 0;
    return { ...shared, ...within({ low: 1 - worst, high: 1 - lowest }, 1 - ratio, wide), method: 'unseen-share' };
  }
  const factor = Math.exp((studentCritical(level, groups - 1) * error) / ratio);
  const ends = within({ low: 1 - ratio * factor, high: 1 - ratio / factor }, 1 - ratio, wide);
  return { ...shared, ...ends, method: groups === n ? 'log-ratio' : 'log-ratio-clustered' };
}

const wide = [Number.NEGATIVE_INFINITY, 1] as const;

function squaredErrors({ probabilities, outcomes }: KnownForecasts): Float64Array {
  return probabilities.map((probability, index) => (probability - (outcomes[index] as number)) ** 2);
}
