import { betaQuantile } from '../distributions.ts';
import { defaultLevel, type Interval } from '../interval.ts';

/**
 * The exact binomial interval of Clopper and Pearson: never under its level, at the price of width. For gates that must not
 * err on one side; the headline uses Wilson's.
 *
 *     low = B(α/2; x, n − x + 1),   high = B(1 − α/2; x + 1, n − x)       B: quantile of the beta distribution
 *
 * @param events 0 to `n`.
 * @param n independent observations.
 * @returns ends in 0–1; no events: low 0; all events: high 1; n = 0: [0, 1].
 *
 * Reference: 15 of 20 gives [0.5090, 0.9134]. Source: Clopper and Pearson 1934, Biometrika 26.
 */
export function clopperPearsonInterval(events: number, n: number, level: number = defaultLevel): Interval {
  if (!(n > 0)) return { low: 0, high: 1 };
  const tail = (1 - level) / 2;
  return {
    low: events <= 0 ? 0 : betaQuantile(tail, events, n - events + 1),
    high: events >= n ? 1 : betaQuantile(1 - tail, events + 1, n - events),
  };
}
