import { qnorm } from 'lib-r-math.js';
import { normalCdf, normalCritical } from '../distributions.ts';
import type { Interval } from '../interval.ts';
import { sortedQuantile } from './sorted-quantile.ts';

/** A statistic's values with each cluster left out, `weight` clusters giving the same. */
export type JackknifeValue = { readonly value: number; readonly weight: number };

export type BcaSample = {
  /** The statistic on the data. */
  readonly value: number;
  /** Bootstrap replicates in any order; sorted in place. */
  readonly replicates: Float64Array;
  readonly jackknife: readonly JackknifeValue[];
};

export type BcaInterval = Interval & {
  /** Bias correction z₀, in normal units: 0 where half of the replicates are under the value. */
  readonly bias: number;
  readonly acceleration: number;
};

/**
 * Efron's bias-corrected and accelerated interval.
 *
 *     z₀ = Φ⁻¹((#{θ* < θ} + #{θ* ≤ θ}) / 2B)
 *     a  = Σ (θ̄ − θ(−i))³ / (6 [Σ (θ̄ − θ(−i))²]^(3/2))
 *     ends: replicates' quantiles at Φ(z₀ + (z₀ ± z) / (1 − a (z₀ ± z)))
 *
 * θ(−i): the statistic without cluster i; quantiles are linear between order statistics. Second-order accurate where percentiles
 * are first, for smooth statistics of many clusters.
 *
 * @returns `undefined` where z₀ or a is: no replicate, all on one side of the value, or a jackknife that does not vary (0/0).
 *
 * Reference: scipy `bootstrap(method="BCa")` on the same replicates. Source: Efron 1987, JASA 82.
 */
export function bcaInterval({ value, replicates, jackknife }: BcaSample, level: number): BcaInterval | undefined {
  const acceleration = jackknifeAcceleration(jackknife);
  const bias = biasCorrection(replicates, value);
  if (acceleration === undefined || bias === undefined) return undefined;
  const z = normalCritical(level);
  const [lower, upper] = [bias - z, bias + z].map((shifted) => normalCdf(bias + shifted / (1 - acceleration * shifted)));
  // Past a · (z₀ ± z) = 1 the transformation turns back and its ends cross: nothing can be said.
  if (Math.abs(acceleration) * (z + Math.abs(bias)) >= 1) return undefined;
  replicates.sort();
  const ends = { low: sortedQuantile(replicates, lower as number), high: sortedQuantile(replicates, upper as number) };
  return { ...ends, bias, acceleration };
}

function biasCorrection(replicates: Float64Array, value: number): number | undefined {
  let places = 0;
  for (const replicate of replicates) places += replicate < value ? 2 : replicate === value ? 1 : 0;
  return places === 0 || places === 2 * replicates.length ? undefined : qnorm(places / (2 * replicates.length));
}

function jackknifeAcceleration(jackknife: readonly JackknifeValue[]): number | undefined {
  const clusters = jackknife.reduce((sum, { weight }) => sum + weight, 0);
  const mean = jackknife.reduce((sum, { value, weight }) => sum + weight * value, 0) / clusters;
  let squares = 0;
  let cubes = 0;
  for (const { value, weight } of jackknife) {
    squares += weight * (mean - value) ** 2;
    cubes += weight * (mean - value) ** 3;
  }
  // Also false where there is none, or not a number.
  const varies = Math.sqrt(squares) > 1e-12 * Math.max(1, Math.abs(mean)) && Number.isFinite(squares);
  return varies ? cubes / (6 * squares ** 1.5) : undefined;
}
