import type { Estimate } from '../estimate.ts';
import type { EstimateOptions } from '../interval.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import { knownForecasts, type Forecasts } from './forecasts.ts';

export type LogLossOptions = EstimateOptions & {
  /** Probabilities are cut to [clip, 1 − clip]; none are without it. In (0, ½). */
  readonly clip?: number;
};

/** The log loss, and how many probabilities of 0 or 1 were wrong: each of them is an infinite loss. */
export type LogLoss = { readonly loss: Estimate; readonly infinite: number };

/**
 * Log loss −Σ log(probability of what came) / n, in nats, 0 and up, lower is better; log 2 = .693 is what ½ always gets.
 *
 * A probability of 0 or 1 that was wrong costs infinity, and one of them is the whole figure. It is said: `loss` is undefined with the
 * count as its reason. With `clip` they cost −log(clip) each, `method` names the clip, and `infinite` still counts them: the figure is
 * then as much of the clip as of the judge.
 *
 * `clusteredMean` of the losses, with its interval, assumptions and degenerate cases; with `clip` the range is known, 0 to −log(clip).
 * Losses are skewed: with few the interval covers under its level. O(n).
 *
 * Reference: scikit-learn `log_loss`; interval statsmodels (as `clusteredMean`). Source: Good 1952, JRSS B 14.
 */
export function logLoss(forecasts: Forecasts, { clip, ...options }: LogLossOptions = {}): LogLoss {
  const { n, probabilities, outcomes, clusters, missing: unknown } = knownForecasts(forecasts);
  const missing = (options.missing ?? 0) + unknown;
  const given = probabilities.map((probability, index) => (outcomes[index] === 1 ? probability : 1 - probability));
  const infinite = given.reduce((count, one) => count + (one <= 0 ? 1 : 0), 0);
  if (clip === undefined) {
    if (infinite > 0) {
      const reason = `${infinite} of ${n} probabilities were 0 or 1 and wrong: the log loss is infinite`;
      return { loss: { status: 'undefined', reason, n, missing }, infinite };
    }
    const losses = given.map((one) => Math.max(0, -Math.log(one)));
    return { loss: clampLow(clusteredMean(losses, clusters, { ...options, missing })), infinite };
  }
  const losses = given.map((one) => -Math.log(Math.min(1 - clip, Math.max(clip, one))));
  const loss = clusteredMean(losses, clusters, { ...options, missing, range: [0, -Math.log(clip)] });
  return { loss: loss.status === 'ok' ? { ...loss, method: `${loss.method}, clipped at ${clip}` } : loss, infinite };
}

function clampLow(estimate: Estimate): Estimate {
  return estimate.status === 'ok' ? { ...estimate, low: Math.max(0, estimate.low) } : estimate;
}
