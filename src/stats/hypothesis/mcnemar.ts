import { binomialCdf, binomialPmf } from '../distributions.ts';

/**
 * McNemar's exact test that two judges are right equally often on the same independent items.
 *
 *     p = min(1, 2 · P(X ≤ min(b, c))),   X binomial with b + c trials of ½
 *
 * Only discordant items speak: b that the first alone got right, c that the second alone did. `midP` takes half the probability of the
 * observed split away: closer to its level, and above it at times; the exact one, the default, never is.
 *
 * Assumes independent items; in clusters use `signFlipTest`. No discordant item: p = 1.
 *
 * Reference: 5 and 4 give p = 1; 4 and 16 give 0.0118. Source: McNemar 1947, Psychometrika 12; Fagerland et al. 2013, BMC Med. Res.
 * Methodol. 13 (mid-p).
 */
export function mcnemarTest(firstOnly: number, secondOnly: number, { midP = false }: { midP?: boolean } = {}): number {
  const trials = firstOnly + secondOnly;
  if (trials === 0) return 1;
  const least = Math.min(firstOnly, secondOnly);
  const exact = Math.min(1, 2 * binomialCdf(least, trials, 0.5));
  if (!midP) return exact;
  // An even split is the only one as little extreme as itself; any other has its mirror image beside it.
  return exact - (firstOnly === secondOnly ? 0.5 : 1) * binomialPmf(least, trials, 0.5);
}
