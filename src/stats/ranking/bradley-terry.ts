import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, type EstimateOptions } from '../interval.ts';
import { choleskySolve } from './cholesky.ts';
import { comparisonComponents, hasFiniteStrengths } from './comparison-graph.ts';
import { knownComparisons, type Comparisons, type KnownComparisons } from './comparisons.ts';
import type { ComparedSystems } from './compared-systems.ts';
import { fitDavidson, pairShares, type DavidsonFit } from './davidson.ts';

export type BradleyTerryOptions = EstimateOptions & {
  /** Pseudo-comparisons of each system against an average one, half of them won; 0 for the plain maximum of the likelihood. */
  readonly prior?: number;
};

export type BradleyTerry =
  | {
      readonly status: 'ok';
      /** Strength of each system on the log scale, sum 0: i beats j with odds exp(θ(i) − θ(j)), where they do not tie. */
      readonly strengths: readonly Estimate[];
      /** Covariances of the strengths, row by row, for `rankIntervals`. */
      readonly covariance: Float64Array;
      /** Davidson's ν: two systems of equal strength tie with chance ν/(2 + ν). 0 where there is no tie. */
      readonly tie: number;
      readonly n: number;
      readonly missing: number;
      readonly groups: number;
      /** Kish's effective number of clusters less 1, for `rankIntervals`. */
      readonly degrees: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Strengths of systems from pairwise comparisons: Bradley and Terry's model, with ties as Davidson has them.
 *
 *     P(i beats j) = π(i)/S,   P(tie) = ν √(π(i) π(j))/S,   S = π(i) + π(j) + ν √(π(i) π(j)),   θ = log π, Σ θ = 0
 *     V = H⁻¹ M H⁻¹,   M = G/(G − 1) Σ s sᵀ + pseudo,   θ(i) ± t(G − 1) √V(i,i)          s: a cluster's sum of scores
 *
 * `prior` (1): each system also plays one average system, half a win and half a loss. A system that won everything has no finite
 * strength; leaving it undefined would take the figure from the best system just where it is best, and putting the prior in only there would
 * let one game more make the figure jump. So it is always in: 1 in the comparisons of a system, towards 0. In clusters it is as much as
 * tells as much as one (design effect d of the scores), so that repeating every comparison changes nothing. M has its two outcomes as
 * pseudo-clusters, without which a system that always won would be certain of its strength.
 *
 * Assumes one dimension of strength (no circles), no advantage of being shown first (show both orders), independent clusters. Undefined:
 * no comparison; systems not linked by comparisons (named: their strengths have no common scale); ties alone; one cluster; with
 * `prior` 0 no finite maximum. O(n + systems³).
 *
 * Reference: statsmodels logit (no ties) and scipy-optimised likelihood (ties), to 1e-6. Source: Bradley and Terry 1952, Biometrika 39;
 * Davidson 1970, JASA 65; the sandwich, White 1982, Econometrica 50.
 */
export function bradleyTerry(comparisons: Comparisons, options: BradleyTerryOptions = {}): BradleyTerry {
  const { level = defaultLevel, prior = 1 } = options;
  const known = knownComparisons(comparisons);
  const { n, systems } = known;
  const groups = known.clusters.count;
  const missing = (options.missing ?? 0) + known.missing;
  const reason = refusal(known, prior);
  if (reason !== undefined) return { status: 'undefined', reason, n, missing };
  const plain = fitDavidson(known, prior);
  const effect = groups < n ? scoreDesignEffect(known, plain) : 1;
  const fit = effect > 1 && prior > 0 ? fitDavidson(known, prior * effect) : plain;
  const covariance = sandwich(known, fit, prior * effect ** 2);
  const critical = studentCritical(level, groups - 1);
  const strengths = Array.from(fit.strengths, (value, system): Estimate => {
    const half = critical * Math.sqrt(covariance[system * systems + system] as number);
    const played = comparisonsOf(known, system);
    const shared = { status: 'ok', value, low: value - half, high: value + half, level, n: played, missing } as const;
    return groups < n ? { ...shared, method: 'sandwich-clustered', groups } : { ...shared, method: 'sandwich' };
  });
  const tie = fit.logTie === undefined ? 0 : Math.exp(fit.logTie);
  return { status: 'ok', strengths, covariance, tie, n, missing, groups, degrees: n / typicalSize(known) - 1 };
}

/** Strengths with their covariances, for `rankIntervals`; undefined where the model is. */
export function comparedStrengths(fit: BradleyTerry): ComparedSystems {
  if (fit.status === 'undefined') return fit;
  const { strengths, covariance, groups, degrees, n, missing } = fit;
  const values = strengths.map((strength) => (strength.status === 'ok' ? strength.value : 0));
  return { status: 'ok', values, covariance, groups, degrees, n, missing };
}

/** Comparisons that the system is in. */
function comparisonsOf({ systems, wins, ties }: KnownComparisons, system: number): number {
  let played = 0;
  for (let other = 0; other < systems; other += 1) {
    const [there, back] = [system * systems + other, other * systems + system];
    played += (wins[there] as number) + (wins[back] as number) + (ties[there] as number);
  }
  return played;
}

function refusal(known: KnownComparisons, prior: number): string | undefined {
  if (known.n === 0) return 'no comparison';
  const components = comparisonComponents(known);
  if (components.length > 1) {
    const names = components.map((systems) => `{${systems.join(', ')}}`).join(', ');
    return `no comparison links the systems ${names}, so their strengths have no common scale`;
  }
  if (known.wins.every((count) => count === 0)) return 'every comparison is a tie';
  if (known.clusters.count === 1) return 'one cluster only';
  if (prior <= 0 && !hasFiniteStrengths(known)) return 'no finite strengths: some systems never lost to the others';
  return undefined;
}

/** Scores of whole clusters: derivatives of their log likelihood, strengths first, then log ν. */
function clusterScores(known: KnownComparisons, { strengths, logTie }: DavidsonFit): Float64Array[] {
  const { systems, clusters, first, second, results } = known;
  const scores = Array.from({ length: clusters.count }, () => new Float64Array(systems + (logTie === undefined ? 0 : 1)));
  for (const [index, place] of clusters.of.entries()) {
    const [i, j, result] = [first[index] as number, second[index] as number, results[index] as number];
    const expected = pairShares(strengths[i] as number, strengths[j] as number, logTie);
    const score = scores[place] as Float64Array;
    score[i] = (score[i] as number) + result - expected.result;
    score[j] = (score[j] as number) - result + expected.result;
    if (logTie !== undefined) score[systems] = (score[systems] as number) + (result === 0.5 ? 1 : 0) - expected.tie;
  }
  return scores;
}

/** How many comparisons of a cluster tell as much as one: `designEffect` for scores of strengths. */
function scoreDesignEffect(known: KnownComparisons, fit: DavidsonFit): number {
  const { systems, first, second, results, n } = known;
  let [clustered, single] = [0, 0];
  for (const score of clusterScores(known, fit)) {
    // A comparison's residual r is in the scores of both its systems: 2 r².
    for (let system = 0; system < systems; system += 1) clustered += (score[system] as number) ** 2 / 2;
  }
  for (let index = 0; index < n; index += 1) {
    const [i, j] = [first[index] as number, second[index] as number];
    single +=
      ((results[index] as number) - pairShares(fit.strengths[i] as number, fit.strengths[j] as number, fit.logTie).result) ** 2;
  }
  return Math.max(1, (clustered + typicalSize(known)) / (single + 1));
}

/** Σ m² / Σ m. */
function typicalSize({ clusters, n }: KnownComparisons): number {
  const sizes = new Float64Array(clusters.count);
  for (const place of clusters.of) sizes[place] = (sizes[place] as number) + 1;
  return sizes.reduce((sum, size) => sum + size * size, 0) / n;
}

/** @param pseudo weight of the squared scores of one pseudo-comparison a system, half of it won. */
function sandwich(known: KnownComparisons, fit: DavidsonFit, pseudo: number): Float64Array {
  const { systems, clusters } = known;
  const { strengths, curvature } = fit;
  const factor = Math.sqrt(clusters.count / (clusters.count - 1));
  const rows: Float64Array[] = clusterScores(known, fit).map((score) => score.map((one) => factor * one));
  const centre = (system: number, amount: number, size: number): Float64Array =>
    Float64Array.from({ length: size }, (_, place) =>
      place >= systems ? 0 : (place === system ? amount : 0) - amount / systems,
    );
  const size = rows[0]?.length ?? systems;
  for (const [system, strength] of strengths.entries()) {
    const win = pairShares(strength, 0, undefined).result;
    rows.push(centre(system, Math.sqrt((pseudo / 2) * ((1 - win) ** 2 + win ** 2)), size));
  }
  const covariance = new Float64Array(systems * systems);
  for (const row of rows) {
    const moved = choleskySolve(curvature, row);
    for (let i = 0; i < systems; i += 1) {
      for (let j = 0; j < systems; j += 1) {
        covariance[i * systems + j] = (covariance[i * systems + j] as number) + (moved[i] as number) * (moved[j] as number);
      }
    }
  }
  return covariance;
}
