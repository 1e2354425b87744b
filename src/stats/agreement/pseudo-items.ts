import { normalCritical } from '../distributions.ts';
import type { AgreementMargins, PseudoItem } from './chance-corrected.ts';

/**
 * What keeps an agreement figure from certainty: z² pseudo-items (3.84 at level .95), half of them in agreement and half not.
 *
 * Raters who agree on all of 20 items show no variance, and a linearised interval would be [1, 1]. Agresti and Coull (1998, The
 * American Statistician 52) mend Wald's interval for a proportion with z²/2 events of each kind; this is the same, carried
 * through the figure's formula. Agreement comes in a class as often as the class does. Disagreement is like the disagreement
 * seen in `items` items, and that of one item more, whose two ratings are drawn from the margins and found different: with near
 * misses alone, pseudo-items are mostly near misses too. Where one class alone is seen, that item is of it and another, evenly.
 */
export function pseudoItems({ shares, coincidences }: AgreementMargins, items: number, level: number): PseudoItem[] {
  const classes = shares.length;
  const half = normalCritical(level) ** 2 / 2;
  const different = 1 - shares.reduce((sum, share) => sum + share ** 2, 0);
  const seen = (k: number, l: number): number => 2 * items * (coincidences[k * classes + l] as number);
  const drawn = (k: number, l: number): number => {
    const [a, b] = [shares[k] as number, shares[l] as number];
    return different < 1e-12 ? (a + b) / (classes - 1) : (2 * a * b) / different;
  };
  const agreed: PseudoItem[] = [];
  const differing: PseudoItem[] = [];
  for (let k = 0; k < classes; k += 1) {
    const share = shares[k] as number;
    if (share > 0) agreed.push({ k, l: k, mass: half * share });
    for (let l = 0; l < k; l += 1) {
      const mass = seen(k, l) + drawn(k, l);
      if (mass > 0) differing.push({ k, l, mass });
    }
  }
  const total = differing.reduce((sum, { mass }) => sum + mass, 0);
  return [...agreed, ...differing.map((item) => ({ ...item, mass: (half * item.mass) / total }))];
}
