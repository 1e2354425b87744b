import { dbinom, pnorm, qnorm } from 'lib-r-math.js';
import { incompleteBeta, inverseIncompleteBeta } from './incomplete-beta.ts';

/** Two-sided critical value of the standard normal: 1.96 at level .95. */
export function normalCritical(level: number): number {
  return qnorm(0.5 + level / 2);
}

/** P(Z ≤ z) of the standard normal. */
export function normalCdf(z: number): number {
  return Number.isFinite(z) ? pnorm(z) : z < 0 ? 0 : 1;
}

/**
 * Two-sided critical value of Student's t with `degrees` > 0 degrees of freedom; infinite at 0 and below.
 *
 * P(|T| > t) = I_x(ν/2, ½) with x = ν/(ν + t²).
 */
export function studentCritical(level: number, degrees: number): number {
  if (!(degrees > 0)) return Number.POSITIVE_INFINITY;
  // x or 1 − x, whichever is not crowded against 1, keeps its digits.
  const complement = inverseIncompleteBeta(level, 0.5, degrees / 2);
  if (complement < 0.5) return Math.sqrt((degrees * complement) / (1 - complement));
  const x = inverseIncompleteBeta(1 - level, degrees / 2, 0.5);
  return Math.sqrt((degrees * (1 - x)) / x);
}

/** Quantile of the beta distribution. */
export function betaQuantile(probability: number, a: number, b: number): number {
  return inverseIncompleteBeta(probability, a, b);
}

/** P(X ≤ x) of a binomial with n trials. */
export function binomialCdf(x: number, n: number, probability: number): number {
  if (x < 0) return 0;
  return x >= n ? 1 : incompleteBeta(n - x, x + 1, 1 - probability);
}

/** P(X = x) of a binomial with n trials. */
export function binomialPmf(x: number, n: number, probability: number): number {
  return dbinom(x, n, probability);
}
