import { defaultLevel } from '../interval.ts';
import { differenceError, simultaneousCriticals, type Family } from './simultaneous-critical.ts';
import type { ComparedSystems } from './compared-systems.ts';

/** A system's rank, 1 the highest value; equal values share the better one. Its true rank is in low … high. */
export type RankEstimate = { readonly rank: number; readonly low: number; readonly high: number };

export type RankOptions = {
  readonly level?: number;
  /** `all`, the default: all ranks hold together at the level; `each`: each by itself, and narrower. */
  readonly hold?: 'all' | 'each';
  readonly draws?: number;
  readonly random: () => number;
};

export type RankIntervals =
  | {
      readonly status: 'ok';
      readonly ranks: readonly RankEstimate[];
      readonly level: number;
      readonly hold: 'all' | 'each';
      readonly n: number;
      readonly missing: number;
      readonly groups: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Ranks of systems with intervals, from which differences are significant.
 *
 *     low = 1 + #{j: θ(j) − θ(i) > c SE},   high = k − #{j: θ(i) − θ(j) > c SE}
 *
 * c is the simultaneous critical value of the differences (`simultaneousCriticals`): over all pairs for `all`, over those with system i
 * for `each`. An interval fails only where a difference is found that is not there or the wrong way round, so it holds at equal true
 * values too, where the bootstrap of ranks does not: there every system is of every rank from 1 to k, and resampled ranks miss that.
 *
 * A pair whose difference has no variance is not told apart, whatever the difference: without any spread nothing is known of its error. Assumes
 * estimates about jointly normal, covariances from `groups` clusters (`comparedMeans`, `bradleyTerry`). Undefined: fewer than two
 * systems, and where what it is given is. O(draws · k²); seeded.
 *
 * Reference: c against scipy's `studentized_range` for equal independent values, to the noise of the draws. Source: Mogstad, Romano, Shaikh
 * and Wilhelm 2024, Review of Economic Studies 91; Hothorn, Bretz and Westfall 2008, Biometrical Journal 50 (multivariate t).
 */
export function rankIntervals(
  compared: ComparedSystems,
  { level = defaultLevel, hold = 'all', draws = 10_000, random }: RankOptions,
): RankIntervals {
  if (compared.status === 'undefined') return compared;
  const { values, covariance, groups, degrees, n, missing } = compared;
  const k = values.length;
  if (k < 2) return { status: 'undefined', reason: 'fewer than two systems', n, missing };
  const others = values.map((_, i) => values.flatMap((__, j) => (j === i ? [] : [[i, j] as const])));
  const families: readonly Family[] = hold === 'each' ? others : [others.flat().filter(([i, j]) => i < j)];
  const criticals = simultaneousCriticals(covariance, families, { degrees, level, draws, random });
  const ranks = others.map((pairs, system) => {
    const critical = criticals[hold === 'each' ? system : 0] as number;
    let [better, worse, above] = [0, 0, 0];
    for (const [i, j] of pairs) {
      const difference = (values[j] as number) - (values[i] as number);
      const error = differenceError(covariance, i, j);
      if (difference > 0) above += 1;
      if (error === 0) continue;
      if (difference > critical * error) better += 1;
      if (difference < -critical * error) worse += 1;
    }
    return { rank: 1 + above, low: 1 + better, high: k - worse };
  });
  return { status: 'ok', ranks, level, hold, n, missing, groups };
}
