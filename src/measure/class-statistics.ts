import type { SpaceView } from '../core/space-view.ts';
import { cohenKappa } from '../stats/agreement/cohen-kappa.ts';
import type { ClassSample } from '../stats/classification/class-observations.ts';
import {
  balancedAccuracy,
  f1,
  goldClasses,
  macro,
  precision,
  recall,
  verdictClasses,
  type ClassScore,
} from '../stats/classification/class-scores.ts';
import type { Confusion } from '../stats/classification/confusion.ts';
import type { ConfusionStatistic } from '../stats/classification/confusion-bootstrap.ts';

/** A figure of one judge's table by its name in a summary. */
export type NamedStatistic = { readonly name: string; readonly statistic: ConfusionStatistic };

/** Mean recall over gold's classes. */
export function balancedAccuracyStatistic(view: SpaceView): NamedStatistic {
  return {
    name: 'balanced-accuracy',
    statistic: {
      range: [0, 1],
      on:
        () =>
        ([table]) =>
          balancedAccuracy(table as Confusion),
      reason: (sample) => `gold has one class only (${namesOf(view, sample, goldClasses)}), so there is nothing to balance`,
    },
  };
}

/** κ, quadratically weighted where levels are ordered; levels count as equally far apart. */
export function kappaStatistic(view: SpaceView): NamedStatistic {
  const ordered = view.scale === 'ordinal';
  return {
    name: ordered ? 'weighted-kappa' : 'kappa',
    statistic: {
      range: [-1, 1],
      on:
        ({ seen }) =>
        ([table]) =>
          cohenKappa(table as Confusion, { weights: ordered ? 'quadratic' : 'none', places: seen }),
      reason: (sample) => `no variance: gold and verdicts are all ${namesOf(view, sample, goldClasses)}`,
    },
  };
}

/** Precision, recall and F1 averaged over classes: over those that a verdict names, that gold has, that either has. */
export function macroStatistics(): NamedStatistic[] {
  const over = (name: string, score: ClassScore, among: (table: Confusion) => number[]): NamedStatistic => ({
    name,
    statistic: {
      range: [0, 1],
      on: ({ tables }) => {
        const classes = among(tables[0] as Confusion);
        return ([table]) => macro(score, table as Confusion, classes);
      },
      reason: () => 'no class has it',
    },
  });
  return [
    over('precision', precision, verdictClasses),
    over('recall', recall, goldClasses),
    over('f1', f1, (table) => [...new Set([...goldClasses(table), ...verdictClasses(table)])].sort((a, b) => a - b)),
  ];
}

/** A statistic of two judges' tables: the second's less the first's. */
export function differenceOf({ statistic }: NamedStatistic): ConfusionStatistic {
  const [low, high] = statistic.range;
  return {
    range: [low - high, high - low],
    on: (sample) => {
      const evaluate = [0, 1].map((judge) => statistic.on(onlyJudge(sample, judge)));
      return (tables) => {
        const [first, second] = [0, 1].map((judge) => evaluate[judge]?.([tables[judge] as Confusion]));
        return first === undefined || second === undefined ? undefined : second - first;
      };
    },
    reason: (sample) => {
      const judge = [0, 1].find((place) => {
        const one = onlyJudge(sample, place);
        return statistic.on(one)(one.tables) === undefined;
      });
      return `${judge === 1 ? 'b' : 'a'}: ${statistic.reason(onlyJudge(sample, judge ?? 0))}`;
    },
  };
}

function onlyJudge(sample: ClassSample, judge: number): ClassSample {
  return { ...sample, tables: [sample.tables[judge] as Confusion] };
}

function namesOf(view: SpaceView, { seen, tables }: ClassSample, classes: (table: Confusion) => number[]): string {
  return classes(tables[0] as Confusion)
    .map((place) => String(view.classes?.[seen[place] as number]))
    .join(', ');
}
