import type { Estimate } from '../estimate.ts';
import { agreementEstimate, type AgreementOptions } from './agreement-estimate.ts';
import type { AgreementFigure } from './chance-corrected.ts';
import { classDistances, type AgreementWeights } from './class-distance.ts';
import type { RaterTable } from './rater-table.ts';

export type PercentAgreementOptions = AgreementOptions & { readonly weights?: AgreementWeights };

/**
 * Pairwise agreement in 0–1: the mean over items with two ratings or more of the share of rating pairs that agree. Each item
 * counts once. With `weights` near misses agree in part.
 *
 * Nothing is taken away for chance. For two raters the interval `adjusted` is Agresti and Coull's, with t for z and n − 1 for n
 * in the variance. `n`, `missing` and clusters as in `fleissKappa`. Ratings that all agree: 1, with an interval below it.
 * Undefined: `no item with two ratings`. Cost: see `agreementEstimate`.
 *
 * Reference: irrCAC's `pa`. Source: Fleiss 1971, Psychol. Bull. 76; Agresti and Coull 1998, The American Statistician 52.
 */
export function percentAgreement(table: RaterTable, { weights = 'none', ...options }: PercentAgreementOptions = {}): Estimate {
  // Of one class nothing can disagree; two classes let it be said how sure that is.
  const classes = Math.max(2, table.classes);
  return agreementEstimate({ ...table, classes }, percentFigure(classDistances(classes, weights), classes), options);
}

function percentFigure(distances: Float64Array, classes: number): AgreementFigure {
  const expectedSlopes = new Float64Array(classes);
  return { weighBy: 'items', chance: () => ({ distances, expected: 1, expectedSlopes }), factor: () => 1, lowest: 0 };
}
