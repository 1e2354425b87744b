import { dbinom, pbinom, pnorm, qbeta, qnorm, qt } from 'lib-r-math.js';

/** Two-sided critical value of the standard normal: 1.96 at level .95. */
export function normalCritical(level: number): number {
  return qnorm(0.5 + level / 2);
}

/** P(Z ≤ z) of the standard normal. */
export function normalCdf(z: number): number {
  return Number.isFinite(z) ? pnorm(z) : z < 0 ? 0 : 1;
}

/** Two-sided critical value of Student's t with `degrees` > 0 degrees of freedom; infinite at 0 and below. */
export function studentCritical(level: number, degrees: number): number {
  return degrees > 0 ? qt(0.5 + level / 2, degrees) : Number.POSITIVE_INFINITY;
}

/** Quantile of the beta distribution. */
export function betaQuantile(probability: number, a: number, b: number): number {
  return qbeta(probability, a, b);
}

/** P(X ≤ x) of a binomial with n trials. */
export function binomialCdf(x: number, n: number, probability: number): number {
  return x < 0 ? 0 : pbinom(x, n, probability);
}

/** P(X = x) of a binomial with n trials. */
export function binomialPmf(x: number, n: number, probability: number): number {
  return dbinom(x, n, probability);
}
