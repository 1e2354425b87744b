import { clusterMoments, designEffect, tallyClusters, type DenseClusters } from '../clusters.ts';
import type { BinSum } from './bin-sums.ts';
import type { KnownForecasts } from './forecasts.ts';
import type { ProbabilityBins } from './probability-bins.ts';

export type BinnedClusters = {
  readonly bins: ProbabilityBins;
  readonly sums: readonly BinSum[];
  readonly clusters: DenseClusters;
  /** For each bin, how many of its observations tell as much as one independent one. */
  readonly effects: readonly number[];
};

/** `designEffect` of p − y among each bin's observations: of a cluster, only what is in the bin goes together there. O(n). */
export function binDesignEffects(
  { probabilities, outcomes }: KnownForecasts,
  bins: ProbabilityBins,
  clusters: DenseClusters,
): number[] {
  const residuals: number[][] = Array.from({ length: bins.count }, () => []);
  const ids: number[][] = Array.from({ length: bins.count }, () => []);
  for (const [index, bin] of bins.of.entries()) {
    residuals[bin]?.push((probabilities[index] as number) - (outcomes[index] as number));
    ids[bin]?.push(clusters.of[index] as number);
  }
  return residuals.map((list, bin) => designEffect(clusterMoments(tallyClusters(list, ids[bin] as number[]))));
}

/**
 * Covariances, row by row, of the bins' mean errors p̄ − ȳ when whole clusters are drawn.
 *
 *     C(k, l) = (f Σ R(k) R(l) + [k = l] d² (p̄² + (1 − p̄)²)) / √(N(k) n(k) N(l) n(l)),   N = n − 1 + 2d
 *
 * d: the bin's design effect. R(k): a cluster's sum of p − y − mean over its observations in bin k; f = G/(G − 1) in clusters, else 1. The last term is two
 * pseudo-clusters of d observations with the bin's mean probability, the event in one and not in the other, without which a bin that was
 * never wrong would be certain of its rate. O(n + G · bins²) at most.
 */
export function binCovariances({ probabilities, outcomes, n }: KnownForecasts, binned: BinnedClusters): Float64Array {
  const { bins, sums, clusters, effects } = binned;
  const k = bins.count;
  const means = sums.map(({ n: size, probability, outcome }) => (probability - outcome) / size);
  const totals = new Map<number, number>();
  for (const [index, bin] of bins.of.entries()) {
    const residual = (probabilities[index] as number) - (outcomes[index] as number) - (means[bin] as number);
    const key = (clusters.of[index] as number) * k + bin;
    totals.set(key, (totals.get(key) ?? 0) + residual);
  }
  const covariances = outerProducts(totals, k);
  const factor = clusters.count < n ? clusters.count / (clusters.count - 1) : 1;
  const scales = sums.map(({ n: size }, bin) => Math.sqrt((size - 1 + 2 * (effects[bin] as number)) * size));
  for (let i = 0; i < k; i += 1) {
    for (let j = 0; j < k; j += 1) {
      const cell = i * k + j;
      covariances[cell] = (factor * (covariances[cell] as number)) / ((scales[i] as number) * (scales[j] as number));
    }
    const { n: size, probability } = sums[i] as BinSum;
    const mean = probability / size;
    const pseudo = (effects[i] as number) ** 2 * (mean ** 2 + (1 - mean) ** 2);
    covariances[i * k + i] = (covariances[i * k + i] as number) + pseudo / (scales[i] as number) ** 2;
  }
  return covariances;
}

/** Σ over clusters of R Rᵀ, from the sums of clusters in bins. */
function outerProducts(totals: ReadonlyMap<number, number>, k: number): Float64Array {
  const rows = new Map<number, [number, number][]>();
  for (const [key, total] of totals) {
    const cluster = Math.floor(key / k);
    const row = rows.get(cluster);
    if (row === undefined) rows.set(cluster, [[key % k, total]]);
    else row.push([key % k, total]);
  }
  const products = new Float64Array(k * k);
  for (const row of rows.values()) {
    for (const [i, first] of row) {
      for (const [j, second] of row) products[i * k + j] = (products[i * k + j] as number) + first * second;
    }
  }
  return products;
}
