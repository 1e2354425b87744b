import { normalCdf } from '../distributions.ts';

/** Mean of |X| for X normal with this mean and standard deviation; |mean| at deviation 0. */
export function foldedMean(mean: number, deviation: number): number {
  if (deviation === 0) return Math.abs(mean);
  const z = mean / deviation;
  return 2 * deviation * normalDensity(z) + mean * (2 * normalCdf(z) - 1);
}

/**
 * Variance of Σ w |X| for normal X with these means and covariances (row by row).
 *
 * Var |X| is exact. Cov(|X|, |Y|) is the expansion by powers of the correlation ρ to ρ², whose next term is of the order of ρ³ ·
 * skewness: ρ a b + 2 ρ² c d, with a = σ (2 Φ(μ/σ) − 1) and c = σ φ(μ/σ) of X, b and d of Y. O(k²).
 */
export function foldedSumVariance(means: ArrayLike<number>, covariances: Float64Array, weights: ArrayLike<number>): number {
  const k = means.length;
  const deviations = Array.from({ length: k }, (_, i) => Math.sqrt(covariances[i * k + i] as number));
  const z = deviations.map((deviation, i) => (deviation === 0 ? 0 : (means[i] as number) / deviation));
  const linear = z.map((one) => 2 * normalCdf(one) - 1);
  const curved = z.map(normalDensity);
  let variance = 0;
  for (let i = 0; i < k; i += 1) {
    const deviation = deviations[i] as number;
    const own = (means[i] as number) ** 2 + deviation ** 2 - foldedMean(means[i] as number, deviation) ** 2;
    variance += (weights[i] as number) ** 2 * Math.max(0, own);
    for (let j = 0; j < i; j += 1) {
      const scale = deviation * (deviations[j] as number);
      if (scale === 0) continue;
      const covariance = covariances[i * k + j] as number;
      const first = covariance * (linear[i] as number) * (linear[j] as number);
      const second = ((2 * covariance * covariance) / scale) * (curved[i] as number) * (curved[j] as number);
      variance += 2 * (weights[i] as number) * (weights[j] as number) * (first + second);
    }
  }
  return Math.max(0, variance);
}

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}
