import type { RatedItems } from './rater-table.ts';

/** Shares π of the classes, and the coincidence shares o(k, l) of two ratings of one item (classes × classes, summing to 1). */
export type AgreementMargins = { readonly shares: Float64Array; readonly coincidences: Float64Array };

/**
 * What sets one chance-corrected figure apart from another. Each is 1 − f · D_o / D_e: observed over expected disagreement.
 *
 * With v(k) = ∂D_o/∂π(k) − (D_o/D_e) · ∂D_e/∂π(k) the figure's linearisation needs no more than this.
 */
export type AgreementFigure = {
  /** `items`: each counts once; `ratings`: by its ratings, and those with one rating not at all. */
  readonly weighBy: 'items' | 'ratings';
  /** Distances of the classes and the expected disagreement D_e, at these margins. */
  readonly chance: (margins: AgreementMargins) => Chance;
  /** Krippendorff's f = 1 − 1/N for N ratings; others have 1. */
  readonly factor: (ratings: number) => number;
  /** The lowest value possible. */
  readonly lowest: number;
};

export type Chance = {
  readonly distances: Float64Array;
  readonly expected: number;
  /** ∂D_e/∂π(k). */
  readonly expectedSlopes: Float64Array;
  /** ∂D_o/∂π(k), where the distances move with the margins. */
  readonly observedSlopes?: Float64Array;
};

/** Items that are thought and not seen: `mass` of them, two ratings each, in classes k and l; each a cluster of `size` items. */
export type PseudoItem = { readonly k: number; readonly l: number; readonly mass: number };
export type PseudoItems = { readonly size: number; readonly items: readonly PseudoItem[] };

export type Linearised = {
  readonly value: number;
  /** For each item what it adds to the figure: the residual, with mean 0; to be divided by `total`. */
  readonly residuals: Float64Array;
  /** Σ mass · (size · residual)² of the pseudo-items. */
  readonly pseudoSquares: number;
  /** Items, pseudo-items included. */
  readonly total: number;
  readonly margins: AgreementMargins;
};

const noPseudo: PseudoItems = { size: 1, items: [] };

/**
 * A chance-corrected figure and its linearisation: the residual of each item,
 *
 *     −[ b (d − D_o) + w Σ_k v(k) (p(k) − π(k)) ] / D_e
 *
 * for an item of disagreement d and class shares p; w and b are its weights for margins and for pairs, each with mean 1 (f is
 * left out, as irrCAC does: 1/N wider). Undefined where D_e is 0 (one class only) or no item has two ratings. O(items ·
 * classes²).
 */
export function lineariseAgreement(
  rated: RatedItems,
  figure: AgreementFigure,
  pseudo: PseudoItems = noPseudo,
): Linearised | undefined {
  if (rated.paired === 0) return undefined;
  const weights = itemWeights(rated, figure, pseudo);
  const margins = marginsOf(rated, pseudo, weights);
  const { shares, coincidences } = margins;
  const { distances, expected, expectedSlopes, observedSlopes } = figure.chance(margins);
  if (!(expected > 1e-12)) return undefined;
  const { classes, items, counts, ratings } = rated;
  let observed = 0;
  for (let cell = 0; cell < distances.length; cell += 1) observed += (distances[cell] as number) * (coincidences[cell] as number);
  const ratio = observed / expected;
  const slopes = expectedSlopes.map((slope, k) => (observedSlopes?.[k] ?? 0) - ratio * slope);
  const centre = dot(slopes, shares);
  const scale = -1 / expected;
  const residuals = new Float64Array(items);
  for (let item = 0; item < items; item += 1) {
    const given = ratings[item] as number;
    const weight = weights.ofItem(given);
    let margin = 0;
    for (let k = 0; k < classes; k += 1) margin += (slopes[k] as number) * (counts[item * classes + k] as number);
    let residual = (weight * (margin / given - centre)) / weights.meanOfItem;
    if (given > 1) residual += (weight * (disagreement(rated, item, distances) - observed)) / weights.meanOfPair;
    residuals[item] = scale * residual;
  }
  let pseudoSquares = 0;
  for (const { k, l, mass } of pseudo.items) {
    const margin = ((slopes[k] as number) + (slopes[l] as number)) / 2 - centre;
    const pair = (distances[k * classes + l] as number) - observed;
    const residual = scale * weights.pseudo * (margin / weights.meanOfItem + pair / weights.meanOfPair);
    pseudoSquares += mass * (pseudo.size * residual) ** 2;
  }
  return { value: 1 - figure.factor(weights.ratings) * ratio, residuals, pseudoSquares, total: weights.total, margins };
}

