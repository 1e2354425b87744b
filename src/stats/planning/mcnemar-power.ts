import { binomialCdf, binomialPmf } from '../distributions.ts';
import { mcnemarTest } from '../hypothesis/mcnemar.ts';
import { leastCount, leastNumber } from './least-count.ts';

/** What two judges are expected to do on the same items. */
export type DiscordancePlan = {
  /** Share of items on which exactly one is right, in 0–1. */
  readonly discordance: number;
  /** Difference of the two accuracies; at most the discordance in size. */
  readonly difference: number;
};

export type PowerOptions = {
  /** Two-sided level of the test; default .05. */
  readonly alpha?: number;
  /** Design effect of the differences, 1 for single items; items are divided by it. */
  readonly designEffect?: number;
};

/**
 * The power of McNemar's exact test: the chance that it finds a difference of two judges on `items` items.
 *
 *     M ~ binomial(n, ψ) discordant;   X | M ~ binomial(M, (ψ + δ)/(2ψ));   power = Σ P(M) P(p(X, M − X) ≤ α)
 *
 * Summed exactly over M but for 1e-12 of its mass. In clusters n is the number of items over the design effect, rounded down: a
 * plan's approximation, for the sign-flip test that is used there.
 *
 * δ = 0 gives the test's size, under α. No item or ψ = 0: 0. Cost O(√n log n).
 *
 * Reference: numpy, enumerated over all tables (scripts/reference/planning.py).
 */
export function mcnemarPower(
  items: number,
  { discordance, difference }: DiscordancePlan,
  { alpha = 0.05, designEffect = 1 }: PowerOptions = {},
): number {
  const n = Math.floor(items / designEffect);
  if (n < 1 || discordance <= 0) return 0;
  const share = Math.min(1, Math.max(0, (discordance + difference) / (2 * discordance)));
  const spread = 8 * Math.sqrt(n * discordance * (1 - discordance)) + 10;
  const from = Math.max(0, Math.floor(n * discordance - spread));
  const to = Math.min(n, Math.ceil(n * discordance + spread));
  let power = 0;
  let critical = -1;
  for (let trials = from; trials <= to; trials += 1) {
    critical = criticalSplit(trials, alpha, critical);
    if (critical < 0) continue;
    const rejected = binomialCdf(critical, trials, share) + binomialCdf(critical, trials, 1 - share);
    power += binomialPmf(trials, n, discordance) * rejected;
  }
  return Math.min(1, power);
}

/** The least number of items at which McNemar's exact test has the power asked for; `undefined` beyond ten million. */
export function mcnemarItems(power: number, plan: DiscordancePlan, options: PowerOptions = {}): number | undefined {
  if (plan.difference === 0) return undefined;
  return leastCount((items) => mcnemarPower(items, plan, options) >= power);
}

/** The least difference that is found with the power asked for, given the discordance; `undefined` where even all of it is not. */
export function mcnemarDetectable(
  items: number,
  { discordance, power }: { readonly discordance: number; readonly power: number },
  options: PowerOptions = {},
): number | undefined {
  return leastNumber((difference) => mcnemarPower(items, { discordance, difference }, options) >= power, 0, discordance);
}

/** The largest smaller half at which so many discordant items are significant, or −1; looked for around that of one item less. */
function criticalSplit(trials: number, alpha: number, start: number): number {
  let critical = start >= 0 ? start : leastSplit(trials, alpha);
  while (critical >= 0 && mcnemarTest(critical, trials - critical) > alpha) critical -= 1;
  while (2 * (critical + 1) < trials && mcnemarTest(critical + 1, trials - critical - 1) <= alpha) critical += 1;
  return critical;
}

/** By halving: p rises with the smaller half. */
function leastSplit(trials: number, alpha: number): number {
  let [low, high] = [-1, Math.floor(trials / 2) + 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (mcnemarTest(middle, trials - middle) <= alpha) low = middle;
    else high = middle;
  }
  return low;
}
