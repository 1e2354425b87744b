import type { Estimate } from '../estimate.ts';
import { agreementEstimate, type AgreementOptions } from './agreement-estimate.ts';
import type { AgreementFigure } from './chance-corrected.ts';
import { classDistances, type AgreementWeights } from './class-distance.ts';
import { ratedItems, type RaterTable } from './rater-table.ts';

export type GwetOptions = AgreementOptions & { readonly weights?: AgreementWeights };

/**
 * Gwet's AC1, and with `weights` AC2: agreement beyond the chance of guesses on hard items. Unlike κ it does not fall when one
 * class is rare.
 *
 *     AC = 1 − D_o / D_e,   D_e = 1 − T Σ π(k)(1 − π(k)) / (q(q − 1))
 *
 * D_o and π as in `fleissKappa`; q classes; T the sum of all q² weights 1 − δ(k,l), q for AC1. q is `classes`, seen or not:
 * irrCAC takes the classes seen unless it is given `categories`. At most 1; not under −1 for AC1; AC2 can go to 1 − 1/(1 −
 * T/q²).
 *
 * Interval, `n` and `missing` as in `fleissKappa`. Ratings that are all in one class: 1, with an interval. Undefined: `no item
 * with two ratings`; `one class to choose from`. Cost: see `agreementEstimate`.
 *
 * Reference: irrCAC `CAC.gwet`. Source: Gwet 2008, Br. J. Math. Stat. Psychol. 61.
 */
export function gwetAc(table: RaterTable, { weights = 'none', ...options }: GwetOptions = {}): Estimate {
  if (table.classes < 2) {
    const { paired, missing } = ratedItems(table, undefined);
    return { status: 'undefined', reason: 'one class to choose from', n: paired, missing: missing + (options.missing ?? 0) };
  }
  return agreementEstimate(table, gwetFigure(table.classes, weights), options);
}

function gwetFigure(classes: number, weights: AgreementWeights): AgreementFigure {
  const distances = classDistances(classes, weights);
  const total = classes ** 2 - distances.reduce((sum, distance) => sum + distance, 0);
  const scale = total / (classes * (classes - 1));
  return {
    weighBy: 'items',
    chance: ({ shares }) => ({
      distances,
      expected: 1 - scale * shares.reduce((sum, share) => sum + share * (1 - share), 0),
      expectedSlopes: shares.map((share) => -scale * (1 - 2 * share)),
    }),
    factor: () => 1,
    lowest: 1 - 1 / (1 - total / classes ** 2),
  };
}
