import { tallyClusters } from '../clusters.ts';
import { normalCdf } from '../distributions.ts';
import { isAsExtreme, limitTerms, permutationDraws, type PermutationResult } from './permutation-draws.ts';

/** Values of one group with the cluster of each; the two groups share no cluster. */
export type ClusteredValues = { readonly values: ArrayLike<number>; readonly clusters: ArrayLike<number> };

export type TwoSampleOptions = {
  /** Dealings drawn where they are not all counted. */
  readonly draws?: number;
  /** Uniform numbers in [0, 1), seeded. */
  readonly random: () => number;
};

export type TwoSampleResult =
  | ({
      readonly status: 'ok';
      /** Mean of the second group minus mean of the first, over observations. */
      readonly difference: number;
      readonly n: number;
      readonly groups: number;
    } & PermutationResult)
  | { readonly status: 'undefined'; readonly reason: string; readonly n: number };

/**
 * Do two independent groups have the same mean? A permutation test that moves whole clusters between them.
 *
 *     t = (ȳ₂ − ȳ₁) / √(V₁ + V₂),   ȳ = Σ S / Σ m,   V = G/(G − 1) · Σ (S − ȳ m)² / n²    clusters of sum S and size m
 *
 * p: share of the ways to deal the clusters to two groups of as many clusters whose |t| is at least the observed one. Exact up to
 * 10,000 of them; else 9,999 drawn, p = (1 + as extreme)/(1 + drawn); with 200 effective clusters in both groups, (Σ e²)²/Σ e⁴ of
 * their residuals, the normal limit.
 *
 * t and not the difference: where the groups differ in number, size or spread of their clusters, permuting the difference pools
 * what is not alike, and rejects a true null of equal means far too often. Studentized, the test is exact if the clusters of both
 * groups come from one distribution, and keeps its level in the limit if only their means are equal (Janssen 1997; Chung and
 * Romano 2013).
 *
 * Assumes independent clusters. Undefined with no observation or one cluster in a group, whose spread cannot be seen. A group
 * without spread is allowed; neither having any: t is 0 for equal means, else infinite. Cost O(n), then permutations · clusters
 * of the smaller group.
 *
 * Reference: numpy, all dealings counted (scripts/reference/comparison.py). Source: Janssen 1997, Stat. Probab. Lett. 36; Chung
 * and Romano 2013, Annals of Statistics 41.
 */
export function twoSamplePermutationTest(
  first: ClusteredValues,
  second: ClusteredValues,
  { draws = permutationDraws, random }: TwoSampleOptions,
): TwoSampleResult {
  const tallies = [first, second].map(({ values, clusters }) => tallyClusters(values, clusters));
  const [one, two] = tallies.map(({ sizes }) => sizes.length) as [number, number];
  const n = first.values.length + second.values.length;
  if (one === 0 || two === 0) return { status: 'undefined', reason: 'no observation in a group', n };
  if (one === 1 || two === 1) return { status: 'undefined', reason: 'one cluster only in a group', n };
  const sums = Float64Array.from(tallies.flatMap((tally) => Array.from(tally.sums)));
  const sizes = Float64Array.from(tallies.flatMap((tally) => Array.from(tally.sizes)));
  const pooled = sums.reduce((total, sum) => total + sum, 0) / n;
  // Around the pooled mean, so that squares do not cancel.
  for (let place = 0; place < sums.length; place += 1) sums[place] = (sums[place] as number) - pooled * (sizes[place] as number);
  const data = { sums, sizes, chosen: Math.min(one, two) };
  const places = Int32Array.from({ length: one + two }, (_, place) => (one <= two ? place : (place + one) % (one + two)));
  const statistic = studentized(data);
  const observed = statistic(places);
  const shared = { status: 'ok', difference: differenceOf(tallies), n, groups: one + two } as const;
  const dealings = dealingsCount(one + two, data.chosen);
  if (dealings <= 10_000) {
    const p = allDealings(places.length, data.chosen, (dealt) => isAsExtreme(statistic(dealt), observed, 1)) / dealings;
    return { ...shared, p, method: 'permutation-exact' };
  }
  if (tallies.every(({ sums: own, sizes: of }) => hasLimit(own, of)))
    return { ...shared, p: Math.min(1, 2 * normalCdf(-Math.abs(observed))), method: 'permutation-normal' };
  let asExtreme = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    for (let place = 0; place < data.chosen; place += 1) {
      const other = place + Math.floor(random() * (places.length - place));
      const kept = places[place] as number;
      places[place] = places[other] as number;
      places[other] = kept;
    }
    if (isAsExtreme(statistic(places), observed, 1)) asExtreme += 1;
  }
  return { ...shared, p: (1 + asExtreme) / (1 + draws), method: 'permutation' };
}

