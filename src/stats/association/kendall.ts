import type { Estimate } from '../estimate.ts';
import { associationEstimate, type AssociationOptions } from './association-estimate.ts';
import { completePairs } from './complete-pairs.ts';
import { concordances, type Concordances } from './concordances.ts';

/**
 * Kendall's τ-b, −1…1: pairs of observations in the same order less those in the opposite, over those that could be.
 *
 *     τ = S / √(Tx Ty)     S: concordant − discordant pairs; Tx, Ty: pairs that are not tied in x, in y
 *
 * Undefined where either is constant, and with fewer than two observations. O(n log n).
 *
 * Reference: scipy `kendalltau`. Source: Kendall 1945, Biometrika 33; Knight 1966, JASA 61 (cost).
 */
export function kendallTau(x: ArrayLike<number>, y: ArrayLike<number>): number | undefined {
  return tauOf(concordances(x, y));
}

/**
 * Kendall's τ-b with its interval: `associationEstimate` with the residuals
 *
 *     2 (s/√(t̄x t̄y) − τ) − τ (tx/t̄x − 1) − τ (ty/t̄y − 1)
 *
 * s: an observation's concordant partners less its discordant ones; tx, ty: its partners not tied with it; t̄x, t̄y their
 * means. The same for independent observations: the published variance .437/(n − 4) (Fieller, Hartley and Pearson 1957,
 * Biometrika 44) is that of normal variables without ties, and judges' scores have few levels.
 *
 * Pairs with NaN on a side are `missing`. Undefined: `fewer than two pairs`, `no variance`. O(n log n).
 *
 * Source: Samara and Randles 1988, Commun. Stat. Theory Methods 17 (variance from the concordances).
 */
export function kendallEstimate(x: ArrayLike<number>, y: ArrayLike<number>, options: AssociationOptions = {}): Estimate {
  const pairs = completePairs(x, y, options);
  const counted = concordances(pairs.x, pairs.y);
  return associationEstimate(pairs, options, {
    value: () => tauOf(counted),
    residuals: (tau) => kendallResiduals(counted, tau),
  });
}

function tauOf({ scores, untiedX, untiedY }: Concordances): number | undefined {
  const roots = Math.sqrt(sumOf(untiedX) * sumOf(untiedY));
  return roots > 0 ? Math.max(-1, Math.min(1, sumOf(scores) / roots)) : undefined;
}

function kendallResiduals({ scores, untiedX, untiedY }: Concordances, tau: number): Float64Array {
  const n = scores.length;
  const meanX = sumOf(untiedX) / n;
  const meanY = sumOf(untiedY) / n;
  const root = Math.sqrt(meanX * meanY);
  return scores.map((score, index) => {
    const ties = (untiedX[index] as number) / meanX + (untiedY[index] as number) / meanY - 2;
    return 2 * (score / root - tau) - tau * ties;
  });
}

function sumOf(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
