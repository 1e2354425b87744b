import { itemCount } from '../agreement/rater-table.ts';
import { clusterMoments, designEffect, tallyClusters } from '../clusters.ts';
import { rightsOf, type Panel } from './panel.ts';

export type ErrorCorrelation = {
  /** All items, and those with gold and two verdicts. */
  readonly items: number;
  readonly n: number;
  /** n and the pseudo-item's size. */
  readonly total: number;
  /** Mean φ over pairs of members who both err and do not always; undefined where there is none. */
  readonly value: number | undefined;
  readonly pairs: number;
  /** What each of the n items adds to the mean, to be divided by `total`; and its cluster. */
  readonly residuals: readonly number[];
  readonly ids: readonly number[];
  /** Σ mass · (size · residual)² of the pseudo-item's parts. */
  readonly pseudoSquares: number;
  /** The design effect of the members' share of errors: as many items as tell as much as one. */
  readonly effect: number;
};

/**
 * The mean correlation of two members' errors, linearised.
 *
 * @param size of a pseudo-item, in items; 0 for none. Half of it all members get wrong, half one member alone, each as often.
 *   Pairs are the same with it and without.
 */
export function errorCorrelation(panel: Panel, clusters: ArrayLike<number> | undefined, size: number): ErrorCorrelation {
  const k = panel.raters;
  const rights = rightsOf(panel);
  const items = itemCount(panel);
  const used = Array.from({ length: items }, (_, item) => item).filter((item) => knownOf(rights, item, k) > 1);
  const total = used.length + size;
  const residuals = new Float64Array(items);
  // All wrong, then each member alone.
  const pseudo = new Float64Array(k + 1);
  const frame = { rights, k, used, residuals, pseudo, size, total };
  let sum = 0;
  let pairs = 0;
  for (let a = 0; a < k; a += 1) {
    for (let b = 0; b < a; b += 1) {
      const phi = addPair(frame, a, b);
      if (phi === undefined) continue;
      sum += phi;
      pairs += 1;
    }
  }
  const ids = used.map((item) => (clusters === undefined ? item : (clusters[item] as number)));
  const wrong = used.map((item) => wrongShare(rights, item, k));
  return {
    items,
    n: used.length,
    total,
    value: pairs > 0 ? sum / pairs : undefined,
    pairs,
    residuals: used.map((item) => (residuals[item] as number) / Math.max(1, pairs)),
    ids,
    pseudoSquares: pseudo.reduce((squares, one, part) => squares + massOf(part, k) * ((size * one) / Math.max(1, pairs)) ** 2, 0),
    effect: used.length === 0 ? 1 : designEffect(clusterMoments(tallyClusters(wrong, ids))),
  };
}

function massOf(part: number, k: number): number {
  return part === 0 ? 0.5 : 0.5 / k;
}

function knownOf(rights: Int8Array, item: number, k: number): number {
  let known = 0;
  for (let member = 0; member < k; member += 1) if (rights[item * k + member] !== -1) known += 1;
  return known;
}

function wrongShare(rights: Int8Array, item: number, k: number): number {
  let wrong = 0;
  for (let member = 0; member < k; member += 1) if (rights[item * k + member] === 0) wrong += 1;
  return wrong / knownOf(rights, item, k);
}

type PairFrame = {
  readonly rights: Int8Array;
  readonly k: number;
  readonly used: readonly number[];
  readonly residuals: Float64Array;
  readonly pseudo: Float64Array;
  readonly size: number;
  readonly total: number;
};

/** φ of two members' errors, and what each item adds to it; undefined where one is always right or always wrong. */
function addPair({ rights, k, used, residuals, pseudo, size, total }: PairFrame, a: number, b: number): number | undefined {
  let both = 0;
  let first = 0;
  let second = 0;
  let joint = 0;
  for (const item of used) {
    const x = rights[item * k + a] as number;
    const y = rights[item * k + b] as number;
    if (x < 0 || y < 0) continue;
    both += 1;
    first += 1 - x;
    second += 1 - y;
    joint += (1 - x) * (1 - y);
  }
  if (!(first > 0 && first < both && second > 0 && second < both)) return undefined;
  const n = both + size;
  const p = (first + size * (0.5 + 0.5 / k)) / n;
  const q = (second + size * (0.5 + 0.5 / k)) / n;
  const spread = Math.sqrt(p * (1 - p) * q * (1 - q));
  const phi = Math.max(-1, Math.min(1, ((joint + size / 2) / n - p * q) / spread));
  const scale = total / n;
  const residual = (x: number, y: number): number => {
    const u = (x - p) / Math.sqrt(p * (1 - p));
    const v = (y - q) / Math.sqrt(q * (1 - q));
    return scale * (u * v - (phi * (u * u + v * v)) / 2);
  };
  for (const item of used) {
    const x = rights[item * k + a] as number;
    const y = rights[item * k + b] as number;
    if (x >= 0 && y >= 0) residuals[item] = (residuals[item] as number) + residual(1 - x, 1 - y);
  }
  for (let part = 0; part <= k; part += 1) {
    const wrong = (member: number): number => (part === 0 || part === member + 1 ? 1 : 0);
    pseudo[part] = (pseudo[part] as number) + residual(wrong(a), wrong(b));
  }
  return phi;
}
