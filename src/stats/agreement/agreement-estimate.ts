import { clusterMoments, denseClusters, designEffect, tallyClusters, type DenseClusters } from '../clusters.ts';
import { studentCritical } from '../distributions.ts';
import type { Estimate } from '../estimate.ts';
import { defaultLevel, within, type EstimateOptions, type Interval } from '../interval.ts';
import {
  disagreement,
  lineariseAgreement,
  type AgreementFigure,
  type AgreementMargins,
  type Linearised,
} from './chance-corrected.ts';
import { pseudoItems } from './pseudo-items.ts';
import { ratedItems, type RatedItems, type RaterTable } from './rater-table.ts';

export type AgreementOptions = EstimateOptions & {
  /** Cluster id of each item; items are independent without it. */
  readonly clusters?: ArrayLike<number>;
  /** `linearised` is irrCAC's interval; `adjusted`, the default, is the same with pseudo-items. */
  readonly interval?: 'adjusted' | 'linearised';
};

/**
 * The interval of a chance-corrected figure.
 *
 *     SE² = G/(G − 1) · (Σ R² + pseudo) / (n + pseudo)²,   figure ± t(G − 1) · SE        R: a cluster's sum of residuals
 *
 * `linearised`: no pseudo-items; the figure and SE as seen. `adjusted`: figure and SE are those of the items and z²
 * pseudo-items together (`pseudoItems`), each a cluster of as many items as tell as much as one (`designEffect` of agreement);
 * the interval is stretched to hold the figure as seen. The default, because `linearised` covers .92 to .94 with 20 items, a
 * rare class or few clusters, where `adjusted` covers .93 to .98, and has no width where nobody differs
 * (docs/methods/agreement.md). `linearised` without any variance becomes `adjusted`.
 *
 * One cluster, or one item: the interval is all that the figure can be (`whole-range`). Assumes independent clusters. O(n ·
 * classes²).
 */
export function agreementEstimate(table: RaterTable, figure: AgreementFigure, options: AgreementOptions): Estimate {
  const { level = defaultLevel, interval = 'adjusted', missing: others = 0, clusters } = options;
  const rated = ratedItems(table, clusters);
  const n = rated.paired;
  const missing = rated.missing + others;
  if (n === 0) return { status: 'undefined', reason: 'no item with two ratings', n, missing };
  const seen = lineariseAgreement(rated, figure);
  if (seen === undefined) return { status: 'undefined', reason: 'all ratings in one class', n, missing };
  const places = placesOf(rated, figure);
  const groups = places.count;
  const shared = {
    status: 'ok',
    value: seen.value,
    level,
    n,
    missing,
    ...(clusters !== undefined && groups < n && { groups }),
  } as const;
  if (groups === 1)
    return { ...shared, ...within({ low: figure.lowest, high: 1 }, seen.value, [figure.lowest, 1]), method: 'whole-range' };
  const suffix = clusters !== undefined && groups < n ? '-clustered' : '';
  const plain = standardError(seen, places);
  if (interval === 'linearised' && plain > 1e-12) {
    return { ...shared, ...around(seen, plain, { level, groups, figure, seen }), method: `linearised${suffix}` };
  }
  const pseudo = { size: agreementEffect(rated, figure, seen.margins), items: pseudoItems(seen.margins, n, level) };
  const padded = lineariseAgreement(rated, figure, pseudo) as Linearised;
  return {
    ...shared,
    ...around(padded, standardError(padded, places), { level, groups, figure, seen }),
    method: `adjusted${suffix}`,
  };
}

type Frame = { readonly level: number; readonly groups: number; readonly figure: AgreementFigure; readonly seen: Linearised };

function around({ value }: Linearised, error: number, { level, groups, figure, seen }: Frame): Interval {
  const half = studentCritical(level, groups - 1) * error;
  return within({ low: value - half, high: value + half }, seen.value, [figure.lowest, 1]);
}

/** Clusters of the items that the figure uses; those it does not are given none (−1). */
function placesOf({ items, ratings, clusters }: RatedItems, { weighBy }: AgreementFigure): DenseClusters {
  const used: number[] = [];
  for (let item = 0; item < items; item += 1) if (weighBy === 'items' || (ratings[item] as number) > 1) used.push(item);
  const dense = denseClusters(clusters === undefined ? used : used.map((item) => clusters[item] as number));
  const of = new Int32Array(items).fill(-1);
  for (const [place, item] of used.entries()) of[item] = dense.of[place] as number;
  return { of, count: dense.count };
}

function standardError({ residuals, pseudoSquares, total }: Linearised, { of, count }: DenseClusters): number {
  const sums = new Float64Array(count);
  for (let item = 0; item < residuals.length; item += 1) {
    const place = of[item] as number;
    if (place >= 0) sums[place] = (sums[place] as number) + (residuals[item] as number);
  }
  let squares = pseudoSquares;
  for (let place = 0; place < count; place += 1) squares += (sums[place] as number) ** 2;
  return Math.sqrt((count / (count - 1)) * squares) / total;
}

/** The design effect of agreement in clusters, in units of the greatest disagreement: near misses are events too. */
function agreementEffect(rated: RatedItems, figure: AgreementFigure, margins: AgreementMargins): number {
  if (rated.clusters === undefined) return 1;
  const { distances } = figure.chance(margins);
  const disagreements: number[] = [];
  const ids: number[] = [];
  let greatest = 0;
  for (let item = 0; item < rated.items; item += 1) {
    if ((rated.ratings[item] as number) < 2) continue;
    const distance = disagreement(rated, item, distances);
    greatest = Math.max(greatest, distance);
    disagreements.push(distance);
    ids.push(rated.clusters[item] as number);
  }
  const scaled = greatest > 0 ? disagreements.map((distance) => distance / greatest) : disagreements;
  return designEffect(clusterMoments(tallyClusters(scaled, ids)));
}
