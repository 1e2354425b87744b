/** Rows of features: n rows of p finite numbers. */
export type Rows = readonly ArrayLike<number>[];

/** Rows and the class of each, as codes 0 … classes − 1. */
export type TrainingSet = { readonly rows: Rows; readonly labels: ArrayLike<number>; readonly classes: number };

/** A seeded generator of numbers in [0, 1). */
export type Random = () => number;

/**
 * Looks a training set over before a head is fitted to it.
 *
 * @throws RangeError naming what is wrong: no rows, rows of different lengths or without features, a feature that is no finite number, a label that is no class, one class
 * alone.
 */
export function checkTraining({ rows, labels, classes }: TrainingSet): void {
  const [first] = rows;
  if (first === undefined) throw new RangeError('expected rows to fit to, got none');
  if (first.length === 0) throw new RangeError('expected rows with features, got none');
  if (labels.length !== rows.length) throw new RangeError(`expected a label a row, got ${labels.length} of ${rows.length}`);
  const seen = new Set<number>();
  rows.forEach((row, index) => {
    if (row.length !== first.length)
      throw new RangeError(`expected ${first.length} features a row, got ${row.length} in row ${index}`);
    for (let feature = 0; feature < row.length; feature += 1)
      if (!Number.isFinite(row[feature])) throw new RangeError(`expected finite features, got ${row[feature]} in row ${index}`);
    const label = labels[index] as number;
    if (!Number.isInteger(label) || label < 0 || label >= classes)
      throw new RangeError(`expected labels 0 to ${classes - 1}, got ${label} in row ${index}`);
    seen.add(label);
  });
  if (seen.size < 2) throw new RangeError('expected rows of two classes or more, got one class alone');
}

/** The softmax of scores, in place of none: shares that sum to 1. */
export function softmax(scores: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(scores);
  const top = values.reduce((most, value) => Math.max(most, value), -Infinity);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = Math.exp((values[index] as number) - top);
    values[index] = value;
    sum += value;
  }
  return values.map((value) => value / sum);
}
