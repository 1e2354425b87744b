/** How far apart two classes count: `none` all alike, the others for classes in order. */
export type AgreementWeights = 'none' | 'linear' | 'quadratic' | 'ordinal';

/**
 * Disagreement of two classes in 0–1, classes × classes, row by row: one minus Gwet's weights.
 *
 *     none: 0 or 1    linear: d/(q − 1)    quadratic: d²/(q − 1)²    ordinal: d(d + 1) / (q(q − 1)),   d = |k − l|, q classes
 *
 * Reference: irrCAC `Weights`. Source: Gwet 2014, Handbook of Inter-Rater Reliability, 4th ed., ch. 3.
 */
export function classDistances(classes: number, weights: AgreementWeights): Float64Array {
  const distances = new Float64Array(classes * classes);
  for (let k = 0; k < classes; k += 1) {
    for (let l = 0; l < classes; l += 1) distances[k * classes + l] = distanceOf(Math.abs(k - l), classes, weights);
  }
  return distances;
}

function distanceOf(apart: number, classes: number, weights: AgreementWeights): number {
  if (apart === 0) return 0;
  switch (weights) {
    case 'none':
      return 1;
    case 'linear':
      return apart / (classes - 1);
    case 'quadratic':
      return (apart / (classes - 1)) ** 2;
    case 'ordinal':
      return (apart * (apart + 1)) / (classes * (classes - 1));
  }
}
