import { normalCdf } from '../distributions.ts';

/**
 * How a permutation test's p-value was had: every permutation looked at, drawn ones, or the normal limit of their distribution (many
 * different clusters, none of which matters).
 */
export type PermutationResult = {
  readonly p: number;
  readonly method: 'permutation-exact' | 'permutation' | 'permutation-normal';
};

/** Up to so many moving clusters all 2^G permutations are looked at. */
export const exactClusters = 13;

/** Permutations drawn: a p of .05 then has a standard error of .002. */
export const permutationDraws = 9999;

/** As extreme as the observed one, ties by rounding included: leaving those out would make p too small. */
export function isAsExtreme(value: number, observed: number, scale: number): boolean {
  return Math.abs(value) >= Math.abs(observed) - 1e-10 * scale;
}

/** From so many distinct terms on the normal limit is looked for; fewer are permuted quickly, and may lie on a lattice. */
export const limitTerms = 200;

/**
 * The p-value of a sum under random signs by its normal limit, or `undefined` where too few terms carry the variance.
 *
 * Σ ± S has mean 0 and variance Σ S² exactly, and is symmetric, so that the first error is of the fourth moment. With the effective number of
 * terms (Σ S²)² / Σ S⁴ at 200 or more it is under 5e-4 in p: less than that of drawn permutations.
 *
 * @param squares Σ S².
 * @param fourths Σ S⁴.
 */
export function normalLimit(observed: number, squares: number, fourths: number): PermutationResult | undefined {
  if (!(squares > 0) || fourths * limitTerms > squares * squares) return undefined;
  return { p: Math.min(1, 2 * normalCdf(-Math.abs(observed) / Math.sqrt(squares))), method: 'permutation-normal' };
}
