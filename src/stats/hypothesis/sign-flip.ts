import { tallyClusters } from '../clusters.ts';
import { drawBinomial } from '../resampling/draw-binomial.ts';
import { exactClusters, isAsExtreme, permutationDraws, type PermutationResult } from './permutation-draws.ts';

/**
 * The paired permutation test of a mean difference in clusters: are two judges exchangeable?
 *
 * Under the null, swapping the two judges within a whole cluster leaves the distribution as it is, so the sign of each cluster's summed
 * difference S is a coin:
 *
 *     T = |Σ ± S|,   p = share of the 2^G sign patterns with T at least as large as the observed one
 *
 * Exact for 13 moving clusters or fewer (S ≠ 0); else Monte Carlo, p = (1 + as extreme) / (1 + draws), which keeps the level too. The
 * sums, not the cluster means, are flipped: the statistic is the difference of the two means over all observations, and
 * its level holds whatever the clusters' sizes (simulated in the tests).
 *
 * Assumes independent clusters. With singletons and differences of −1, 0, 1 it is McNemar's exact test. No moving cluster: p = 1.
 * Cost: O(n) and 2^G, or O(draws · distinct |S|).
 *
 * @param differences b − a, one an observation.
 * @param random uniform numbers in [0, 1), seeded.
 *
 * Reference: scipy `permutation_test(permutation_type="samples")` on the sums. Source: Fisher 1935, The Design of Experiments, §21.
 */
export function signFlipTest(
  differences: ArrayLike<number>,
  clusters: ArrayLike<number>,
  random: () => number,
): PermutationResult {
  const sums = [...tallyClusters(differences, clusters).sums].filter((sum) => Math.abs(sum) > 1e-12);
  if (sums.length <= exactClusters) return exact(sums);
  const sizes = sizesOf(sums);
  const observed = sums.reduce((total, sum) => total + sum, 0);
  const scale = sums.reduce((total, sum) => total + Math.abs(sum), 0);
  const permutations = permutationDraws(sizes.length);
  let asExtreme = 0;
  for (let draw = 0; draw < permutations; draw += 1) {
    let total = 0;
    for (const [size, times] of sizes) total += size * (2 * drawBinomial(times, 0.5, random) - times);
    if (isAsExtreme(total, observed, scale)) asExtreme += 1;
  }
  return { p: (1 + asExtreme) / (1 + permutations), method: 'permutation', permutations };
}

function exact(sums: readonly number[]): PermutationResult {
  const permutations = 2 ** sums.length;
  const observed = sums.reduce((total, sum) => total + sum, 0);
  const scale = sums.reduce((total, sum) => total + Math.abs(sum), 0);
  let asExtreme = 0;
  for (let pattern = 0; pattern < permutations; pattern += 1) {
    let total = 0;
    for (const [place, sum] of sums.entries()) total += (pattern >> place) & 1 ? -sum : sum;
    if (isAsExtreme(total, observed, scale)) asExtreme += 1;
  }
  return { p: asExtreme / permutations, method: 'permutation-exact', permutations };
}

/** The distinct |S| with how often each occurs: equal ones are flipped by one binomial draw. Sorted, so that the order of rows is no matter. */
function sizesOf(sums: readonly number[]): [number, number][] {
  const times = new Map<number, number>();
  for (const sum of sums) times.set(Math.abs(sum), (times.get(Math.abs(sum)) ?? 0) + 1);
  return [...times].sort(([a], [b]) => a - b);
}
