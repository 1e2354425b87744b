import { intervalAlpha } from '../stats/agreement/interval-alpha.ts';
import { krippendorffAlpha } from '../stats/agreement/krippendorff-alpha.ts';
import { percentAgreement } from '../stats/agreement/percent-agreement.ts';
import type { Estimate } from '../stats/estimate.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import type { Ratings } from './ratings.ts';
import { isScored, type SpaceColumns } from './space-columns.ts';

/**
 * How far raters agree with each other, and the judge with them, on the items that two raters or more rated and the judge scored: the two figures may be set side by side.
 * Shares of equal answers; on intervals mean absolute differences.
 */
export type People = {
  /** Two raters of an item, by chance chosen. */
  readonly agreement: Estimate;
  /** The judge and a rater of the item, by chance chosen. */
  readonly judge: Estimate;
  /** Krippendorff's α of the raters alone: ordinal where classes are ordered, on numbers interval. */
  readonly alpha: Estimate;
};

/** An item with the ratings and the scored judgments it has. */
type Rated = { readonly ratings: readonly number[]; readonly judgments: readonly number[]; readonly cluster: number };

/**
 * Raters against raters and the judge against raters, each item counted once. Clusters are the rows' groups. `n`: items; `missing`: items with two raters or more whose
 * judgments have no verdict.
 *
 * @returns `undefined` where no item has two raters.
 */
export function peopleOf(
  columns: SpaceColumns,
  ratings: Ratings,
  { judged, level }: { judged: ReadonlyMap<number, readonly number[]>; level: number },
): People | undefined {
  const several = ratings.byContent().filter((list) => list.length > 1);
  if (several.length === 0) return undefined;
  const items = several
    .map((list) => ratedItem(columns, ratings, { list, judged }))
    .filter(({ judgments }) => judgments.length > 0);
  const missing = several.length - items.length;
  if (items.length === 0) {
    const none: Estimate = { status: 'undefined', reason: 'no scored judgment of an item with two raters', n: 0, missing };
    return { agreement: none, judge: none, alpha: none };
  }
  const clusters = items.map(({ cluster }) => cluster);
  const options = { level, missing, clusters };
  const { classes, range, scale } = columns.view;
  const [min, max] = classes === undefined ? (range ?? [0, 1]) : [0, 1];
  const apart = items.map(({ ratings: list, judgments }) => meanOf(list, judgments, distanceTo(columns, ratings)));
  const judge = clusteredMean(classes === undefined ? apart : apart.map((far) => 1 - far), clusters, {
    level,
    missing,
    range: [0, max - min],
  });
  if (classes === undefined) {
    const between = items.map(({ ratings: list }) => meanBetween(list, ratings.number));
    const agreement = clusteredMean(between, clusters, { level, missing, range: [0, max - min] });
    return { agreement, judge, alpha: intervalAlpha(slotted(items, ratings.number, Float64Array), options) };
  }
  const { raters, values } = slotted(items, ratings.code, Int32Array);
  const table = { raters, classes: classes.length, codes: values };
  return {
    agreement: percentAgreement(table, options),
    judge,
    alpha: krippendorffAlpha(table, { ...options, measurement: scale === 'ordinal' ? 'ordinal' : 'nominal' }),
  };
}

function ratedItem(
  columns: SpaceColumns,
  ratings: Ratings,
  { list, judged }: { list: readonly number[]; judged: ReadonlyMap<number, readonly number[]> },
): Rated {
  // Rows of one content were judged alike; each is met once.
  const rows = [...new Set(list.map((rating) => ratings.row[rating] as number))];
  const made = rows.flatMap((row) => judged.get(row) ?? []);
  return {
    ratings: list,
    judgments: made.filter((place) => isScored(columns, place)),
    cluster: made[0] === undefined ? -1 : (columns.group[made[0]] as number),
  };
}

function distanceTo(columns: SpaceColumns, ratings: Ratings): (rating: number, place: number) => number {
  return columns.view.classes === undefined
    ? (rating, place) => Math.abs((ratings.number[rating] as number) - (columns.number[place] as number))
    : (rating, place) => (ratings.code[rating] === columns.value[place] ? 0 : 1);
}

function meanOf(some: readonly number[], others: readonly number[], distance: (a: number, b: number) => number): number {
  let sum = 0;
  for (const a of some) for (const b of others) sum += distance(a, b);
  return sum / (some.length * others.length);
}

function meanBetween(list: readonly number[], values: Float64Array): number {
  let [sum, pairs] = [0, 0];
  for (const [place, a] of list.entries())
    for (const b of list.slice(place + 1)) {
      sum += Math.abs((values[a] as number) - (values[b] as number));
      pairs += 1;
    }
  return sum / pairs;
}

/** Items × as many places as the most rated item has: who gave a rating does not matter here. */
function slotted<T extends Int32Array | Float64Array>(
  items: readonly Rated[],
  ratings: T,
  Numbers: new (length: number) => T,
): { raters: number; values: T } {
  const raters = items.reduce((most, { ratings: list }) => Math.max(most, list.length), 0);
  const values = new Numbers(items.length * raters);
  values.fill(ratings instanceof Float64Array ? Number.NaN : -1);
  for (const [item, { ratings: list }] of items.entries())
    for (const [slot, rating] of list.entries()) values[item * raters + slot] = ratings[rating] as number;
  return { raters, values };
}
