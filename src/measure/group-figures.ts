import type { Estimate } from '../stats/estimate.ts';
import { defaultLevel } from '../stats/interval.ts';
import { clusteredMean } from '../stats/means/clustered-mean.ts';
import { clusteredProportion } from '../stats/proportions/clustered-proportion.ts';
import { hasGold, isScored, type SpaceColumns } from './space-columns.ts';

/** A judge's agreement with gold in each group of rows (`map.group`: their source). */
export type GroupFigures = {
  readonly metric: 'accuracy' | 'mae';
  /** The groups with the most judgments first. */
  readonly groups: readonly ({ readonly group: string } & Estimate)[];
  /** Groups of two rows or more that are not among these. */
  readonly leftOut: number;
};

/** Groups that are shown at most. */
const mostGroups = 40;

/**
 * Accuracy (on intervals the mean absolute error) in each group that has two rows or more. Inside a group its rows are the units that the interval counts, draws of
 * one row being one: it speaks of this group's rows and their like, not of other groups.
 *
 * @param names of the groups, by code.
 */
export function groupFigures(columns: SpaceColumns, names: readonly string[], level = defaultLevel): GroupFigures {
  const members = new Map<number, number[]>();
  for (let place = 0; place < columns.status.length; place += 1) {
    if (!hasGold(columns, place)) continue;
    const group = columns.group[place] as number;
    const places = members.get(group);
    if (places === undefined) members.set(group, [place]);
    else places.push(place);
  }
  const several = [...members].filter(([, places]) =>
    places.some((place) => columns.row[place] !== columns.row[places[0] as number]),
  );
  several.sort(([a, one], [b, other]) => other.length - one.length || a - b);
  return {
    metric: columns.view.classes === undefined ? 'mae' : 'accuracy',
    groups: several
      .slice(0, mostGroups)
      .map(([group, places]) => ({ group: names[group] ?? '', ...figureOf(columns, places, level) })),
    leftOut: Math.max(0, several.length - mostGroups),
  };
}

function figureOf(columns: SpaceColumns, all: readonly number[], level: number): Estimate {
  const { view, value, gold, number, goldNumber, row } = columns;
  const places = all.filter((place) => isScored(columns, place));
  const missing = all.length - places.length;
  const rows = places.map((place) => row[place] as number);
  if (places.length === 0) return { status: 'undefined', reason: 'no scored judgment with gold', n: 0, missing };
  if (view.classes !== undefined)
    return clusteredProportion(
      places.map((place) => (value[place] === gold[place] ? 1 : 0)),
      rows,
      { level, missing },
    );
  const [min, max] = view.range ?? [0, 1];
  const errors = places.map((place) => Math.abs((number[place] as number) - (goldNumber[place] as number)));
  return clusteredMean(errors, rows, { level, missing, range: [0, max - min] });
}
