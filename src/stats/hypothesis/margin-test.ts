import type { Estimate } from '../estimate.ts';

/** Any interval of a difference b − a (larger is better), at the level asked for. */
export type DifferenceInterval = (level: number) => Estimate;

export type MarginOptions = {
  /** The difference that still counts as none; above 0, in the difference's unit. Named before the data are seen. */
  readonly margin: number;
  /** Of each one-sided test, in (0, ½); the interval shown has level 1 − 2α. Default .05. */
  readonly alpha?: number;
};

/** The interval that decides, the one-sided p-value, and the verdict. */
export type MarginResult<Verdict extends string> =
  | {
      readonly status: 'ok';
      readonly verdict: Verdict;
      readonly margin: number;
      readonly alpha: number;
      /** One-sided, of the null that the difference is at or beyond the margin; the larger of two for equivalence. Not under 1e-12. */
      readonly p: number;
      readonly difference: Extract<Estimate, { status: 'ok' }>;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Is judge b no worse than judge a by more than a margin?
 *
 *     non-inferior: low > −margin;   inferior: high < −margin;   else undecided        interval of level 1 − 2α
 *
 * The one-sided test of δ ≤ −margin at α, by inversion of the interval; p is the least α at which it would reject. `non-inferior`
 * does not say that b is as good: high may be under 0. `inferior` is worse by more than the margin.
 *
 * @param interval gives the interval of b − a at a level: `(level) => pairedProportionDifference(d, clusters, { level })`,
 *   `clusteredMean` of paired differences, or one from replicates that are drawn once. Asked about 50 times; its assumptions, and
 *   its size, are the test's.
 * @returns undefined with the interval's reason.
 *
 * Source: Schuirmann 1987, J. Pharmacokinet. Biopharm. 15. Reference: scipy `ttest_1samp(d, −margin, alternative="greater")` for
 * means.
 */
export function nonInferiorityTest(
  interval: DifferenceInterval,
  { margin, alpha = 0.05 }: MarginOptions,
): MarginResult<'non-inferior' | 'inferior' | 'undecided'> {
  const difference = interval(1 - 2 * alpha);
  if (difference.status === 'undefined') return difference;
  const verdict = difference.low > -margin ? 'non-inferior' : difference.high < -margin ? 'inferior' : 'undecided';
  return { status: 'ok', verdict, margin, alpha, p: tailAbove(interval, -margin), difference };
}

/**
 * Are two judges equally good, to within a margin? Two one-sided tests (TOST).
 *
 *     equivalent: −margin < low and high < margin;   different: low > margin or high < −margin;   else undecided
 *
 * with the interval of level 1 − 2α. p is the larger of the two one-sided ones. `different` is beyond the margin; a difference
 * that is not 0 and within it is equivalent. No significant difference is not equivalence: with few items the verdict is
 * `undecided`.
 *
 * Arguments, undefined cases and source as in `nonInferiorityTest`.
 */
export function equivalenceTest(
  interval: DifferenceInterval,
  { margin, alpha = 0.05 }: MarginOptions,
): MarginResult<'equivalent' | 'different' | 'undecided'> {
  const difference = interval(1 - 2 * alpha);
  if (difference.status === 'undefined') return difference;
  const { low, high } = difference;
  const verdict = -margin < low && high < margin ? 'equivalent' : low > margin || high < -margin ? 'different' : 'undecided';
  const p = Math.max(tailAbove(interval, -margin), 1 - tailAbove(interval, margin));
  return { status: 'ok', verdict, margin, alpha, p, difference };
}

/** One-sided p of δ ≤ bound: the least α whose interval lies above the bound; over ½ it is the other end that is asked. */
function tailAbove(interval: DifferenceInterval, bound: number): number {
  const isAbove = leastAlpha((estimate) => estimate.low > bound, interval);
  if (isAbove !== undefined) return isAbove;
  const isBelow = leastAlpha((estimate) => estimate.high < bound, interval);
  return isBelow === undefined ? 0.5 : 1 - isBelow;
}

function leastAlpha(
  excludes: (estimate: { readonly low: number; readonly high: number }) => boolean,
  interval: DifferenceInterval,
): number | undefined {
  const rejects = (alpha: number): boolean => {
    const estimate = interval(1 - 2 * alpha);
    return estimate.status === 'ok' && excludes(estimate);
  };
  let low = 1e-12;
  let high = 0.5 - 1e-9;
  if (!rejects(high)) return undefined;
  if (rejects(low)) return low;
  // On the logarithm, so that small p-values keep their digits.
  for (let step = 0; step < 50 && high / low > 1 + 1e-13; step += 1) {
    const middle = Math.sqrt(low * high);
    if (rejects(middle)) high = middle;
    else low = middle;
  }
  return high;
}
