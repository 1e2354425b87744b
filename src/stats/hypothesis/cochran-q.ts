import { chiSquareTail } from './chi-square-tail.ts';
import { rightTallies, type RightTallies } from './right-tallies.ts';
import { exactMaximum, exactSpreadP } from './spread-distribution.ts';
import { isAsExtreme, limitTerms, permutationDraws } from './permutation-draws.ts';

export type CochranOptions = {
  /** Relabellings drawn where they are not all counted. */
  readonly draws?: number;
  /** Uniform numbers in [0, 1), seeded. */
  readonly random: () => number;
};

export type CochranResult =
  | {
      readonly status: 'ok';
      readonly q: number;
      readonly p: number;
      readonly method: 'permutation-exact' | 'permutation' | 'chi-square';
      /** k − 1 for k judges. */
      readonly degrees: number;
      /** Items on which every judge was scored. */
      readonly n: number;
      readonly missing: number;
      readonly groups?: number;
    }
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number; readonly missing: number };

/**
 * Cochran's Q: are k judges right equally often on the same items?
 *
 *     Q = Σⱼ (T(j) − T̄)² / V,   V = 1/(k − 1) · Σ over clusters Σⱼ (S(j) − S̄)²
 *
 * T(j) is how often judge j was right, S(j) the same within a cluster. With single items it is Cochran's k(k − 1) Σ (T(j) − T̄)²
 * / Σ r(k − r), r the judges that were right on an item. Under the null the judges may be relabelled within any cluster; V is the
 * variance which that gives, so that Q has the χ²(k − 1) limit in clusters of any size too.
 *
 * p: exact where all relabellings can be counted; else 9,999 drawn ones, p = (1 + as extreme)/(1 + drawn); with many moving
 * clusters, none of which matters ((Σ v)²/Σ v² ≥ 200, v a cluster's part of V), the χ² limit. k = 2 with single items is
 * McNemar's exact test.
 *
 * Assumes independent clusters. Undefined with fewer than two judges, or no item that all scored; `judges never differ` (Q is
 * 0/0). Cost O(n k), and 9,999 · clusters · k where drawn.
 *
 * @param judges one array a judge, one entry an item: 1 right, 0 wrong, −1 missing. An item that a judge misses is left out.
 * @param clusters the cluster of each item.
 *
 * Reference: statsmodels `cochrans_q`. Source: Cochran 1950, Biometrika 37.
 */
export function cochranQ(
  judges: readonly ArrayLike<number>[],
  clusters: ArrayLike<number>,
  { draws = permutationDraws, random }: CochranOptions,
): CochranResult {
  const tallies = rightTallies(judges, clusters);
  const { n, missing, groups } = tallies;
  const k = judges.length;
  const undefinedFor = (reason: string): CochranResult => ({ status: 'undefined', reason, n, missing });
  if (k < 2) return undefinedFor('fewer than two judges');
  if (n === 0) return undefinedFor('no item that every judge was scored on');
  const { spread, parts } = spreadOf(tallies);
  const variance = parts.reduce((sum, part) => sum + part, 0);
  if (variance === 0) return undefinedFor('judges never differ');
  const q = spread / variance;
  const shared = { status: 'ok', q, degrees: k - 1, n, missing, ...(groups < n && { groups }) } as const;
  const moving = tallies.right.filter((_, place) => (parts[place] as number) > 0);
  const exact = moving.length <= exactMaximum ? exactSpreadP(moving, spread) : undefined;
  if (exact !== undefined) return { ...shared, p: exact, method: 'permutation-exact' };
  const squares = parts.reduce((sum, part) => sum + part * part, 0);
  if (variance * variance >= limitTerms * squares) return { ...shared, p: chiSquareTail(q, k - 1), method: 'chi-square' };
  return { ...shared, p: drawnP(moving, spread, { draws, random }), method: 'permutation' };
}

/** Σ (T(j) − T̄)², and each cluster's part of V. */
function spreadOf({ right, totals }: RightTallies): { spread: number; parts: number[] } {
  return { spread: deviations(totals), parts: right.map((sums) => deviations(sums) / (totals.length - 1)) };
}

function deviations(sums: readonly number[]): number {
  const mean = sums.reduce((total, sum) => total + sum, 0) / sums.length;
  return sums.reduce((total, sum) => total + (sum - mean) ** 2, 0);
}

function drawnP(moving: readonly (readonly number[])[], observed: number, { draws, random }: Required<CochranOptions>): number {
  const k = (moving[0] as readonly number[]).length;
  const labels = Array.from({ length: k }, (_, judge) => judge);
  let asExtreme = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const totals = labels.map(() => 0);
    for (const sums of moving) {
      for (let judge = k - 1; judge >= 0; judge -= 1) {
        const other = Math.floor(random() * (judge + 1));
        const label = labels[other] as number;
        labels[other] = labels[judge] as number;
        labels[judge] = label;
        totals[judge] = (totals[judge] as number) + (sums[label] as number);
      }
    }
    if (isAsExtreme(deviations(totals), observed, 1 + observed)) asExtreme += 1;
  }
  return (1 + asExtreme) / (1 + draws);
}
