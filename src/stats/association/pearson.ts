import type { Estimate } from '../estimate.ts';
import { associationEstimate, type AssociationOptions } from './association-estimate.ts';
import { completePairs } from './complete-pairs.ts';
import { centredMoments } from './centred-moments.ts';

/**
 * Pearson's correlation of two series, −1…1.
 *
 *     r = Σ (x − x̄)(y − ȳ) / √(Σ (x − x̄)² Σ (y − ȳ)²)
 *
 * Undefined where either is constant, and with fewer than two pairs. O(n).
 *
 * @param x numbers, one an observation; @param y the same observations' other numbers. No NaN.
 *
 * Reference: scipy `pearsonr`. Source: Pearson 1895, Proc. R. Soc. 58.
 */
export function pearsonCorrelation(x: ArrayLike<number>, y: ArrayLike<number>): number | undefined {
  const moments = centredMoments(x, y);
  return moments === undefined ? undefined : moments.correlation;
}

/**
 * Pearson's correlation with its interval.
 *
 * Independent pairs: Fisher's, tanh(atanh r ± z/√(n − 3)), which assumes two normal variables; for scores of few levels it is
 * near its level too (docs/methods/association.md). In clusters: `associationEstimate` with a pair's residual u v − r (u² +
 * v²)/2 for standardised u and v, which assumes independent clusters and no shape.
 *
 * Pairs with NaN on a side are `missing`. Undefined: `fewer than two pairs`, `no variance`. O(n).
 *
 * Reference: scipy `pearsonr(...).confidence_interval()`. Source: Fisher 1921, Metron 1.
 */
export function pearsonEstimate(x: ArrayLike<number>, y: ArrayLike<number>, options: AssociationOptions = {}): Estimate {
  const pairs = completePairs(x, y, options);
  return associationEstimate(pairs, options, {
    value: () => pearsonCorrelation(pairs.x, pairs.y),
    residuals: (value) => pearsonResiduals(pairs.x, pairs.y, value),
    independent: { scaledVariance: () => 1, lost: 3, method: 'fisher-z' },
  });
}

/** What each pair adds to r, with mean 0. */
function pearsonResiduals(x: ArrayLike<number>, y: ArrayLike<number>, value: number): Float64Array {
  const moments = centredMoments(x, y);
  const residuals = new Float64Array(x.length);
  if (moments === undefined) return residuals;
  const { meanX, meanY, deviationX, deviationY } = moments;
  for (let index = 0; index < x.length; index += 1) {
    const u = ((x[index] as number) - meanX) / deviationX;
    const v = ((y[index] as number) - meanY) / deviationY;
    residuals[index] = u * v - (value * (u * u + v * v)) / 2;
  }
  return residuals;
}
