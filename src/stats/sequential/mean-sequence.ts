import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { emptyRunning, narrowed, type RunningEnds } from './running-ends.ts';
import type { SequenceOptions } from './proportion-sequence.ts';

/** All that a sequence of a bounded mean remembers. JSON-safe; sums are of values brought to 0–1. */
export type MeanSequence = {
  readonly n: number;
  readonly sum: number;
  /** Σ (x − mean so far)², each by the mean that holds it. */
  readonly squares: number;
  /** Σ λ, Σ λ x, Σ v ψ(λ) of the formula. */
  readonly weights: number;
  readonly weighted: number;
  readonly penalty: number;
  readonly level: number;
  readonly range: readonly [number, number];
  readonly running?: RunningEnds;
};

export type MeanSequenceOptions = SequenceOptions & {
  /** Lowest and highest possible value; default −1 and 1, of a paired difference. */
  readonly range?: readonly [number, number];
};

/** A sequence that has seen nothing yet. */
export function startMeanSequence({
  level = defaultLevel,
  range = [-1, 1],
  running = false,
}: MeanSequenceOptions = {}): MeanSequence {
  const nothing = { n: 0, sum: 0, squares: 0, weights: 0, weighted: 0, penalty: 0 };
  return { ...nothing, level, range, ...(running && { running: emptyRunning }) };
}

/** The largest bet: nearer to 1 gains sooner where values hardly vary, and loses where they do. */
const largestBet = 0.75;

/** The sequence with one more value in its range. */
export function addToMeanSequence(sequence: MeanSequence, value: number): MeanSequence {
  const { n, sum, squares, level, range } = sequence;
  const x = (value - range[0]) / (range[1] - range[0]);
  // Bets are made before x is seen: from half an observation at ½ and its variance ¼, and what came before.
  const before = (0.5 + sum) / (n + 1);
  const spread = (0.25 + squares) / (n + 1);
  const step = n + 1;
  const bet = Math.min(largestBet, Math.sqrt((2 * Math.log(2 / (1 - level))) / (spread * step * Math.log(1 + step))));
  const after = (0.5 + sum + x) / (step + 1);
  const next = {
    ...sequence,
    n: step,
    sum: sum + x,
    squares: squares + (x - after) ** 2,
    weights: sequence.weights + bet,
    weighted: sequence.weighted + bet * x,
    penalty: sequence.penalty + (x - before) ** 2 * (-Math.log1p(-bet) - bet),
  };
  return sequence.running === undefined ? next : { ...next, running: narrowed(sequence.running, bernsteinEnds(next)) };
}

/**
 * A confidence sequence of a bounded mean, such as a paired difference in [−1, 1]: intervals that hold it at all times at once.
 *
 *     Σ λ x / Σ λ ± (ln(2/α) + Σ (x − μ̂)² (−ln(1 − λ) − λ)) / Σ λ                          x brought to 0–1
 *     λ(t) = min(¾, √(2 ln(2/α) / (σ̂² t ln(1 + t)))),   μ̂, σ̂²: mean and variance of the values before, with one at ½ and its ¼
 *
 * The predictable plug-in empirical Bernstein sequence: each value is weighted by a bet made before it is seen, so that exp of
 * the numerator's game is fair or worse whatever the distribution in the range. It adapts to the variance: two judges that seldom
 * differ are told apart from a large difference soon.
 *
 * Assumes that each value has the same mean given those before it: independent items in random order. In clusters give one value
 * a cluster, its mean; the target is then the mean over clusters, each counting the same.
 *
 * @returns in the values' unit, within the range; `value` is the plain mean. Undefined with `no observation`, or where the
 *   running intersection is empty. Cost O(1) a value and a look.
 *
 * Reference: numpy, written independently (scripts/reference/sequential.py). Source: Waudby-Smith and Ramdas 2024, JRSS B 86,
 * Theorem 2.
 */
export function meanSequenceEstimate(sequence: MeanSequence, { missing = 0 }: Pick<EstimateOptions, 'missing'> = {}): Estimate {
  const { n, sum, level, range, running } = sequence;
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const value = range[0] + (sum / n) * (range[1] - range[0]);
  const ends = running ?? bernsteinEnds(sequence);
  if (ends.low > ends.high) return { status: 'undefined', reason: 'no value is in all intervals so far', n, missing };
  const shown = running === undefined ? within(ends, value, range) : ends;
  return { status: 'ok', value, low: shown.low, high: shown.high, level, method: 'empirical-bernstein-sequence', n, missing };
}

function bernsteinEnds({ weights, weighted, penalty, level, range }: MeanSequence): Interval {
  const centre = weighted / weights;
  const half = (Math.log(2 / (1 - level)) + penalty) / weights;
  const scale = range[1] - range[0];
  return {
    low: range[0] + scale * Math.max(0, centre - half),
    high: range[0] + scale * Math.min(1, centre + half),
  };
}
