import { denseClusters } from '../clusters.ts';

/** Scores of an event (NaN where missing), what came of it (1 or 0, NaN where missing), and the cluster of each. */
export type ScoredOutcomes = {
  readonly scores: ArrayLike<number>;
  readonly outcomes: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/** The observations that a calibration is fitted on, or why it cannot be. */
export type UsableScores =
  | {
      readonly status: 'ok';
      readonly scores: Float64Array;
      readonly outcomes: Float64Array;
      readonly n: number;
      readonly from: number;
      readonly to: number;
      readonly missing: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Scores with outcomes, as long as a map can be learnt from them: `least` clusters or more, finite scores of two values or more, outcomes of
 * both classes. O(n).
 */
export function usableScores({ scores, outcomes, clusters }: ScoredOutcomes, least: number): UsableScores {
  const places: number[] = [];
  for (let index = 0; index < scores.length; index += 1) {
    if (!Number.isNaN(scores[index]) && !Number.isNaN(outcomes[index])) places.push(index);
  }
  const n = places.length;
  const missing = scores.length - n;
  const known = Float64Array.from(places, (index) => scores[index] as number);
  const events = Float64Array.from(places, (index) => outcomes[index] as number);
  const groups = denseClusters(places.map((index) => clusters[index] as number)).count;
  const [from, to] = [known.reduce((a, b) => Math.min(a, b), Infinity), known.reduce((a, b) => Math.max(a, b), -Infinity)];
  const positives = events.reduce((sum, one) => sum + one, 0);
  const refused = (reason: string): UsableScores => ({ status: 'undefined', reason, n, missing });
  if (n === 0) return refused('no observation');
  if (groups < least) return refused(`${groups} independent observations, and ${least} are the least to fit on`);
  if (positives === 0 || positives === n) return refused('outcomes are of one class only');
  if (!Number.isFinite(from) || !Number.isFinite(to)) return refused('a score is infinite');
  if (from === to) return refused('all scores are one value');
  return { status: 'ok', scores: known, outcomes: events, n, from, to, missing };
}
