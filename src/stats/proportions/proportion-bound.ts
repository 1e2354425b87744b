import { defaultLevel, type EstimateOptions } from '../interval.ts';
import type { Estimate } from '../estimate.ts';
import { clopperPearsonInterval } from './clopper-pearson.ts';
import { clusteredProportion } from './clustered-proportion.ts';
import { wilsonInterval } from './wilson.ts';

/** Which end is claimed: `lower`, at least so much; `upper`, at most. */
export type BoundSide = 'lower' | 'upper';

/** `level` in (½, 1): how surely the bound holds, all of the error on its one side. */
export type BoundOptions = { readonly side: BoundSide; readonly level?: number };

/** A figure with a bound on one side only; or undefined with the reason. */
export type BoundEstimate =
  | {
      readonly status: 'ok';
      readonly value: number;
      readonly bound: number;
      readonly side: BoundSide;
      readonly level: number;
      readonly method: string;
      readonly n: number;
      readonly missing: number;
      readonly groups?: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Wilson's one-sided bound: the end of the two-sided interval of level 2 · level − 1, whose z is the one-sided one (1.645 at
 * .95).
 *
 * Assumptions, degenerate cases and source as in `wilsonInterval`. On average at its level, and under it at some rates: near 1 a
 * lower bound can hold in .9 only. For a gate use `clopperPearsonBound`. n = 0: 0 below, 1 above.
 *
 * Reference (statsmodels): 15 of 20 is at least .5678.
 */
export function wilsonBound(proportion: number, n: number, { side, level = defaultLevel }: BoundOptions): number {
  const { low, high } = wilsonInterval(proportion, n, 2 * level - 1);
  return side === 'lower' ? low : high;
}

/**
 * Clopper and Pearson's exact one-sided bound: never holds less often than its level says.
 *
 *     lower = B(1 − level; x, n − x + 1),   upper = B(level; x + 1, n − x)       B: quantile of the beta distribution
 *
 * Assumptions and source as in `clopperPearsonInterval`. No event: lower 0; n = 0: 0 below, 1 above.
 *
 * Reference (scipy `binomtest`): 15 of 20 is at least .5444.
 */
export function clopperPearsonBound(events: number, n: number, { side, level = defaultLevel }: BoundOptions): number {
  const { low, high } = clopperPearsonInterval(events, n, 2 * level - 1);
  return side === 'lower' ? low : high;
}

/** The bound of a proportion in clusters: `clusteredProportion` at level 2 · level − 1, with its assumptions and degenerate cases. O(n). */
export function clusteredProportionBound(
  events: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { level = defaultLevel, side, missing = 0 }: EstimateOptions & BoundOptions,
): BoundEstimate {
  return boundOf(clusteredProportion(events, clusters, { level: 2 * level - 1, missing }), { side, level });
}

/** One end of an interval of level 2 · level − 1, as a bound at `level`. */
export function boundOf(estimate: Estimate, { side, level = defaultLevel }: BoundOptions): BoundEstimate {
  if (estimate.status === 'undefined') return estimate;
  const { low, high, ...shared } = estimate;
  return { ...shared, side, level, bound: side === 'lower' ? low : high };
}
