import type { Estimate } from '../estimate.ts';
import { agreementEstimate, type AgreementOptions } from './agreement-estimate.ts';
import type { AgreementFigure, AgreementMargins, Chance } from './chance-corrected.ts';
import { classDistances } from './class-distance.ts';
import { expectedDistance } from './expected-distance.ts';
import type { RaterTable } from './rater-table.ts';

export type AlphaOptions = AgreementOptions & { readonly measurement?: 'nominal' | 'ordinal' };

/**
 * Krippendorff's α of class codes, nominal or ordinal. For numbers see `intervalAlpha`. In −1…1; 0 is chance.
 *
 *     α = 1 − (1 − 1/N) D_o / D_e,   D_o = Σ o(k,l) δ(k,l),   D_e = Σ π(k) π(l) δ(k,l)
 *
 * over the N ratings of items with two ratings or more; the other items are left out and counted as `missing`. Items weigh by
 * their ratings. δ is 0 or 1 (`nominal`), or the squared distance of the classes' mid-ranks among all ratings (`ordinal`):
 * classes that nobody uses do not matter, and the distance between neighbours grows with their use.
 *
 * Interval: `agreementEstimate`, whose linearisation follows the mid-ranks too. The variant `linearised` on nominal codes is
 * irrCAC's where all items have as many ratings, and within 1/N of it else.
 *
 * Undefined: `no item with two ratings`; `all ratings in one class`. No disagreement: 1, with an interval below it. Cost: see
 * `agreementEstimate`.
 *
 * Reference: krippendorff 0.9.0 `alpha`, irrCAC `CAC.krippendorff`. Source: Krippendorff 2011, Computing Krippendorff's
 * Alpha-Reliability; Hayes and Krippendorff 2007, Commun. Methods Meas. 1.
 */
export function krippendorffAlpha(table: RaterTable, { measurement = 'nominal', ...options }: AlphaOptions = {}): Estimate {
  const chance = measurement === 'ordinal' ? ordinalChance : nominalChance(table.classes);
  return agreementEstimate(table, { weighBy: 'ratings', chance, factor: (ratings) => 1 - 1 / ratings, lowest: -1 }, options);
}

function nominalChance(classes: number): AgreementFigure['chance'] {
  const distances = classDistances(classes, 'none');
  return ({ shares }) => ({ distances, ...expectedDistance(distances, shares) });
}

function ordinalChance({ shares, coincidences }: AgreementMargins): Chance {
  const classes = shares.length;
  const ranks = new Float64Array(classes);
  let below = 0;
  for (let k = 0; k < classes; k += 1) {
    const share = shares[k] as number;
    ranks[k] = below + share / 2;
    below += share;
  }
  const distances = new Float64Array(classes * classes);
  // How D_o and D_e move with the mid-rank of each class.
  const observedByRank = new Float64Array(classes);
  const expectedByRank = new Float64Array(classes);
  for (let k = 0; k < classes; k += 1) {
    for (let l = 0; l < classes; l += 1) {
      const apart = (ranks[k] as number) - (ranks[l] as number);
      const cell = k * classes + l;
      distances[cell] = apart * apart;
      observedByRank[k] = (observedByRank[k] as number) + 4 * (coincidences[cell] as number) * apart;
      expectedByRank[k] = (expectedByRank[k] as number) + 4 * (shares[k] as number) * (shares[l] as number) * apart;
    }
  }
  const { expected, expectedSlopes } = expectedDistance(distances, shares);
  const throughRanks = slopesThroughRanks(expectedByRank);
  return {
    distances,
    expected,
    expectedSlopes: expectedSlopes.map((slope, k) => slope + (throughRanks[k] as number)),
    observedSlopes: slopesThroughRanks(observedByRank),
  };
}

/** A class's share lifts the mid-ranks of all classes above it, and its own by half. */
function slopesThroughRanks(byRank: Float64Array): Float64Array {
  const slopes = new Float64Array(byRank.length);
  let above = 0;
  for (let k = byRank.length - 1; k >= 0; k -= 1) {
    const own = byRank[k] as number;
    slopes[k] = above + own / 2;
    above += own;
  }
  return slopes;
}
