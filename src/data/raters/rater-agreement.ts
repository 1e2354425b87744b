import type { SpaceView } from '../../core/space-view.ts';
import { cohenKappaEstimate } from '../../stats/agreement/cohen-kappa-estimate.ts';
import { intervalAlpha } from '../../stats/agreement/interval-alpha.ts';
import { krippendorffAlpha } from '../../stats/agreement/krippendorff-alpha.ts';
import { percentAgreement } from '../../stats/agreement/percent-agreement.ts';
import { itemCount } from '../../stats/agreement/rater-table.ts';
import { confusionOf } from '../../stats/classification/confusion.ts';
import type { Estimate } from '../../stats/estimate.ts';
import { disagreementShare, relativeEntropy } from '../../stats/raters/item-difficulty.ts';
import type { Label } from './consensus-rule.ts';
import { labelCounts, labelsOf, type LabelTable } from './label-table.ts';
import type { Consensus } from './consensus.ts';

/** Two raters on the items that both labelled. */
export type RaterPair = { readonly a: string; readonly b: string; readonly percent: Estimate; readonly kappa: Estimate };

/** An item with how far its raters differ. */
export type ItemDifficulty = {
  readonly item: string;
  /** Share of pairs of labels that differ, in 0–1; `undefined` with fewer than two. */
  readonly disagreement: number | undefined;
  /** Relative entropy of the model's posterior, in 0–1, where a model was fitted and the item has a label. */
  readonly entropy: number | undefined;
  readonly labels: readonly { readonly rater: string; readonly label: Label }[];
};

export type RaterAgreement = {
  readonly raters: readonly { readonly name: string; readonly labels: number }[];
  readonly items: number;
  /** Which α: by the space's scale. */
  readonly measurement: 'nominal' | 'ordinal' | 'interval';
  readonly alpha: Estimate;
  /** Share of pairs of labels that are the same. */
  readonly percent: Estimate;
  /** Every two raters, as they come; κ is quadratic on levels in order. */
  readonly pairs: readonly RaterPair[];
};

const noClasses = 'numbers have no classes';

/** How far raters agree: Krippendorff's α by the space's scale, percent and Cohen's κ. On numbers α alone is defined. */
export function raterAgreement(labels: LabelTable, view: SpaceView | undefined): RaterAgreement {
  const { table, raters, values } = labels;
  const measurement = view?.scale ?? 'nominal';
  const counts = labelCounts(labels);
  const numbers = measurement === 'interval';
  const undefinedFor = (n: number): Estimate => ({
    status: 'undefined',
    reason: noClasses,
    n,
    missing: table.codes.length / Math.max(1, raters.length) - n,
  });
  const shared = (a: number, b: number): [number[], number[]] => {
    const [one, other]: [number[], number[]] = [[], []];
    for (let item = 0; item < itemCount(table); item += 1) {
      const [first, second] = [table.codes[item * raters.length + a] as number, table.codes[item * raters.length + b] as number];
      if (first < 0 || second < 0) continue;
      one.push(first);
      other.push(second);
    }
    return [one, other];
  };
  const pairs = raters.flatMap((a, first) =>
    raters.slice(first + 1).map((b, step): RaterPair => {
      const [one, other] = shared(first, first + 1 + step);
      const missing = itemCount(table) - one.length;
      if (numbers) return { a, b, percent: undefinedFor(one.length), kappa: undefinedFor(one.length) };
      if (one.length === 0) {
        const nothing: Estimate = { status: 'undefined', reason: 'no item in common', n: 0, missing };
        return { a, b, percent: nothing, kappa: nothing };
      }
      const codes = one.flatMap((code, place) => [code, other[place] as number]);
      return {
        a,
        b,
        percent: percentAgreement({ raters: 2, classes: table.classes, codes }, { missing }),
        kappa: cohenKappaEstimate(confusionOf(one, other, table.classes), {
          weights: measurement === 'ordinal' ? 'quadratic' : 'none',
          missing,
        }),
      };
    }),
  );
  return {
    raters: raters.map((name, rater) => ({ name, labels: counts[rater] as number })),
    items: labels.items.length,
    measurement,
    alpha: numbers
      ? intervalAlpha({
          raters: raters.length,
          values: Float64Array.from(table.codes, (code) => (code < 0 ? Number.NaN : (values[code] as number))),
        })
      : krippendorffAlpha(table, { measurement: measurement === 'ordinal' ? 'ordinal' : 'nominal' }),
    percent: numbers ? undefinedFor(0) : percentAgreement(table),
    pairs,
  };
}

/** Items by how far their raters differ, the most first; those with fewer than two labels last. Ties in the order of the data. */
export function itemDifficulties(labels: LabelTable, consensus?: Consensus): ItemDifficulty[] {
  const { table, items, raters, values } = labels;
  const posteriors = consensus?.model?.posteriors;
  return items
    .map((item, number): ItemDifficulty => {
      const given = labelsOf(labels, number);
      return {
        item,
        disagreement: disagreementShare(table, number),
        entropy:
          posteriors === undefined || given.length === 0
            ? undefined
            : relativeEntropy(posteriors.subarray(number * table.classes, (number + 1) * table.classes)),
        labels: given.map(({ rater, code }) => ({ rater: raters[rater] as string, label: values[code] as Label })),
      };
    })
    .toSorted(
      (one, other) => (other.disagreement ?? -1) - (one.disagreement ?? -1) || (other.entropy ?? -1) - (one.entropy ?? -1),
    );
}
