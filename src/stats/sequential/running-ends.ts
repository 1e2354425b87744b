import type { Interval } from '../interval.ts';

/**
 * The intersection of intervals so far. Nothing yet: [−1e308, 1e308], and not ±∞, which JSON has no word for. `low` above `high`:
 * empty.
 */
export type RunningEnds = Interval;

export const emptyRunning: RunningEnds = { low: -Number.MAX_VALUE, high: Number.MAX_VALUE };

/** The intersection with one more interval. */
export function narrowed(running: RunningEnds, { low, high }: Interval): RunningEnds {
  return { low: Math.max(running.low, low), high: Math.min(running.high, high) };
}
