/** Ends of an interval, in the unit of its figure; low ≤ high. */
export type Interval = { readonly low: number; readonly high: number };

/** What every estimator takes: the interval's level in (0, 1) and how many observations of the same rows gave no value. */
export type EstimateOptions = { readonly level?: number; readonly missing?: number };

/** The level of every interval where none is named. */
export const defaultLevel = 0.95;

/** The interval cut to a range that the figure cannot leave, and stretched to hold the figure itself. */
export function within(interval: Interval, value: number, range: readonly [number, number]): Interval {
  return {
    low: Math.min(value, Math.max(range[0], interval.low)),
    high: Math.max(value, Math.min(range[1], interval.high)),
  };
}