type Pool = { readonly sums: Float64Array; readonly sizes: Float64Array; readonly chosen: number };

/** |t| up to sign, for the group made of the first `chosen` places against all others. */
function studentized({ sums, sizes, chosen }: Pool): (places: ArrayLike<number>) => number {
  const all = momentsOf(sums, sizes, Int32Array.from(sums.keys()));
  return (places) => {
    const part = momentsOf(sums, sizes, places, chosen);
    const rest = all.map((moment, index) => moment - (part[index] as number)) as Moments;
    const difference = rest[0] / rest[1] - part[0] / part[1];
    const variance = varianceOf(part, chosen) + varianceOf(rest, sums.length - chosen);
    const isNothing = Math.abs(difference) <= 1e-12 * Math.sqrt(all[2] / sums.length);
    return isNothing ? 0 : difference / Math.sqrt(variance);
  };
}

/** Σ S, Σ m, Σ S², Σ S m, Σ m². */
type Moments = [number, number, number, number, number];

function momentsOf(sums: Float64Array, sizes: Float64Array, places: ArrayLike<number>, count = places.length): Moments {
  const moments: Moments = [0, 0, 0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    const sum = sums[places[index] as number] as number;
    const size = sizes[places[index] as number] as number;
    moments[0] += sum;
    moments[1] += size;
    moments[2] += sum * sum;
    moments[3] += sum * size;
    moments[4] += size * size;
  }
  return moments;
}

function varianceOf([sum, n, squares, products, sizes]: Moments, clusters: number): number {
  const mean = sum / n;
  const residuals = squares - 2 * mean * products + mean * mean * sizes;
  return residuals <= 1e-12 * squares ? 0 : ((clusters / (clusters - 1)) * residuals) / (n * n);
}

function differenceOf(tallies: readonly { readonly sums: Float64Array; readonly sizes: Float64Array }[]): number {
  const [first, second] = tallies.map(
    ({ sums, sizes }) => sums.reduce((total, sum) => total + sum, 0) / sizes.reduce((total, size) => total + size, 0),
  ) as [number, number];
  return second - first;
}

function hasLimit(sums: Float64Array, sizes: Float64Array): boolean {
  const mean = sums.reduce((total, sum) => total + sum, 0) / sizes.reduce((total, size) => total + size, 0);
  let squares = 0;
  let fourths = 0;
  for (let place = 0; place < sums.length; place += 1) {
    const square = ((sums[place] as number) - mean * (sizes[place] as number)) ** 2;
    squares += square;
    fourths += square * square;
  }
  return squares > 0 && squares * squares >= limitTerms * fourths;
}

function dealingsCount(clusters: number, chosen: number): number {
  let count = 1;
  for (let index = 1; index <= chosen && count < 1e9; index += 1) count = (count * (clusters - chosen + index)) / index;
  return Math.round(count);
}

/** How many of all subsets of `chosen` places out of `clusters` satisfy something; lexicographic. */
function allDealings(clusters: number, chosen: number, test: (places: ArrayLike<number>) => boolean): number {
  const places = Int32Array.from({ length: chosen }, (_, index) => index);
  let times = 0;
  for (;;) {
    if (test(places)) times += 1;
    let index = chosen - 1;
    while (index >= 0 && places[index] === clusters - chosen + index) index -= 1;
    if (index < 0) return times;
    places[index] = (places[index] as number) + 1;
    for (let next = index + 1; next < chosen; next += 1) places[next] = (places[next - 1] as number) + 1;
  }
}
