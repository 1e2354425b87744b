import { lgamma } from 'lib-r-math.js';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { emptyRunning, narrowed, type RunningEnds } from './running-ends.ts';

/** All that a sequence of a proportion remembers. JSON-safe. */
export type ProportionSequence = {
  readonly n: number;
  /** Sum of the values. */
  readonly sum: number;
  readonly level: number;
  /** The intersection of all intervals so far, where it is kept. */
  readonly running?: RunningEnds;
};

export type SequenceOptions = {
  /** Of all intervals together, in (0, 1); default .95. */
  readonly level?: number;
  /** Keeps the intersection of all intervals so far: never wider, as valid, and it may come to be empty. */
  readonly running?: boolean;
};

/** A sequence that has seen nothing yet. */
export function startProportionSequence({ level = defaultLevel, running = false }: SequenceOptions = {}): ProportionSequence {
  return { n: 0, sum: 0, level, ...(running && { running: emptyRunning }) };
}

/** The sequence with one more value: 1 or 0, or anything between, such as the mean of a cluster. */
export function addToProportionSequence(sequence: ProportionSequence, value: number): ProportionSequence {
  const next = { ...sequence, n: sequence.n + 1, sum: sequence.sum + value };
  return sequence.running === undefined ? next : { ...next, running: narrowed(sequence.running, mixtureEnds(next)) };
}

/**
 * A confidence sequence of a proportion: intervals that hold it at all times at once, so that one may look after every item and
 * stop whenever.
 *
 *     M(p) = B(½ + s, ½ + n − s)/B(½, ½) / (p^s (1 − p)^(n − s)),   interval = {p: M(p) < 1/α}        s: sum of n values
 *
 * M(p) is the wealth of one who bets against p with a Beta(½, ½) mixture. If p is true it is a fair game for 0 and 1, and no
 * better than fair for any values in [0, 1] with mean p (their likelihood ratio is convex in the value), so that it ever reaches
 * 1/α with probability α at most (Ville 1939). About 1.5 times as wide as an interval that may be looked at once.
 *
 * Assumes that each value has mean p given those before it: independent items in random order. In clusters give one value a
 * cluster, its mean: the target is then the mean over clusters, each counting the same. Values that vary little are covered, but
 * more widely than need be; for them see `meanSequenceEstimate`.
 *
 * @returns undefined with `no observation`; or where the running intersection is empty, which under the assumption happens in α
 *   at most. Cost O(1) a value, a few dozen evaluations a look.
 *
 * Reference: numpy, written independently (scripts/reference/sequential.py). Source: Robbins 1970, Ann. Math. Statist. 41;
 * Howard, Ramdas, McAuliffe and Sekhon 2021, Annals of Statistics 49.
 */
export function proportionSequenceEstimate(
  sequence: ProportionSequence,
  { missing = 0 }: Pick<EstimateOptions, 'missing'> = {},
): Estimate {
  const { n, sum, level, running } = sequence;
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const value = sum / n;
  const ends = running ?? mixtureEnds(sequence);
  if (ends.low > ends.high) return { status: 'undefined', reason: 'no value is in all intervals so far', n, missing };
  // The intersection may lie beside the value; only a single look always holds it.
  const shown = running === undefined ? within(ends, value, [0, 1]) : ends;
  return { status: 'ok', value, low: shown.low, high: shown.high, level, method: 'beta-binomial-mixture', n, missing };
}

function mixtureEnds({ n, sum, level }: ProportionSequence): Interval {
  const rest = n - sum;
  const half = 0.5;
  const logMixture = lgamma(half + sum) + lgamma(half + rest) - lgamma(1 + n) - 2 * lgamma(half);
  const limit = -Math.log(1 - level);
  const isInside = (p: number): boolean => {
    const logLikelihood = (sum > 0 ? sum * Math.log(p) : 0) + (rest > 0 ? rest * Math.log1p(-p) : 0);
    return logMixture - logLikelihood < limit;
  };
  const value = sum / n;
  return {
    low: sum <= 0 ? 0 : boundary(isInside, value, 0),
    high: rest <= 0 ? 1 : boundary(isInside, value, 1),
  };
}

/** Where M crosses 1/α between the value, inside, and an end of the range: M rises all the way. The outer side of the last halving. */
function boundary(isInside: (p: number) => boolean, inside: number, outside: number): number {
  let [near, far] = [inside, outside];
  for (let step = 0; step < 60 && Math.abs(far - near) > 1e-15; step += 1) {
    const middle = (near + far) / 2;
    if (isInside(middle)) near = middle;
    else far = middle;
  }
  return far;
}
