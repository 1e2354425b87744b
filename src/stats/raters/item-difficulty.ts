import type { RaterTable } from '../agreement/rater-table.ts';

/**
 * How far raters differ on one item: the share of its pairs of labels that are not the same, in 0–1. `undefined` with fewer than two labels.
 *
 * Of m labels, m(k) of class k:  1 − Σ m(k)(m(k) − 1) / (m(m − 1)).
 */
export function disagreementShare({ raters, classes, codes }: RaterTable, item: number): number | undefined {
  const counts = new Float64Array(classes);
  let labels = 0;
  for (let rater = 0; rater < raters; rater += 1) {
    const code = codes[item * raters + rater] as number;
    if (code < 0) continue;
    counts[code] = (counts[code] as number) + 1;
    labels += 1;
  }
  if (labels < 2) return undefined;
  const alike = counts.reduce((sum, count) => sum + count * (count - 1), 0);
  return 1 - alike / (labels * (labels - 1));
}

/**
 * How unsure a distribution over classes is: its entropy over that of even shares, in 0–1. One class: 0.
 *
 *     − Σ p log p / log(classes)
 */
export function relativeEntropy(shares: ArrayLike<number>): number {
  if (shares.length < 2) return 0;
  let entropy = 0;
  for (let place = 0; place < shares.length; place += 1) {
    const share = shares[place] as number;
    if (share > 0) entropy -= share * Math.log(share);
  }
  return Math.min(1, Math.max(0, entropy / Math.log(shares.length)));
}
