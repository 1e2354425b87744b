/** How a permutation test's p-value was had: every permutation, or drawn ones. */
export type PermutationResult = { readonly p: number; readonly method: 'permutation-exact' | 'permutation'; readonly permutations: number };

/** Up to so many movable clusters all 2^G permutations are looked at. */
export const exactClusters = 13;

/** Monte Carlo permutations by what one costs: 9,999, fewer where that takes seconds, never under 1,999. */
export function permutationDraws(cost: number): number {
  return Math.max(1999, Math.min(9999, Math.floor(5e7 / Math.max(1, cost))));
}

/** As extreme as the observed one, ties by rounding included: leaving those out would make p too small. */
export function isAsExtreme(value: number, observed: number, scale: number): boolean {
  return Math.abs(value) >= Math.abs(observed) - 1e-10 * scale;
}
