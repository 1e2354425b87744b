import type { ClassSample } from './class-observations.ts';
import { f1, goldClasses, macro, verdictClasses, type ClassScore } from './class-scores.ts';
import type { ConfusionStatistic } from './confusion-bootstrap.ts';
import type { Confusion } from './confusion.ts';
import { goldWeighted } from './gold-weighted.ts';
import { matthewsCorrelation } from './matthews-correlation.ts';
import { specificity } from './specificity.ts';

/** Matthews' correlation, for `confusionEstimates`. */
export const matthewsStatistic: ConfusionStatistic = {
  range: [-1, 1],
  on:
    () =>
    ([table]) =>
      matthewsCorrelation(table as Confusion),
  reason: ({ tables }) =>
    goldClasses(tables[0] as Confusion).length < 2 ? 'gold has one class only' : 'verdicts name one class only',
};

/** F1 averaged over the classes that gold or a verdict has, all alike. */
export const macroF1Statistic: ConfusionStatistic = {
  range: [0, 1],
  on: ({ tables: [first] }) => {
    const table = first as Confusion;
    const among = [...new Set([...goldClasses(table), ...verdictClasses(table)])].sort((a, b) => a - b);
    return ([replicate]) => macro(f1, replicate as Confusion, among);
  },
  reason: () => 'no class has it',
};

/** F1 averaged over gold's classes, by their share of gold. */
export const weightedF1Statistic: ConfusionStatistic = {
  range: [0, 1],
  on:
    () =>
    ([table]) =>
      goldWeighted(f1, table as Confusion),
  reason: () => 'no class has it',
};

/** F1 of one class, given by its original code. */
export function f1Statistic(of: number): ConfusionStatistic {
  return classStatistic(f1, of, 'neither gold nor a verdict has the class');
}

/** Specificity of one class, given by its original code; where nothing names the class it is undefined, for it says nothing. */
export function specificityStatistic(of: number): ConfusionStatistic {
  return classStatistic(specificity, of, 'gold is all of the class, or nothing names it');
}

function classStatistic(score: ClassScore, of: number, reason: string): ConfusionStatistic {
  return {
    range: [0, 1],
    on: ({ seen, tables }: ClassSample) => {
      const place = seen.indexOf(of);
      const table = tables[0] as Confusion;
      // `classSample` adds a class where one alone occurs: that one was not seen.
      const occurs = place >= 0 && [...goldClasses(table), ...verdictClasses(table)].includes(place);
      return ([replicate]) => (occurs ? score(replicate as Confusion, place) : undefined);
    },
    reason: () => reason,
  };
}
