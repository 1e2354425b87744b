import { pchisq } from 'lib-r-math.js';

/**
 * P(X > x) of a χ² distribution with `degrees` > 0 degrees of freedom: the p-value of a statistic that is χ² under its null.
 *
 * @param x 0 or more.
 *
 * Reference (scipy): 7.5 with 3 degrees gives .0575584519726.
 */
export function chiSquareTail(x: number, degrees: number): number {
  return x <= 0 ? 1 : pchisq(x, degrees, 0, false);
}
