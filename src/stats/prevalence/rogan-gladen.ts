/** A judge's shares: of positives that it calls positive, of negatives that it calls negative. */
export type JudgeRates = { readonly sensitivity: number; readonly specificity: number };

/**
 * Rogan and Gladen's estimate of a prevalence from the share that an imperfect judge calls positive.
 *
 *     π = (p + specificity − 1) / (sensitivity + specificity − 1)
 *
 * Not cut to 0–1: a share that these rates cannot give leaves it, which tells of wrong rates or of few items.
 *
 * @param apparent p, the share called positive, in 0–1.
 * @returns `undefined` where sensitivity + specificity ≤ 1: such a judge calls positives positive no more often than negatives.
 *
 * Reference: 23 of 150 with .96 and .89 give .0510. Source: Rogan and Gladen 1978, Am. J. Epidemiol. 107.
 */
export function roganGladen(apparent: number, { sensitivity, specificity }: JudgeRates): number | undefined {
  const youden = sensitivity + specificity - 1;
  return youden > 0 ? (apparent + specificity - 1) / youden : undefined;
}
