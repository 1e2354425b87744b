import { tallyClusters } from '../clusters.ts';
import { drawBinomial } from '../resampling/draw-binomial.ts';
import {
  exactClusters,
  isAsExtreme,
  limitTerms,
  normalLimit,
  permutationDraws,
  type PermutationResult,
} from './permutation-draws.ts';

/**
 * The paired permutation test of a mean difference in clusters: are two judges exchangeable?
 *
 * Under the null, swapping the two judges within a whole cluster leaves the distribution as it is, so the sign of each cluster's summed
 * difference S is a coin:
 *
 *     T = |Σ ± S|,   p = share of the 2^G sign patterns with T at least as large as the observed one
 *
 * Exact for 13 moving clusters or fewer (S ≠ 0); else 9,999 drawn ones, p = (1 + as extreme) / (1 + draws), which keeps the level too; with
 * 200 different sums and more, none of which matters, the normal limit of the same distribution. The sums, not the cluster means, are flipped: the statistic is the difference of the two means over all observations, and
 * its level holds whatever the clusters' sizes (simulated in the tests).
 *
 * Assumes independent clusters. With singletons and differences of −1, 0, 1 it is McNemar's exact test. No moving cluster: p = 1.
 * Cost: O(n), and 2^G or O(draws · distinct |S|).
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
  // Twelve digits: sums that are equal but for rounding are one size, whatever the order they were added in.
  const sums = Array.from(tallyClusters(differences, clusters).sums, (sum) => Number(sum.toPrecision(12))).filter(
    (sum) => Math.abs(sum) > 1e-12,
  );
  if (sums.length <= exactClusters) return exact(sums);
  const observed = sums.reduce((total, sum) => total + sum, 0);
  const scale = sums.reduce((total, sum) => total + Math.abs(sum), 0);
  const { alone, shared } = sizesOf(sums);
  if (alone.length + shared.length >= limitTerms) {
    const squares = sums.reduce((total, sum) => total + sum ** 2, 0);
    const fourths = sums.reduce((total, sum) => total + sum ** 4, 0);
    const limit = normalLimit(observed, squares, fourths);
    if (limit !== undefined) return limit;
  }
  let asExtreme = 0;
  for (let draw = 0; draw < permutationDraws; draw += 1) {
    let total = flippedSum(alone, random);
    for (const [size, times] of shared) total += size * (2 * drawBinomial(times, 0.5, random) - times);
    if (isAsExtreme(total, observed, scale)) asExtreme += 1;
  }
  return { p: (1 + asExtreme) / (1 + permutationDraws), method: 'permutation' };
}

/** The sum under random signs; one uniform number gives 30 of them. */
function flippedSum(sizes: Float64Array, random: () => number): number {
  let total = 0;
  let bits = 0;
  for (let place = 0; place < sizes.length; place += 1) {
    bits = place % 30 === 0 ? Math.floor(random() * 2 ** 30) : bits >> 1;
    const size = sizes[place] as number;
    total += size * (1 - 2 * (bits & 1));
  }
  return total;
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
  return { p: asExtreme / permutations, method: 'permutation-exact' };
}

/** The |S| that occur once, and the others with how often: equal ones are flipped by one binomial draw. Sorted, so that the order of rows is no matter. */
function sizesOf(sums: readonly number[]): { alone: Float64Array; shared: [number, number][] } {
  const times = new Map<number, number>();
  for (const sum of sums) times.set(Math.abs(sum), (times.get(Math.abs(sum)) ?? 0) + 1);
  const sorted = [...times].sort(([a], [b]) => a - b);
  return {
    alone: Float64Array.from(sorted.filter(([, count]) => count === 1).map(([size]) => size)),
    shared: sorted.filter(([, count]) => count > 1),
  };
}
