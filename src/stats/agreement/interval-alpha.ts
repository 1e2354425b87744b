import { denseClusters } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import { wilsonInterval } from '../proportions/wilson.ts';

/** Numbers that raters gave: item i and rater j at i · raters + j; NaN where the rater gave none. */
export type RatedNumbers = { readonly raters: number; readonly values: ArrayLike<number> };

export type IntervalAlphaOptions = EstimateOptions & {
  /** Cluster id of each item; items are independent without it. */
  readonly clusters?: ArrayLike<number>;
};

/**
 * Krippendorff's α of numbers (interval data). In −1…1; 0 is chance; close to an intraclass correlation.
 *
 *     α = 1 − (1 − 1/N) D_o / D_e,   D_e = 2 Σ (x − mean)² / N
 *     D_o = Σ m d / N,   d = mean squared difference of two of an item's m numbers
 *
 * over the N numbers of items with two or more; the other items are left out and counted as `missing`.
 *
 * Interval: SE from the jackknife that leaves out one cluster at a time, carried to the scale ζ = ½ log((1 + (m̄ − 1) α)/(1 −
 * α)), on which an intraclass correlation has one variance whatever it is (Fisher 1925, Statistical Methods for Research
 * Workers, §39), with t(G − 1): it covers .95 with 20 items, where a linearised SE on log(1 − α) covers .91 and the jackknife
 * there .93. Where α is lower than ζ can be, ζ is taken with 2 for m̄.
 *
 * - No visible variance (nobody differs; all items differ alike): [α − q (α + 1), α + q (1 − α)], q Wilson's upper bound for a
 *   share of unlike items, none of which was seen in n/w clusters (w = Σ m²/Σ m over cluster sizes m); method `unseen-share`.
 * - One cluster or item, or one that has all the spread: [−1, 1], `whole-range`.
 *
 * Undefined: `no item with two ratings`; `all ratings alike`. Assumes independent clusters. O(values).
 *
 * Reference: krippendorff 0.9.0 `alpha`, called again without each cluster. Source: Krippendorff 2011, Computing Krippendorff's
 * Alpha-Reliability.
 */
export function intervalAlpha(
  table: RatedNumbers,
  { level = defaultLevel, missing: others = 0, clusters }: IntervalAlphaOptions = {},
): Estimate {
  const { n, items, groups: parts } = clusterSums(table, clusters);
  const missing = items - n + others;
  if (n === 0) return { status: 'undefined', reason: 'no item with two ratings', n, missing };
  const all = parts.reduce((sum, part) => plus(sum, part));
  const value = alphaOf(all);
  if (value === undefined) return { status: 'undefined', reason: 'all ratings alike', n, missing };
  const groups = parts.length;
  const clustered = clusters !== undefined && groups < n;
  const shared = { status: 'ok', value, level, n, missing, ...(clustered && { groups }) } as const;
  const without = parts.map((part) => alphaOf(combined(all, part, -1)));
  if (groups === 1 || without.includes(undefined)) {
    return { ...shared, ...within({ low: -1, high: 1 }, value, [-1, 1]), method: 'whole-range' };
  }
  const error = jackknifeError(without as number[]);
  if (value > 1 - 1e-12 || error < 1e-12) {
    const typicalSize = parts.reduce((sum, { items: size }) => sum + size * size, 0) / n;
    return { ...shared, ...unseenShare(value, n / typicalSize, level), method: 'unseen-share' };
  }
  const half = studentCritical(level, groups - 1) * error;
  const interval = onCorrelationScale(value, half, all.ratings / n);
  return { ...shared, ...within(interval, value, [-1, 1]), method: clustered ? 'jackknife-clustered' : 'jackknife' };
}

/** Sums over items with two numbers or more: of x, of x², and of m d. */
type Sums = {
  readonly items: number;
  readonly ratings: number;
  readonly total: number;
  readonly squares: number;
  readonly differences: number;
};

function plus(a: Sums, b: Sums): Sums {
  return combined(a, b, 1);
}

