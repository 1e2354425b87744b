import { confusionTotal, goldCount, verdictCount, type Confusion } from '../classification/confusion.ts';

export type KappaOptions = {
  readonly weights?: 'none' | 'linear' | 'quadratic';
  /** Place of each class on the scale; default 0, 1, 2 … (levels at equal distances). */
  readonly places?: ArrayLike<number>;
};

/**
 * Cohen's κ of a table, plain or weighted: agreement beyond what the two margins would give by chance.
 *
 *     κ = 1 − Σ w(i,j) o(i,j) / Σ w(i,j) e(i,j),   e(i,j) = gold share of i · verdict share of j
 *
 * w is 1 off the diagonal (`none`), |i − j| (`linear`) or (i − j)² (`quadratic`). At most 1; 0 is chance; negative is worse than chance.
 *
 * Undefined (never 1) where both margins are one and the same class, so that chance alone agrees fully and κ is 0/0; and on an empty
 * table. A judge that always says the same of gold that varies has κ = 0. O(classes²).
 *
 * Reference: scikit-learn `cohen_kappa_score`. Source: Cohen 1960, Educ. Psychol. Meas. 20; Cohen 1968, Psychol. Bull. 70.
 */
export function cohenKappa(table: Confusion, { weights = 'none', places }: KappaOptions = {}): number | undefined {
  const { classes, counts } = table;
  const total = confusionTotal(table);
  const gold = Array.from({ length: classes }, (_, of) => goldCount(table, of));
  const verdicts = Array.from({ length: classes }, (_, of) => verdictCount(table, of));
  let observed = 0;
  let expected = 0;
  for (let i = 0; i < classes; i += 1) {
    for (let j = 0; j < classes; j += 1) {
      if (i === j) continue;
      const distance = Math.abs((places?.[i] ?? i) - (places?.[j] ?? j));
      const weight = weights === 'none' ? 1 : weights === 'linear' ? distance : distance * distance;
      observed += weight * (counts[i * classes + j] as number);
      expected += weight * (gold[i] as number) * (verdicts[j] as number);
    }
  }
  return expected > 0 ? 1 - (observed * total) / expected : undefined;
}