type ItemWeights = {
  readonly ofItem: (ratings: number) => number;
  readonly pseudo: number;
  readonly total: number;
  readonly ratings: number;
  /** Σ weights over `total`: of all items, and of those with two ratings and more. */
  readonly meanOfItem: number;
  readonly meanOfPair: number;
};

function itemWeights({ ratings, items }: RatedItems, { weighBy }: AgreementFigure, pseudo: PseudoItems): ItemWeights {
  let pairs = 0;
  let pairedRatings = 0;
  for (let item = 0; item < items; item += 1) {
    const given = ratings[item] as number;
    if (given < 2) continue;
    pairs += 1;
    pairedRatings += given;
  }
  const extra = pseudo.size * pseudo.items.reduce((sum, { mass }) => sum + mass, 0);
  const shared = { ratings: pairedRatings };
  if (weighBy === 'ratings') {
    const mean = pairedRatings / pairs;
    const ofItem = (given: number): number => (given > 1 ? given : 0);
    return { ...shared, ofItem, pseudo: mean, total: pairs + extra, meanOfItem: mean, meanOfPair: mean };
  }
  const total = items + extra;
  return { ...shared, ofItem: () => 1, pseudo: 1, total, meanOfItem: 1, meanOfPair: (pairs + extra) / total };
}

function marginsOf({ classes, items, ratings, counts }: RatedItems, pseudo: PseudoItems, weights: ItemWeights): AgreementMargins {
  const shares = new Float64Array(classes);
  const coincidences = new Float64Array(classes * classes);
  const add = (into: Float64Array, place: number, amount: number): void => {
    into[place] = (into[place] as number) + amount;
  };
  const perItem = 1 / (weights.total * weights.meanOfItem);
  const perPair = 1 / (weights.total * weights.meanOfPair);
  for (let item = 0; item < items; item += 1) {
    const given = ratings[item] as number;
    const weight = weights.ofItem(given);
    if (weight === 0) continue;
    for (let k = 0; k < classes; k += 1) {
      const count = counts[item * classes + k] as number;
      if (count === 0) continue;
      add(shares, k, (weight * perItem * count) / given);
      if (given < 2) continue;
      for (let l = 0; l < classes; l += 1) {
        const other = (counts[item * classes + l] as number) - (k === l ? 1 : 0);
        if (other > 0) add(coincidences, k * classes + l, (weight * perPair * count * other) / (given * (given - 1)));
      }
    }
  }
  for (const { k, l, mass } of pseudo.items) {
    const weight = (weights.pseudo * mass * pseudo.size) / 2;
    for (const place of [k, l]) add(shares, place, weight * perItem);
    add(coincidences, k * classes + l, weight * perPair);
    add(coincidences, l * classes + k, weight * perPair);
  }
  return { shares, coincidences };
}

/** Mean distance of two ratings of one item, which has two or more. */
export function disagreement({ classes, ratings, counts }: RatedItems, item: number, distances: Float64Array): number {
  const given = ratings[item] as number;
  let sum = 0;
  for (let k = 0; k < classes; k += 1) {
    const count = counts[item * classes + k] as number;
    if (count === 0 || count === given) continue;
    for (let l = 0; l < k; l += 1) {
      sum += 2 * count * (counts[item * classes + l] as number) * (distances[k * classes + l] as number);
    }
  }
  return sum / (given * (given - 1));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] as number) * (b[place] as number);
  return sum;
}