function combined(a: Sums, b: Sums, sign: 1 | -1): Sums {
  return {
    items: a.items + sign * b.items,
    ratings: a.ratings + sign * b.ratings,
    total: a.total + sign * b.total,
    squares: a.squares + sign * b.squares,
    differences: a.differences + sign * b.differences,
  };
}

/** Undefined where the numbers do not vary. Sums are about the mean of all numbers, in units of their deviation. */
function alphaOf({ ratings, total, squares, differences }: Sums): number | undefined {
  const spread = 2 * (squares - total ** 2 / ratings);
  return spread > 1e-12 * ratings ? 1 - ((1 - 1 / ratings) * Math.max(0, differences)) / spread : undefined;
}

function clusterSums(
  { raters, values }: RatedNumbers,
  clusters: ArrayLike<number> | undefined,
): { readonly n: number; readonly items: number; readonly groups: readonly Sums[] } {
  const items = raters > 0 ? Math.floor(values.length / raters) : 0;
  const used: number[] = [];
  for (let item = 0; item < items; item += 1) if (itemSums(values, item * raters, raters).ratings > 1) used.push(item);
  const raw = used.map((item) => itemSums(values, item * raters, raters));
  const all = raw.reduce((sum, one) => plus(sum, one), nothing);
  const centre = all.ratings > 0 ? all.total / all.ratings : 0;
  const centred = used.map((item) => itemSums(values, item * raters, raters, centre));
  const spread = Math.sqrt(centred.reduce((sum, { squares }) => sum + squares, 0) / Math.max(1, all.ratings));
  // Spread that is rounding alone is none.
  const unit = spread <= 1e-12 * Math.abs(centre) ? Number.POSITIVE_INFINITY : spread;
  const dense = denseClusters(clusters === undefined ? used : used.map((item) => clusters[item] as number));
  const groups = Array.from({ length: dense.count }, () => nothing);
  for (const [place, sums] of centred.entries()) {
    const group = dense.of[place] as number;
    groups[group] = plus(groups[group] as Sums, scaled(sums, unit));
  }
  return { n: used.length, items, groups };
}

const nothing: Sums = { items: 0, ratings: 0, total: 0, squares: 0, differences: 0 };

function itemSums(values: ArrayLike<number>, start: number, raters: number, centre: number = 0): Sums {
  let ratings = 0;
  let total = 0;
  let squares = 0;
  for (let rater = 0; rater < raters; rater += 1) {
    const value = (values[start + rater] as number) - centre;
    if (Number.isNaN(value)) continue;
    ratings += 1;
    total += value;
    squares += value * value;
  }
  const differences = ratings > 1 ? Math.max(0, (2 * (ratings * squares - total * total)) / (ratings - 1)) : 0;
  return { items: 1, ratings, total, squares, differences };
}

function scaled(sums: Sums, unit: number): Sums {
  if (!(unit > 0)) return sums;
  const square = unit * unit;
  return { ...sums, total: sums.total / unit, squares: sums.squares / square, differences: sums.differences / square };
}

function jackknifeError(without: readonly number[]): number {
  const groups = without.length;
  const mean = without.reduce((sum, value) => sum + value, 0) / groups;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(((groups - 1) / groups) * squares);
}

/** ζ(α) ± half · ζ'(α), back on α's scale. */
function onCorrelationScale(value: number, half: number, ratings: number): Interval {
  const m = 1 + (ratings - 1) * value > 1e-9 ? ratings : 2;
  const above = 1 + (m - 1) * value;
  const centre = Math.log(above / (1 - value)) / 2;
  const reach = (half * m) / (2 * (1 - value) * above);
  const back = (zeta: number): number => 1 - m / (Math.exp(2 * zeta) + m - 1);
  return { low: back(centre - reach), high: back(centre + reach) };
}

function unseenShare(value: number, clusters: number, level: number): Interval {
  const share = wilsonInterval(0, clusters, level).high;
  return within({ low: value - share * (value + 1), high: value + share * (1 - value) }, value, [-1, 1]);
}
