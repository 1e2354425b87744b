import { normalCdf } from '../distributions.ts';
import type { PermutationResult } from './permutation-draws.ts';
import { signFlipTest } from './sign-flip.ts';

export type ZeroHandling = 'wilcoxon' | 'pratt';

export type SignedRankResult = {
  readonly p: number;
  /** `exact`: all signs of the ranks as they are, ties too; `normal`: their limit, with the ties in its variance. */
  readonly method: 'exact' | 'normal' | PermutationResult['method'];
  /** Matched-pairs rank-biserial correlation (W⁺ − W⁻)/(W⁺ + W⁻) in −1…1; undefined where nothing differs. */
  readonly effect: number | undefined;
  /** Differences that are not 0. */
  readonly n: number;
  readonly zeros: number;
};

/** Up to so many differences the exact distribution is counted; the limit's error is under 1e-3 in p beyond. */
export const exactRanks = 200;

/**
 * Wilcoxon's signed rank test that independent paired differences lie symmetrically around 0.
 *
 *     W⁺ = Σ rank |D| over D > 0,   p = 2 · min(P(W ≤ W⁺), P(W ≥ W⁺)), at most 1;   each rank's sign a coin
 *
 * Ties share the mean of their ranks. Zeros: `wilcoxon` (default) leaves them out before ranking; `pratt` ranks them with the
 * others and then leaves them out, so that many zeros take weight from the smallest differences.
 *
 * With 200 differences or fewer the distribution of W is counted exactly, on the very ranks there are: with ties too, where
 * tables for untied ranks would not hold. Else the normal limit, Var W = Σ rank²/4, which is the usual tie correction; no
 * continuity correction.
 *
 * Assumes independent differences, symmetric under the null (as when judges are exchangeable); for clusters see
 * `clusteredSignedRankTest`. Nothing differs: p = 1 and no effect. Cost O(n log n), and O(n³) up to 200.
 *
 * @param differences b − a, one an item.
 *
 * Reference: scipy `wilcoxon`, exact and asymptotic. Source: Wilcoxon 1945, Biometrics Bulletin 1; Pratt 1959, JASA 54.
 */
export function signedRankTest(
  differences: ArrayLike<number>,
  { zeros = 'wilcoxon' }: { readonly zeros?: ZeroHandling } = {},
): SignedRankResult {
  const ranks = Array.from(signedRanks(differences, zeros)).filter((rank) => rank !== 0);
  const { positive, total, effect } = sidesOf(ranks);
  const counted = { effect, n: ranks.length, zeros: differences.length - ranks.length };
  if (ranks.length === 0) return { p: 1, method: 'exact', ...counted };
  if (ranks.length <= exactRanks) return { p: exactP(ranks, positive), method: 'exact', ...counted };
  const squares = ranks.reduce((sum, rank) => sum + rank * rank, 0);
  const p = Math.min(1, 2 * normalCdf(-Math.abs(positive - total / 2) / Math.sqrt(squares / 4)));
  return { p, method: 'normal', ...counted };
}

/**
 * The signed rank test where differences come in clusters: ranks are taken over all observations, and the signed ranks of a whole
 * cluster are flipped together.
 *
 *     T = |Σ ± R|,   R = Σ sign(D) · rank |D| over a cluster;   p by `signFlipTest` on R
 *
 * Swapping the judges in a cluster turns all its differences round and leaves their sizes, and so all ranks, as they are: the
 * signs of R are coins whatever the clusters' sizes and the correlation within. It is the permutation form of Rosner, Glynn and
 * Lee's test, whose normal statistic ΣR / √ΣR² is its limit; the permutation is chosen because that limit needs many clusters and
 * this does not. Singletons give `signedRankTest`, exactly up to 13 differences.
 *
 * Assumes independent clusters and, under the null, judges exchangeable within each. Nothing moves: p = 1.
 *
 * Source: Rosner, Glynn and Lee 2006, Biometrics 62.
 */
export function clusteredSignedRankTest(
  differences: ArrayLike<number>,
  clusters: ArrayLike<number>,
  { zeros = 'wilcoxon', random }: { readonly zeros?: ZeroHandling; readonly random: () => number },
): SignedRankResult {
  const ranks = signedRanks(differences, zeros);
  const n = ranks.reduce((count, rank) => count + (rank === 0 ? 0 : 1), 0);
  return { ...signFlipTest(ranks, clusters, random), effect: sidesOf(ranks).effect, n, zeros: ranks.length - n };
}

/** Rank of each |D| with D's sign; 0 for a difference of 0. Ties share the mean rank. */
export function signedRanks(differences: ArrayLike<number>, zeros: ZeroHandling): Float64Array {
  const sizes = Float64Array.from(differences, Math.abs);
  const order = Array.from(sizes.keys()).filter((place) => zeros === 'pratt' || sizes[place] !== 0);
  order.sort((a, b) => (sizes[a] as number) - (sizes[b] as number));
  const ranks = new Float64Array(sizes.length);
  for (let first = 0, next = 0; first < order.length; first = next) {
    const size = sizes[order[first] as number];
    while (next < order.length && sizes[order[next] as number] === size) next += 1;
    for (let at = first; at < next; at += 1) {
      const place = order[at] as number;
      ranks[place] = (Math.sign(differences[place] as number) * (first + 1 + next)) / 2;
    }
  }
  return ranks;
}

function sidesOf(ranks: ArrayLike<number>): { positive: number; total: number; effect: number | undefined } {
  let positive = 0;
  let total = 0;
  for (let place = 0; place < ranks.length; place += 1) {
    const rank = ranks[place] as number;
    positive += Math.max(0, rank);
    total += Math.abs(rank);
  }
  return { positive, total, effect: total > 0 ? (2 * positive - total) / total : undefined };
}

/** Counts how often each sum of ranks comes, in doubled ranks, which are whole: P(W = w) after each rank's coin. */
function exactP(ranks: readonly number[], positive: number): number {
  const doubled = ranks.map((rank) => Math.round(2 * Math.abs(rank)));
  const total = doubled.reduce((sum, rank) => sum + rank, 0);
  const mass = new Float64Array(total + 1);
  mass[0] = 1;
  let reached = 0;
  for (const rank of doubled) {
    reached += rank;
    for (let sum = reached; sum >= 0; sum -= 1) {
      mass[sum] = ((mass[sum] as number) + (sum >= rank ? (mass[sum - rank] as number) : 0)) / 2;
    }
  }
  // W is symmetric around total/2: the smaller tail is the one that starts from the smaller sum.
  const smaller = Math.min(Math.round(2 * positive), total - Math.round(2 * positive));
  let tail = 0;
  for (let sum = 0; sum <= smaller; sum += 1) tail += mass[sum] as number;
  return Math.min(1, 2 * tail);
}
