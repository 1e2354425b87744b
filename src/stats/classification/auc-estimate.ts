import { denseClusters, type DenseClusters } from '../clusters.ts';
import { normalCritical, studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { aucComponents, type AucComponents } from './auc.ts';

export type AucOptions = EstimateOptions & {
  /** `delong` is the published interval, AUC ± z · SE; `score`, the default, keeps a width and its level near 0 and 1. */
  readonly interval?: 'score' | 'delong';
};

/** Scores against gold of two classes (1 and 0), with the cluster of each. A score of NaN is missing. */
export type ScoredGold = {
  readonly scores: ArrayLike<number>;
  readonly gold: ArrayLike<number>;
  readonly clusters: ArrayLike<number>;
};

/**
 * The area under the ROC curve (`areaUnderCurve`) with an interval that takes whole clusters as its unit.
 *
 *     SE² = S₁₀/m + S₀₁/n + 2 S₁₁/(m n)                                         m positives, n negatives
 *     S₁₀ = I₁/((I₁ − 1) m) Σ (V₁ − m(c) A)²,   S₀₁ likewise,   S₁₁ = I/(I − 1) Σ (V₁ − m(c) A)(V₀ − n(c) A)
 *
 * V₁, V₀: a cluster's sum of the components of its positives, its negatives; I₁: clusters with a positive. With one observation a
 * cluster this is DeLong's variance, in clusters Obuchowski's. `delong` is A ± z · SE.
 *
 * `score`: the ends θ solve |A − θ| = c √(D V(θ)), where V is Hanley and McNeil's variance at θ as Newcombe uses it, and
 *
 *     D = (SE² N² + e)/(x + 1),   x = N A (1 − A),   N = A (1 − A)/V(A)
 *     e = (w + x r)/(1 + x),   w = Σ m²/Σ m,   r = SE² N²/x cut to 1…w
 *
 * brings it to the SE that was seen, with one pseudo-event: a whole cluster where nothing was seen, one observation where much was
 * (singletons: e = 1). c is z, in clusters t(G − 1). At perfect separation V(θ) alone gives the width, for clusters as if each were
 * one observation: 10 against 10 gives [.80, 1]. The default, because `delong` has no width there and covers .83 to .94
 * (docs/methods/classification.md), `score` .95 to .98.
 *
 * Assumes independent clusters. Undefined: `no observation`; `gold has one class only`; one cluster. `delong` without any variance
 * becomes `score`; so it does where one cluster has all positives, or all negatives, whose variance cannot be seen. O(n log n).
 *
 * Reference: a second implementation (numpy, every pair). Source: DeLong, DeLong and Clarke-Pearson 1988, Biometrics 44; Obuchowski
 * 1997, Biometrics 53; Newcombe 2006, Statistics in Medicine 25.
 */
export function aucEstimate(data: ScoredGold, options: AucOptions = {}): Estimate {
  const { level = defaultLevel, interval = 'score' } = options;
  const { scores, gold, clusters: ids } = known(data);
  const n = scores.length;
  const missing = (options.missing ?? 0) + data.scores.length - n;
  if (n === 0) return { status: 'undefined', reason: 'no observation', n, missing };
  const area = aucComponents(scores, gold);
  if (area === undefined) return { status: 'undefined', reason: 'gold has one class only', n, missing };
  const clusters = denseClusters(ids);
  const groups = clusters.count;
  if (groups === 1) return { status: 'undefined', reason: 'one independent group only, so no interval', n, missing };
  const clustered = groups < n;
  const shared = { status: 'ok', value: area.value, level, n, missing, ...(clustered && { groups }) } as const;
  const variance = areaVariance(area, gold, clusters);
  if (interval === 'delong' && variance !== undefined && variance > 1e-20) {
    const half = normalCritical(level) * Math.sqrt(variance);
    const ends = within({ low: area.value - half, high: area.value + half }, area.value, [0, 1]);
    return { ...shared, ...ends, method: clustered ? 'obuchowski' : 'delong' };
  }
  const critical = clustered ? studentCritical(level, groups - 1) : normalCritical(level);
  const factor = varianceFactor(area, variance, typicalSize(clusters));
  return { ...shared, ...scoreInterval(area, critical ** 2 * factor), method: clustered ? 'obuchowski-score' : 'delong-score' };
}

function known({ scores, gold, clusters }: ScoredGold): ScoredGold {
  const places = Array.from({ length: scores.length }, (_, index) => index).filter((index) => !Number.isNaN(scores[index]));
  const take = (list: ArrayLike<number>): Float64Array => Float64Array.from(places, (index) => list[index] as number);
  return places.length === scores.length
    ? { scores, gold, clusters }
    : { scores: take(scores), gold: take(gold), clusters: take(clusters) };
}

/** Obuchowski's variance; undefined where the positives, or the negatives, are in one cluster. */
function areaVariance(
  { value, positives, negatives, components }: AucComponents,
  gold: ArrayLike<number>,
  { of, count }: DenseClusters,
): number | undefined {
  const residuals = [new Float64Array(count), new Float64Array(count)] as const;
  const has = [new Uint8Array(count), new Uint8Array(count)] as const;
  for (const [index, place] of of.entries()) {
    const side = gold[index] === 1 ? 1 : 0;
    residuals[side][place] = (residuals[side][place] as number) + (components[index] as number) - value;
    has[side][place] = 1;
  }
  const with0 = has[0].reduce((sum, one) => sum + one, 0);
  const with1 = has[1].reduce((sum, one) => sum + one, 0);
  if (with0 < 2 || with1 < 2) return undefined;
  let [s10, s01, s11] = [0, 0, 0];
  for (let place = 0; place < count; place += 1) {
    const [r0, r1] = [residuals[0][place] as number, residuals[1][place] as number];
    s10 += r1 * r1;
    s01 += r0 * r0;
    s11 += r1 * r0;
  }
  const ofPositives = ((with1 / (with1 - 1)) * s10) / positives ** 2;
  const ofNegatives = ((with0 / (with0 - 1)) * s01) / negatives ** 2;
  return Math.max(0, ofPositives + ofNegatives + (2 * (count / (count - 1)) * s11) / (positives * negatives));
}

/** Hanley and McNeil's variance of an area θ under exponential scores, the mean number of the two classes in both places (Newcombe). */
function modelVariance(theta: number, positives: number, negatives: number): number {
  const others = (positives + negatives) / 2 - 1;
  const spread = 1 + (others * (1 - theta)) / (2 - theta) + (others * theta) / (1 + theta);
  return (theta * (1 - theta) * spread) / (positives * negatives);
}

function varianceFactor({ value, positives, negatives }: AucComponents, variance: number | undefined, worst: number): number {
  if (variance === undefined) return worst;
  const others = (positives + negatives) / 2 - 1;
  const spread = 1 + (others * (1 - value)) / (2 - value) + (others * value) / (1 + value);
  const effective = (positives * negatives) / spread;
  const events = effective * value * (1 - value);
  const seen = variance * effective ** 2;
  // Where much was seen the pseudo-event is one observation of the clusters as they are; where nothing was, a whole cluster.
  const ratio = events > 0 ? Math.min(worst, Math.max(1, seen / events)) : worst;
  return (seen + (worst + ratio * events) / (1 + events)) / (events + 1);
}

/** The θ with (A − θ)² ≤ scale · V(θ), by bisection from A outwards. */
function scoreInterval({ value, positives, negatives }: AucComponents, scale: number): Interval {
  const outside = (theta: number): boolean => (value - theta) ** 2 > scale * modelVariance(theta, positives, negatives);
  const end = (limit: number): number => {
    if (!outside(limit)) return limit;
    let [inner, outer] = [value, limit];
    for (let step = 0; step < 60; step += 1) {
      const middle = (inner + outer) / 2;
      if (outside(middle)) outer = middle;
      else inner = middle;
    }
    return inner;
  };
  return { low: end(0), high: end(1) };
}

function typicalSize({ of, count }: DenseClusters): number {
  const sizes = new Float64Array(count);
  for (const place of of) sizes[place] = (sizes[place] as number) + 1;
  return sizes.reduce((sum, size) => sum + size * size, 0) / of.length;
}
