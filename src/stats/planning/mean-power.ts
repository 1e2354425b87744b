import { studentCritical } from '../distributions.ts';
import { leastCount, leastNumber } from './least-count.ts';
import type { ClusterPlan } from './design-effect.ts';
import { plannedDesignEffect } from './design-effect.ts';
import { noncentralStudentCdf } from './noncentral-student.ts';

/** A test of a mean difference, as planned. */
export type MeanPlan = {
  /** The difference over the standard deviation of one paired difference. */
  readonly effect: number;
  /** Two-sided level; default .05. */
  readonly alpha?: number;
  /** Clusters of items; singletons by default. */
  readonly clusters?: ClusterPlan;
};

/**
 * The power of the paired t test on `items` items; in clusters, of the t test on whole clusters that `clusteredMean`'s interval
 * is.
 *
 *     power = P(|T| > t(G − 1)),   T noncentral with shift effect · √(n / D) and G − 1 degrees
 *
 * G is the number of clusters, n over their size, rounded down; D the planned design effect. Fewer than two clusters: 0.
 *
 * Assumes normal differences, or enough of them. Reference: statsmodels `TTestPower`.
 */
export function meanPower(items: number, { effect, alpha = 0.05, clusters }: MeanPlan): number {
  const groups = Math.floor(items / (clusters?.clusterSize ?? 1));
  if (groups < 2) return 0;
  const shift = effect * Math.sqrt(items / (clusters === undefined ? 1 : plannedDesignEffect(clusters)));
  const critical = studentCritical(1 - alpha, groups - 1);
  return 1 - noncentralStudentCdf(critical, groups - 1, shift) + noncentralStudentCdf(-critical, groups - 1, shift);
}

/** The least number of items at which the t test has the power asked for; `undefined` for no effect, and beyond ten million. */
export function meanItems(power: number, plan: MeanPlan): number | undefined {
  return plan.effect === 0 ? undefined : leastCount((items) => meanPower(items, plan) >= power, 2);
}

/** The least effect (in deviations) that is found with the power asked for; `undefined` with fewer than two clusters. */
export function meanDetectable(
  items: number,
  { power, ...plan }: Omit<MeanPlan, 'effect'> & { readonly power: number },
): number | undefined {
  let most = 1;
  while (most < 1e6 && meanPower(items, { ...plan, effect: most }) < power) most *= 2;
  return leastNumber((effect) => meanPower(items, { ...plan, effect }) >= power, 0, most);
}
