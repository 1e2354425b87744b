/**
 * Who said what: items × raters of class codes, row by row. The code of item i and rater j is at i · raters + j; −1 where the
 * rater did not answer. `classes`: how many classes there are to choose from, seen or not; codes run from 0 to `classes` − 1.
 */
export type RaterTable = { readonly raters: number; readonly classes: number; readonly codes: ArrayLike<number> };

/** How many items a table has. */
export function itemCount({ raters, codes }: RaterTable): number {
  return raters > 0 ? Math.floor(codes.length / raters) : 0;
}

/**
 * Items as the agreement figures see them: how many ratings each has, and of each class. Items without a rating are gone; those
 * with one are kept, for they tell of the classes' shares.
 */
export type RatedItems = {
  readonly classes: number;
  /** Items with a rating or more. */
  readonly items: number;
  /** Items with two ratings or more: the figure's n. */
  readonly paired: number;
  /** Items with fewer than two ratings. */
  readonly missing: number;
  /** Ratings of each item. */
  readonly ratings: Float64Array;
  /** Ratings of each item (row) and class (column). */
  readonly counts: Float64Array;
  /** Cluster id of each item; undefined where items are independent. */
  readonly clusters: ArrayLike<number> | undefined;
};

/** Counts a table's ratings. `clusters` has one id an item of the table. O(items · (raters + classes)). */
export function ratedItems(table: RaterTable, clusters: ArrayLike<number> | undefined): RatedItems {
  const { raters, classes, codes } = table;
  const all = itemCount(table);
  const ratings = new Float64Array(all);
  const counts = new Float64Array(all * classes);
  const ids = new Float64Array(clusters === undefined ? 0 : all);
  let items = 0;
  let paired = 0;
  for (let item = 0; item < all; item += 1) {
    let given = 0;
    for (let rater = 0; rater < raters; rater += 1) {
      const code = codes[item * raters + rater] as number;
      if (code < 0) continue;
      const cell = items * classes + code;
      counts[cell] = (counts[cell] as number) + 1;
      given += 1;
    }
    if (given === 0) continue;
    ratings[items] = given;
    if (clusters !== undefined) ids[items] = clusters[item] as number;
    items += 1;
    if (given > 1) paired += 1;
  }
  return {
    classes,
    items,
    paired,
    missing: all - paired,
    ratings: ratings.subarray(0, items),
    counts: counts.subarray(0, items * classes),
    clusters: clusters === undefined ? undefined : ids.subarray(0, items),
  };
}
