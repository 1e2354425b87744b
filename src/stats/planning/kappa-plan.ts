import { normalCdf, normalCritical } from '../distributions.ts';
import { leastCount } from './least-count.ts';

/**
 * Two raters who use the categories equally often, and agree by κ beyond chance.
 *
 * The joint table is κ · diag(π) + (1 − κ) π πᵀ: what agreement there is beyond chance does not prefer a category.
 */
export type KappaPlan = {
  /** Share of each category, 0–1, summing to 1; two or more of them above 0. */
  readonly shares: readonly number[];
  /** κ, in 0–1 and below 1. */
  readonly kappa: number;
};

/**
 * The large-sample variance of Cohen's κ of one item: Var κ̂ = V/n.
 *
 *     V = {Σᵢ pᵢᵢ [1 − (pᵢ. + p.ᵢ)(1 − κ)]² + (1 − κ)² Σᵢ≠ⱼ pᵢⱼ (p.ᵢ + pⱼ.)² − [κ − pₑ(1 − κ)]²} / (1 − pₑ)²
 *
 * Assumes independent items. Undefined with one category only (pₑ = 1: κ is 0/0).
 *
 * Reference: numpy, by the delta method. Source: Fleiss, Cohen and Everitt 1969, Psychol. Bull. 72.
 */
export function kappaVariance({ shares, kappa }: KappaPlan): number | undefined {
  const chance = shares.reduce((sum, share) => sum + share * share, 0);
  if (!(chance < 1 - 1e-12)) return undefined;
  const off = 1 - kappa;
  let diagonal = 0;
  let others = 0;
  for (const [i, first] of shares.entries()) {
    for (const [j, second] of shares.entries()) {
      const mass = (i === j ? kappa * first : 0) + off * first * second;
      if (i === j) diagonal += mass * (1 - 2 * first * off) ** 2;
      else others += mass * (first + second) ** 2;
    }
  }
  return (diagonal + off * off * others - (kappa - chance * off) ** 2) / (1 - chance) ** 2;
}

/** Items for an interval of κ no wider than ± `half` on average: n = V (z/half)². Undefined where V is. */
export function kappaItemsForHalfWidth(
  half: number,
  plan: KappaPlan,
  { level = 0.95, designEffect = 1 }: { readonly level?: number; readonly designEffect?: number } = {},
): number | undefined {
  const variance = kappaVariance(plan);
  return variance === undefined ? undefined : Math.ceil(designEffect * variance * (normalCritical(level) / half) ** 2);
}

/** A test of κ = `null` against κ = `kappa`, two-sided at α. */
export type KappaTestPlan = KappaPlan & { readonly null: number; readonly alpha?: number };

/**
 * The power of the two-sided test of κ = κ₀ with the standard error under κ₀, when κ is the truth.
 *
 *     power = Φ((|κ − κ₀| √n − z √V₀)/√V) + Φ((−|κ − κ₀| √n − z √V₀)/√V)
 *
 * Large samples. Undefined where a variance is.
 *
 * Source: Cantor 1996, Psychol. Methods 1; Flack et al. 1988, Psychometrika 53.
 */
export function kappaPower(items: number, { shares, kappa, null: base, alpha = 0.05 }: KappaTestPlan): number | undefined {
  const [under, truth] = [base, kappa].map((value) => kappaVariance({ shares, kappa: value }));
  if (under === undefined || truth === undefined || !(truth > 0)) return undefined;
  const shift = Math.abs(kappa - base) * Math.sqrt(items);
  const reach = normalCritical(1 - alpha) * Math.sqrt(under);
  return normalCdf((shift - reach) / Math.sqrt(truth)) + normalCdf((-shift - reach) / Math.sqrt(truth));
}

/** The least number of items at which the test of κ has the power asked for. */
export function kappaItems(power: number, plan: KappaTestPlan): number | undefined {
  if (plan.kappa === plan.null) return undefined;
  return leastCount((items) => (kappaPower(items, plan) ?? 0) >= power);
}

/**
 * Donner and Eliasziw's number of items for two raters and a yes or no: a goodness-of-fit test of κ = κ₀ with one degree of
 * freedom.
 *
 *     n = λ / {d²/(π² + π(1 − π)κ₀) + 2d²/(π(1 − π)(1 − κ₀)) + d²/((1 − π)² + π(1 − π)κ₀)},   d = π(1 − π)(κ − κ₀)
 *
 * λ is the noncentrality at which χ²(1) exceeds its critical value with the power asked for.
 *
 * @param plan two shares.
 * @returns rounded up; `undefined` unless there are two categories, both used, and κ differs from κ₀.
 *
 * Reference: numpy with scipy's `ncx2`; π = .3, κ₀ = .4, κ = .6, power .8 give 191. Source: Donner and Eliasziw 1992, Statist.
 * Med. 11.
 */
export function binaryKappaItems(power: number, { shares, kappa, null: base, alpha = 0.05 }: KappaTestPlan): number | undefined {
  const [first, second] = shares;
  if (shares.length !== 2 || !first || !second || kappa === base) return undefined;
  const product = first * second;
  const change = (product * (kappa - base)) ** 2;
  const effect =
    change / (first ** 2 + product * base) + (2 * change) / (product * (1 - base)) + change / (second ** 2 + product * base);
  return Math.ceil(noncentrality(power, normalCritical(1 - alpha)) / effect);
}

/** λ with P(|Z + √λ| > z) = power, by halving. */
function noncentrality(power: number, z: number): number {
  let [low, high] = [0, 100];
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step += 1) {
    const root = (low + high) / 2;
    if (normalCdf(root - z) + normalCdf(-root - z) < power) low = root;
    else high = root;
  }
  return high ** 2;
}
