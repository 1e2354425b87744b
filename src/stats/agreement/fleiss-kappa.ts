import type { Estimate } from '../estimate.ts';
import { agreementEstimate, type AgreementOptions } from './agreement-estimate.ts';
import type { AgreementFigure } from './chance-corrected.ts';
import { classDistances, type AgreementWeights } from './class-distance.ts';
import { expectedDistance } from './expected-distance.ts';
import type { RaterTable } from './rater-table.ts';

export type FleissOptions = AgreementOptions & { readonly weights?: AgreementWeights };

/**
 * Fleiss' κ: agreement of many raters beyond what the classes' shares would give by chance. In −1…1; 0 is chance.
 *
 *     κ = 1 − D_o / D_e,   D_e = Σ δ(k,l) π(k) π(l)
 *     D_o = mean over items of the mean distance of two ratings,   π = mean over items of the classes' shares
 *
 * Fleiss has as many ratings for each item, any raters. With different numbers it is Gwet's generalisation, as irrCAC's: each
 * item counts once in D_o if it has two ratings, and once in π if it has one. (Krippendorff's α weighs items by ratings
 * instead.) Two raters: Scott's π, which is close to Cohen's κ, not equal to it. `weights` as `classDistances`.
 *
 * Interval: `agreementEstimate`; the variant `linearised` is irrCAC's where all items have two ratings or more. With single
 * ratings irrCAC takes their number for known and is wider; here D_o is linearised as the ratio it is. `n`: items with two
 * ratings; the others are `missing`.
 *
 * Undefined: `no item with two ratings`; `all ratings in one class` (0/0, never 1). Raters who never differ: 1, with an
 * interval below it. Cost: see `agreementEstimate`.
 *
 * Reference: irrCAC `CAC.fleiss`, statsmodels `fleiss_kappa`. Source: Fleiss 1971, Psychol. Bull. 76; Gwet 2008, Br. J. Math.
 * Stat. Psychol. 61.
 */
export function fleissKappa(table: RaterTable, { weights = 'none', ...options }: FleissOptions = {}): Estimate {
  const distances = classDistances(table.classes, weights);
  return agreementEstimate(table, fleissFigure(distances), options);
}

function fleissFigure(distances: Float64Array): AgreementFigure {
  return {
    weighBy: 'items',
    chance: ({ shares }) => ({ distances, ...expectedDistance(distances, shares) }),
    factor: () => 1,
    lowest: -1,
  };
}
