import type { Estimate } from '../estimate.ts';
import { clusteredMean, type MeanOptions } from './clustered-mean.ts';

/**
 * The mean of independent observations with Student's interval: mean ± t(n − 1) · s / √n.
 *
 * Degenerate cases as in `clusteredMean`: n = 0 is undefined; n = 1 and equal values are undefined without a `range`.
 *
 * Reference: 2, 4, 4, 5 gives 3.75 [1.7479, 5.7521]. Source: Student 1908, Biometrika 6.
 */
export function studentMean(values: ArrayLike<number>, options: MeanOptions = {}): Estimate {
  return clusteredMean(
    values,
    Int32Array.from({ length: values.length }, (_, index) => index),
    options,
  );
}
