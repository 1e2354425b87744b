import { deriveSeed, seededRandom } from '../core/random.ts';
import { classSample } from '../stats/classification/class-observations.ts';
import { confusionEstimates } from '../stats/classification/confusion-bootstrap.ts';
import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import { clusteredProportion } from '../stats/proportions/clustered-proportion.ts';
import { defaultDraws } from '../stats/resampling/cluster-bootstrap.ts';
import { kappaStatistic } from './class-statistics.ts';
import type { MeasureOptions } from './headline.ts';
import { judgmentsByRow } from './judgments-by-row.ts';
import { peopleOf, type People } from './people.ts';
import type { Ratings } from './ratings.ts';
import { isScored, type SpaceColumns } from './space-columns.ts';

/** A judge against one rater. `agreement`: share of equal answers, on intervals the mean absolute difference; `kappa` on classes alone. */
export type RaterFigures = { readonly rater: string; readonly agreement: Estimate; readonly kappa?: Estimate };

/** A judge against each rater, and raters against each other. */
export type RaterAgreement = {
  readonly metric: 'accuracy' | 'mae';
  /** The raters with the most ratings first. */
  readonly raters: readonly RaterFigures[];
  readonly leftOut: number;
  /** `undefined` where no item has two raters. */
  readonly people: People | undefined;
};

/** Raters that are shown at most: each has a bootstrap. */
const mostRaters = 20;

/**
 * How far a judge agrees with each rater, and raters with each other on the same scale. Ratings meet judgments by row; each draw is an observation, and rows' groups are
 * the clusters.
 *
 * `n`: ratings that met a scored judgment; `missing`: those that met a judgment without verdict. κ as in `headline`. `people`: see `peopleOf`.
 *
 * @returns `undefined` where there is no rating.
 */
export function raterAgreement(
  columns: SpaceColumns,
  ratings: Ratings,
  { level = defaultLevel, seed, draws = defaultDraws }: MeasureOptions,
): RaterAgreement | undefined {
  if (ratings.length === 0) return undefined;
  const judged = judgmentsByRow(columns);
  const byRater = new Map<number, number[]>();
  for (let rating = 0; rating < ratings.length; rating += 1) {
    const rater = ratings.rater[rating] as number;
    const list = byRater.get(rater);
    if (list === undefined) byRater.set(rater, [rating]);
    else list.push(rating);
  }
  const ranked = [...byRater].sort(([a, one], [b, other]) => other.length - one.length || a - b);
  const names = ratings.raters;
  const raters = ranked.slice(0, mostRaters).map(([rater, places]) => {
    const name = names[rater] as string;
    const met = meet(
      columns,
      judged,
      places.map((place) => [place, ratings.row[place] as number]),
    );
    const random = seededRandom(deriveSeed(seed, 'rater', name));
    return { rater: name, ...figuresOf(columns, ratings, { ...met, level, draws, random }) };
  });
  return {
    metric: columns.view.classes === undefined ? 'mae' : 'accuracy',
    raters,
    leftOut: Math.max(0, ranked.length - mostRaters),
    people: peopleOf(columns, ratings, { judged, level }),
  };
}

/** A rater's ratings that met a scored judgment, side by side, and how many met one without verdict. */
type Met = { readonly ratings: readonly number[]; readonly places: readonly number[]; readonly missing: number };

function meet(
  columns: SpaceColumns,
  judged: ReadonlyMap<number, readonly number[]>,
  rated: readonly (readonly [rating: number, row: number])[],
): Met {
  const [ratings, places]: [number[], number[]] = [[], []];
  let missing = 0;
  for (const [rating, row] of rated) {
    for (const place of judged.get(row) ?? []) {
      if (isScored(columns, place)) {
        ratings.push(rating);
        places.push(place);
      } else missing += 1;
    }
  }
  return { ratings, places, missing };
}

function figuresOf(
  columns: SpaceColumns,
  ratings: Ratings,
  { ratings: rated, places, missing, level, draws, random }: Met & { level: number; draws: number; random: () => number },
): Omit<RaterFigures, 'rater'> {
  const { view } = columns;
  const clusters = Int32Array.from(places, (place) => columns.group[place] as number);
  if (places.length === 0)
    return { agreement: { status: 'undefined', reason: 'no scored judgment of what this rater rated', n: 0, missing } };
  if (view.classes === undefined) {
    const apart = places.map((place, index) =>
      Math.abs((columns.number[place] as number) - (ratings.number[rated[index] as number] as number)),
    );
    const [min, max] = view.range ?? [0, 1];
    return { agreement: clusteredMean(apart, clusters, { level, missing, range: [0, max - min] }) };
  }
  const gold = Int32Array.from(rated, (rating) => ratings.code[rating] as number);
  const verdicts = Int32Array.from(places, (place) => columns.value[place] as number);
  const sample = classSample({ gold, verdicts: [verdicts], clusters, classes: view.classes.length });
  const [kappa] = confusionEstimates(sample, [kappaStatistic(view).statistic], { level, draws, random, missing });
  const equal = gold.map((code, index) => (code === verdicts[index] ? 1 : 0));
  return { agreement: clusteredProportion(equal, clusters, { level, missing }), ...(kappa && { kappa }) };
}
