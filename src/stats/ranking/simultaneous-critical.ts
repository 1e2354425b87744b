import { sortedQuantile } from '../resampling/sorted-quantile.ts';
import { choleskyFactor } from './cholesky.ts';

export type SimultaneousOptions = {
  /** Degrees of freedom of the covariances; need not be whole, and under 1 is taken for 1. */
  readonly degrees: number;
  readonly level: number;
  readonly draws: number;
  readonly random: () => number;
};

/** A set of differences that shall hold together: pairs of places in the covariance matrix. */
export type Family = readonly (readonly [number, number])[];

/**
 * Critical values for differences of jointly normal estimates: for each family the c that max |difference|/SE exceeds with chance 1 − level
 * where all true differences are 0. For one difference it is Student's.
 *
 * By `draws` draws from the normal with these covariances over √(χ²(ν)/ν), which all differences share (a multivariate t). Differences
 * without variance are left out; a family of none of the others has Student's value of a single one. O(draws · (k² + pairs)).
 */
export function simultaneousCriticals(
  covariance: Float64Array,
  families: readonly Family[],
  { degrees: given, level, draws, random }: SimultaneousOptions,
): number[] {
  const k = Math.round(Math.sqrt(covariance.length));
  const factor = choleskyFactor(covariance, k);
  const degrees = given > 1 ? given : 1;
  const scaled = families.map((family) =>
    family.flatMap(([i, j]) => {
      const error = differenceError(covariance, i, j);
      return error > 0 ? [{ i, j, error }] : [];
    }),
  );
  const greatest = families.map(() => new Float64Array(draws));
  const independent = new Float64Array(k);
  const drawn = new Float64Array(k);
  for (let draw = 0; draw < draws; draw += 1) {
    for (let place = 0; place < k; place += 1) independent[place] = drawNormal(random);
    const scale = Math.sqrt(drawChiSquare(degrees, random) / degrees);
    for (let i = 0; i < k; i += 1) {
      let sum = 0;
      for (let j = 0; j <= i; j += 1) sum += (factor[i * k + j] as number) * (independent[j] as number);
      drawn[i] = sum / scale;
    }
    for (const [place, family] of scaled.entries()) {
      let most = 0;
      for (const { i, j, error } of family) most = Math.max(most, Math.abs((drawn[i] as number) - (drawn[j] as number)) / error);
      (greatest[place] as Float64Array)[draw] = most;
    }
  }
  return greatest.map((list) => sortedQuantile(list.sort(), level));
}

/** Standard error of estimate i less estimate j; 0 where rounding is all that is left. */
export function differenceError(covariance: Float64Array, i: number, j: number): number {
  const k = Math.round(Math.sqrt(covariance.length));
  const own = (covariance[i * k + i] as number) + (covariance[j * k + j] as number);
  const variance = own - 2 * (covariance[i * k + j] as number);
  return variance > 1e-13 * own ? Math.sqrt(variance) : 0;
}

/** Box and Muller. */
function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Marsaglia and Tsang's gamma draw (2000, ACM Trans. Math. Softw. 26), twice it; under two degrees by a power of a uniform number. */
function drawChiSquare(degrees: number, random: () => number): number {
  if (degrees < 2) return drawChiSquare(degrees + 2, random) * (1 - random()) ** (2 / degrees);
  const d = degrees / 2 - 1 / 3;
  for (;;) {
    const z = drawNormal(random);
    const v = (1 + z / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random()) < (z * z) / 2 + d - d * v + d * Math.log(v)) return 2 * d * v;
  }
}
