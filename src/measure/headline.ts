import { deriveSeed, seededRandom } from '../core/random.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import { clusteredProportion } from '../stats/proportions/clustered-proportion.ts';
import { defaultDraws } from '../stats/resampling/cluster-bootstrap.ts';
import { classFigures, type Figures } from './class-figures.ts';
import type { JudgedColumns } from './judged-columns.ts';
import { numberFigures } from './number-figures.ts';
import { pick, selectScored } from './selection.ts';
import { requireOfSpace, spaceColumns, type SpaceColumns } from './space-columns.ts';

/** A figure of a summary: `group` is null for all, else a language. */
export type Metric = { readonly name: string; readonly group: string | null } & Estimate;

/** How figures are made. The seed decides the bootstrap's draws: the same judgments and seed give the same figures, in any order. */
export type MeasureOptions = {
  /** Of the intervals, in (0, 1); default 0.95. */
  readonly level?: number;
  readonly seed: number;
  /** Bootstrap replicates; default 2,000. */
  readonly draws?: number;
};

/**
 * The headline figures of a judge, over all its judgments and for each language, with the baselines beside them.
 *
 * Which figures a space has follows from its view:
 * - classes: accuracy, balanced-accuracy, precision, recall, f1 (of the positive class, else macro), kappa (weighted-kappa, quadratic,
 *   where ordered), constant-baseline (share of the commonest gold), random-baseline (1/k);
 * - intervals: mae, with constant-mae and random-mae, the errors of judges that look at nothing;
 * - numeric values: mean-score; a positive class: pass-rate. These two need no gold.
 *
 * `n` is the number of scored judgments with gold (mean-score and pass-rate: with or without), `missing` that of judgments made but not
 * scored, of the same rows. Clusters are the rows' groups, so draws of one item are never taken for independent items. A figure
 * that has no value is undefined with its reason: no scored judgment, no variance, one class only, one group only.
 *
 * @param view of the judge's space. Gold off its menu is as absent.
 * @returns groups in the order all, then languages by code; inside a group in the order above. O(n) and the bootstrap, a group.
 */
export function headline(
  columns: JudgedColumns,
  view: SpaceView,
  { level = defaultLevel, seed, draws = defaultDraws }: MeasureOptions,
): Metric[] {
  const judged = spaceColumns(columns, view);
  requireOfSpace(judged);
  return groupsOf(columns.languages).flatMap(({ group, code }) => {
    const random = seededRandom(deriveSeed(seed, 'headline', group ?? ''));
    const figures = [...goldFigures(judged, code, { level, draws, random }), ...plainFigures(judged, code, level)];
    return figures.map(([name, estimate]) => ({ name, group, ...estimate }));
  });
}

/** All (null), then each language; `code` is its place in the columns' list. */
export function groupsOf(languages: readonly string[]): { group: string | null; code: number | undefined }[] {
  const named = languages.map((group, code) => ({ group, code }));
  return [{ group: null, code: undefined }, ...named.sort((a, b) => (a.group < b.group ? -1 : 1))];
}

function goldFigures(
  columns: SpaceColumns,
  language: number | undefined,
  options: { level: number; draws: number; random: () => number },
): Figures {
  const { view } = columns;
  const { places, missing } = selectScored(columns, language, true);
  const clusters = pick(columns.group, places);
  const figures =
    view.classes !== undefined
      ? classFigures(
          { gold: pick(columns.gold, places), verdicts: pick(columns.value, places), clusters, missing },
          view,
          options,
        )
      : view.range !== undefined
        ? numberFigures(
            { gold: pick(columns.goldNumber, places), verdicts: pick(columns.number, places), clusters, missing },
            view.range,
            options.level,
          )
        : [];
  return places.length === 0 ? withReason(figures, 'no scored judgment with gold') : figures;
}

function plainFigures(columns: SpaceColumns, language: number | undefined, level: number): Figures {
  const { view } = columns;
  const { places, missing } = selectScored(columns, language, false);
  const clusters = pick(columns.group, places);
  const figures: (readonly [string, Estimate])[] = [];
  if (view.numeric && view.range !== undefined)
    figures.push(['mean-score', clusteredMean(pick(columns.number, places), clusters, { level, missing, range: view.range })]);
  if (view.positive !== undefined) {
    const positive = view.classes?.indexOf(view.positive) ?? -1;
    const passes = pick(columns.value, places).map((value) => (value === positive ? 1 : 0));
    figures.push(['pass-rate', clusteredProportion(passes, clusters, { level, missing })]);
  }
  return places.length === 0 ? withReason(figures, 'no scored judgment') : figures;
}

function withReason(figures: Figures, reason: string): Figures {
  return figures.map(([name, { n, missing }]) => [name, { status: 'undefined', reason, n, missing }] as const);
}
