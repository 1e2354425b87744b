import { AssizeError, describe } from '../core/errors.ts';
import { deriveSeed, seededRandom, shuffled } from '../core/random.ts';
import { allRows, type RowIndex, type Selection } from './row-index.ts';

/** The first rows of a data set; all where there are fewer. */
export function head(index: RowIndex, size: number): Selection {
  checkSize(size, 'limit');
  return allRows(index).slice(0, size);
}

/**
 * A seeded sample, stratified by gold and language: each stratum (rows with the same gold and language; those without either are strata too) gets its
 * share of `size`, the rest going to the largest remainders, ties in seeded order; within a stratum every row is as likely. Rows come in the order of the data;
 * all of them where there are fewer than `size`.
 *
 * Strata of one row each (gold on a fine scale) make it a simple random sample. The same index, size and seed give the same rows.
 *
 * @throws AssizeError `usage` on a size that is no whole number above 0.
 */
export function stratifiedSample(index: RowIndex, { size, seed }: { readonly size: number; readonly seed: number }): Selection {
  checkSize(size, 'sample');
  if (size >= index.count) return allRows(index);
  const random = seededRandom(deriveSeed('sample', seed));
  const strata = shuffled([...strataOf(index).values()], random);
  const shares = largestRemainders(
    strata.map((rows) => rows.length),
    size,
  );
  return Uint32Array.from(strata.flatMap((rows, place) => shuffled(rows, random).slice(0, shares[place]))).sort();
}

/**
 * Whole shares of `size` in proportion to counts (Hamilton's method): the floors of the exact quotas, then one more for the largest remainders, ties to the
 * earlier. They sum to `size` and exceed no count, given that `size` is at most the counts' sum.
 */
export function largestRemainders(counts: readonly number[], size: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const shares = counts.map((count) => Math.floor((count * size) / total));
  const left = size - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = counts
    .map((count, place) => [place, (count * size) % total] as const)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  for (const [place] of byRemainder.slice(0, left)) shares[place] = (shares[place] as number) + 1;
  return shares;
}

function strataOf(index: RowIndex): Map<string, number[]> {
  const strata = new Map<string, number[]>();
  for (let row = 0; row < index.count; row += 1) {
    const key = `${index.gold[row]} ${index.language[row]}`;
    const rows = strata.get(key);
    if (rows === undefined) strata.set(key, [row]);
    else rows.push(row);
  }
  return strata;
}

function checkSize(size: number, place: string): void {
  if (!Number.isSafeInteger(size) || size <= 0)
    throw new AssizeError('usage', `${place}: expected a whole number above 0, got ${describe(size)}. Correct it.`);
}
