import { confusionTotal, goldCount, hitCount, verdictCount, type Confusion } from './confusion.ts';

/**
 * Matthews' correlation of gold and verdicts, for two classes and more (Gorodkin's R_K).
 *
 *     (c s − Σ g(k) v(k)) / √((s² − Σ g(k)²) (s² − Σ v(k)²))     s all, c right, g and v the margins
 *
 * 1 is perfect, 0 what the margins alone would give; −1 only with two classes. For two classes it is Pearson's r of the 0/1 codes.
 *
 * Undefined (never 0, as scikit-learn has it) where gold or the verdicts are all of one class: 0/0. O(classes²).
 *
 * Reference: scikit-learn `matthews_corrcoef`; 20, 5, 10, 15 gives .4082. Source: Gorodkin 2004, Comput. Biol. Chem. 28.
 */
export function matthewsCorrelation(table: Confusion): number | undefined {
  const total = confusionTotal(table);
  let [hits, cross, gold, verdicts] = [0, 0, 0, 0];
  for (let of = 0; of < table.classes; of += 1) {
    const [g, v] = [goldCount(table, of), verdictCount(table, of)];
    hits += hitCount(table, of);
    cross += g * v;
    // s² − Σ g² as Σ g (s − g): exactly 0 where one class has all.
    gold += g * (total - g);
    verdicts += v * (total - v);
  }
  return gold > 0 && verdicts > 0 ? (hits * total - cross) / Math.sqrt(gold * verdicts) : undefined;
}
