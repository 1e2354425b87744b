import { choleskyFactor, choleskySolve } from './cholesky.ts';
import type { KnownComparisons } from './comparisons.ts';

/** Strengths on the log scale with sum 0, log ν (undefined without ties), and the curvature at the maximum. */
export type DavidsonFit = {
  readonly strengths: Float64Array;
  readonly logTie: number | undefined;
  /** Factor of the negative second derivative, strengths first, then log ν; a constant added to all strengths is given curvature 1. */
  readonly curvature: Float64Array;
};

/** What two systems' comparison comes to. */
export type PairShares = {
  /** Chance of a tie. */
  readonly tie: number;
  /** Mean result of the first: its chance to win and half that of a tie. */
  readonly result: number;
};

/** Chances under Davidson's model, for strengths a and b on the log scale. */
export function pairShares(a: number, b: number, logTie: number | undefined): PairShares {
  const half = (a - b) / 2;
  if (logTie === undefined) return { tie: 0, result: 1 / (1 + Math.exp(-2 * half)) };
  const most = Math.max(Math.abs(half), logTie);
  const [win, loss, tie] = [Math.exp(half - most), Math.exp(-half - most), Math.exp(logTie - most)];
  const all = win + loss + tie;
  return { tie: tie / all, result: (win + tie / 2) / all };
}

/**
 * The strengths that make the results most likely, with `prior` pseudo-comparisons of each system against one of average strength, half of
 * them won.
 *
 * Newton's method with halved steps on a concave function: quadratic near the maximum, some ten steps. Stops where no parameter moves by
 * 1e-12. There must be a maximum: a `prior` above 0 and not all ties, or `hasFiniteStrengths`. O(systems³) a step.
 */
export function fitDavidson(known: KnownComparisons, prior: number): DavidsonFit {
  const { systems, ties } = known;
  const hasTies = ties.some((count) => count > 0);
  const size = systems + (hasTies ? 1 : 0);
  let parameters = new Float64Array(size);
  let state = derivatives(known, parameters, prior);
  for (let step = 0; step < 200; step += 1) {
    const move = choleskySolve(choleskyFactor(state.curvature, size), state.gradient);
    let share = 1;
    let next = parameters.map((one, place) => one + (move[place] as number));
    let reached = derivatives(known, next, prior);
    // Rounding alone can make the likelihood fall by 1e-16 of itself near the end.
    while (!(reached.likelihood >= state.likelihood - 1e-13 * Math.abs(state.likelihood)) && share > 1e-10) {
      share /= 2;
      const scale = share;
      next = parameters.map((one, place) => one + scale * (move[place] as number));
      reached = derivatives(known, next, prior);
    }
    parameters = next;
    state = reached;
    if (move.every((one) => Math.abs(one) < 1e-12)) break;
  }
  const strengths = parameters.slice(0, systems);
  return { strengths, logTie: hasTies ? parameters[systems] : undefined, curvature: choleskyFactor(state.curvature, size) };
}

type Derivatives = { readonly likelihood: number; readonly gradient: Float64Array; readonly curvature: Float64Array };

function derivatives(known: KnownComparisons, parameters: Float64Array, prior: number): Derivatives {
  const { systems: k, wins, ties } = known;
  const size = parameters.length;
  const logTie = size > k ? (parameters[k] as number) : undefined;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  let likelihood = 0;
  const add = (cells: Float64Array, place: number, amount: number): void => {
    cells[place] = (cells[place] as number) + amount;
  };
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const [won, lost, tied] = [wins[i * k + j] as number, wins[j * k + i] as number, ties[i * k + j] as number];
      const n = won + lost + tied;
      if (n === 0) continue;
      const { tie, result } = pairShares(parameters[i] as number, parameters[j] as number, logTie);
      const chances = [result - tie / 2, 1 - result - tie / 2, tie];
      for (const [place, count] of [won, lost, tied].entries())
        if (count > 0) likelihood += count * Math.log(chances[place] as number);
      const residual = won + tied / 2 - n * result;
      add(gradient, i, residual);
      add(gradient, j, -residual);
      // The result is 1, ½ or 0: its variance, its covariance with being a tie, and that one's variance.
      const variance = n * (result - tie / 4 - result * result);
      for (const [a, b, sign] of [[i, i, 1], [j, j, 1], [i, j, -1], [j, i, -1]] as const) add(curvature, a * size + b, sign * variance); // prettier-ignore
      if (logTie === undefined) continue;
      add(gradient, k, tied - n * tie);
      const cross = n * tie * (0.5 - result);
      for (const [a, amount] of [
        [i, cross],
        [j, -cross],
      ] as const) {
        // prettier-ignore
        add(curvature, a * size + k, amount);
        add(curvature, k * size + a, amount);
      }
      add(curvature, k * size + k, n * tie * (1 - tie));
    }
  }
  return {
    likelihood: likelihood + addPrior({ gradient, curvature, likelihood }, parameters, { systems: k, prior }),
    gradient,
    curvature,
  };
}

/** Adds the pseudo-comparisons against the average, and curvature 1 along the constant; returns their log likelihood. */
function addPrior(
  { gradient, curvature }: Derivatives,
  parameters: Float64Array,
  { systems: k, prior }: { readonly systems: number; readonly prior: number },
): number {
  const size = parameters.length;
  const strengths = parameters.subarray(0, k);
  const mean = strengths.reduce((sum, one) => sum + one / k, 0);
  const wins = strengths.map((one) => pairShares(one, mean, undefined).result);
  const pulls = wins.map((win) => prior * (0.5 - win));
  const bends = wins.map((win) => prior * win * (1 - win));
  const [pull, bend] = [pulls, bends].map((list) => list.reduce((sum, one) => sum + one / k, 0)) as [number, number];
  for (let i = 0; i < k; i += 1) {
    gradient[i] = (gradient[i] as number) + (pulls[i] as number) - pull;
    for (let j = 0; j < k; j += 1) {
      const own = i === j ? (bends[i] as number) : 0;
      // Both sides of the diagonal of bends lose their means, for the average moves with the strengths.
      const moved = own - ((bends[i] as number) + (bends[j] as number)) / k + bend / k;
      curvature[i * size + j] = (curvature[i * size + j] as number) + moved + 1 / k;
    }
  }
  return wins.reduce((sum, win) => (prior > 0 ? sum + (prior / 2) * (Math.log(win) + Math.log(1 - win)) : sum), 0);
}
