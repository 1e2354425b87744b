import { normalCritical } from '../distributions.ts';
import { defaultLevel, type Interval } from '../interval.ts';

/**
 * Wilson's score interval of a proportion.
 *
 *     centre = (p + z²/2n) / (1 + z²/n),   half = z/(1 + z²/n) · √(p(1 − p)/n + z²/4n²)
 *
 * Assumes independent observations. Chosen over Wald's because it keeps its level at small n and near 0 and 1, and over
 * Clopper–Pearson's because that one is wider than its level asks.
 *
 * @param proportion p in 0–1.
 * @param n observations, above 0; an effective number may be a fraction.
 * @returns ends in 0–1. No events: low is 0 and high above it; all events: high is 1 and low below it. n = 0: [0, 1].
 *
 * Reference: 15 of 20 gives [0.5313, 0.8881]. Source: Wilson 1927, JASA 22.
 */
export function wilsonInterval(proportion: number, n: number, level: number = defaultLevel): Interval {
  if (!(n > 0)) return { low: 0, high: 1 };
  const z2 = normalCritical(level) ** 2;
  const centre = (proportion + z2 / (2 * n)) / (1 + z2 / n);
  const half = Math.sqrt(z2 * ((proportion * (1 - proportion)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  // At 0 and 1 the ends are exact; rounding would leave 1e-17.
  return {
    low: proportion <= 0 ? 0 : Math.max(0, centre - half),
    high: proportion >= 1 ? 1 : Math.min(1, centre + half),
  };
}
