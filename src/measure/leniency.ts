import type { SpaceView } from '../core/space-view.ts';
import type { VerdictValue } from '../core/verdict.ts';
import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import { pairedProportionDifference } from '../stats/proportions/paired-difference.ts';
import { groupsOf } from './headline.ts';
import { pick, selectScored } from './selection.ts';
import type { SpaceColumns } from './space-columns.ts';

/** By how much verdicts are kinder than gold; below 0 the judge is stricter. `group` is null for all, else a language. */
export type Leniency = { readonly group: string | null } & Estimate;

/** One that has a value. */
export type KnownLeniency = Leniency & { readonly status: 'ok' };

/** What a unit of leniency is: a share of passes, a level of the scale, a point of the range. */
export type LeniencyUnit = 'share' | 'levels' | 'points';

/** The unit that a space's leniency has; `undefined` where verdicts have no order. */
export function leniencyUnit(view: SpaceView): LeniencyUnit | undefined {
  if (view.classes === undefined) return 'points';
  if (view.classes.some((value) => view.rank(value) === undefined)) return undefined;
  return view.positive === undefined ? 'levels' : 'share';
}

/**
 * The mean of verdict less gold on the scale's order, over all judgments and for each language: is the judge stricter or kinder than those who gave the gold?
 *
 * Two classes: the pass rate of verdicts less that of gold, adjusted Wald for pairs (`pairedProportionDifference`). Levels count as one apart. Clusters are the rows' groups.
 *
 * @returns groups as in `headline`; empty where verdicts have no order. Undefined without a scored judgment with gold.
 */
export function leniency(columns: SpaceColumns, languages: readonly string[], level = defaultLevel): Leniency[] {
  const { view } = columns;
  const unit = leniencyUnit(view);
  if (unit === undefined) return [];
  return groupsOf(languages).map(({ group, code }) => {
    const { places, missing } = selectScored(columns, code, true);
    const differences = Float64Array.from(places, (place) => rankOf(columns, place, 'verdict') - rankOf(columns, place, 'gold'));
    const clusters = pick(columns.group, places);
    if (places.length === 0) return { group, status: 'undefined', reason: 'no scored judgment with gold', n: 0, missing };
    const estimate =
      unit === 'share'
        ? pairedProportionDifference(differences, clusters, { level, missing })
        : clusteredMean(differences, clusters, { level, missing, range: spanOf(view) });
    return { group, ...estimate };
  });
}

/**
 * The languages in which a judge may be called stricter or kinder than gold, the largest difference first: those whose interval leaves out 0 at a level so high (1 − α / languages, Bonferroni) that
 * a judge that is neither anywhere is called so in any with a chance of at most α.
 */
export function leniencyClaims(columns: SpaceColumns, languages: readonly string[], level = defaultLevel): KnownLeniency[] {
  const strict = 1 - (1 - level) / Math.max(1, languages.length);
  return leniency(columns, languages, strict)
    .filter(isKnown)
    .filter(({ group, low, high }) => group !== null && (low > 0 || high < 0))
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

function isKnown(one: Leniency): one is KnownLeniency {
  return one.status === 'ok';
}

function rankOf({ view, value, gold, number, goldNumber }: SpaceColumns, place: number, of: 'verdict' | 'gold'): number {
  const [codes, numbers] = of === 'gold' ? [gold, goldNumber] : [value, number];
  const raw: VerdictValue = view.classes?.[codes[place] as number] ?? (numbers[place] as number);
  return view.rank(raw) as number;
}

function spanOf({ classes, range }: SpaceView): [number, number] {
  const span = classes === undefined ? (range?.[1] ?? 1) - (range?.[0] ?? 0) : classes.length - 1;
  return [-span, span];
}
