import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawRate, testRandom } from '../testing/simulation.ts';
import type { Estimate } from '../estimate.ts';
import { classSample } from './class-observations.ts';
import { f1, macro, precision } from './class-scores.ts';
import { confusionEstimates, type ConfusionStatistic } from './confusion-bootstrap.ts';
import { confusionOf } from './confusion.ts';
import {
  f1Statistic,
  macroF1Statistic,
  matthewsStatistic,
  specificityStatistic,
  weightedF1Statistic,
} from './gold-statistics.ts';
import { goldWeighted } from './gold-weighted.ts';
import reference from './gold.reference.json' with { type: 'json' };
import { matthewsCorrelation } from './matthews-correlation.ts';
import { specificity } from './specificity.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 200);
const singles = (list: readonly unknown[]): number[] => [...list.keys()];

function estimate(gold: number[], verdicts: number[], statistic: ConfusionStatistic, clusters = singles(gold)): Estimate {
  const sample = classSample({ gold, verdicts: [verdicts], clusters, classes: 6 });
  return confusionEstimates(sample, [statistic], { random: testRandom(1) })[0] as Estimate;
}

test.each(reference.confusions)('scikit-learn: $classes classes, case %#', ({ gold, verdicts, classes, ...expected }) => {
  const table = confusionOf(gold, verdicts, classes);
  expect(matthewsCorrelation(table)).toBeCloseTo(expected.matthews, 12);
  for (const [of, value] of expected.specificity.entries()) expect(specificity(table, of)).toBeCloseTo(value, 12);
  expect(macro(f1, table)).toBeCloseTo(expected.macroF1, 12);
  expect(goldWeighted(f1, table)).toBeCloseTo(expected.weightedF1, 12);
  expect(goldWeighted(precision, table)).toBeCloseTo(expected.weightedPrecision, 12);
  expect(estimate(gold, verdicts, matthewsStatistic)).toMatchObject({ value: expect.closeTo(expected.matthews, 12) });
  expect(estimate(gold, verdicts, macroF1Statistic)).toMatchObject({ value: expect.closeTo(expected.macroF1, 12) });
  expect(estimate(gold, verdicts, weightedF1Statistic)).toMatchObject({ value: expect.closeTo(expected.weightedF1, 12) });
  expect(estimate(gold, verdicts, specificityStatistic(1))).toMatchObject({
    value: expect.closeTo(expected.specificity[1] as number, 12),
  });
});

test('fifty items by hand', () => {
  // 20 right of 25, 15 right of 25; φ = (20 · 15 − 5 · 10)/√(25 · 25 · 30 · 20) = 250/√375000.
  const table = { classes: 2, counts: [20, 5, 10, 15] };
  expect(matthewsCorrelation(table)).toBeCloseTo(250 / Math.sqrt(375_000), 12);
  expect([specificity(table, 0), specificity(table, 1)]).toEqual([0.6, 0.8]);
  // F1: 40/55 and 30/45, each half of gold.
  expect(goldWeighted(f1, table)).toBeCloseTo((40 / 55 + 30 / 45) / 2, 12);
});

test('Matthews’ correlation does not know which of the two is gold, nor the order of the classes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { minLength: 9, maxLength: 9 }), (counts) => {
      const turned = counts.map((_, cell) => counts[(cell % 3) * 3 + Math.floor(cell / 3)] as number);
      const value = matthewsCorrelation({ classes: 3, counts });
      for (const other of [turned, counts.toReversed()]) {
        const again = matthewsCorrelation({ classes: 3, counts: other });
        if (value === undefined) expect(again).toBeUndefined();
        else expect(again).toBeCloseTo(value, 12);
      }
    }),
  );
});

describe('degenerate', () => {
  test('empty, one class of gold, one class of verdicts', () => {
    const empty = { classes: 2, counts: [0, 0, 0, 0] };
    expect([matthewsCorrelation(empty), specificity(empty, 0), goldWeighted(f1, empty)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(matthewsCorrelation({ classes: 2, counts: [0, 0, 3, 7] })).toBeUndefined();
    expect(matthewsCorrelation({ classes: 2, counts: [0, 3, 0, 7] })).toBeUndefined();
    expect(specificity({ classes: 2, counts: [0, 0, 3, 7] }, 1)).toBeUndefined();
    expect(estimate([1, 1, 1], [1, 0, 1], matthewsStatistic)).toMatchObject({ reason: 'gold has one class only' });
    expect(estimate([1, 0, 1], [1, 1, 1], matthewsStatistic)).toMatchObject({ reason: 'verdicts name one class only' });
    expect(estimate([], [], weightedF1Statistic)).toMatchObject({ reason: 'no observation' });
  });
  test('a class that nothing names', () => {
    expect(estimate([1, 0, 1], [1, 1, 1], f1Statistic(4))).toMatchObject({
      reason: 'neither gold nor a verdict has the class',
    });
    expect(estimate([3, 3, 3], [3, 3, 3], specificityStatistic(0)).status).toBe('undefined');
    expect(estimate([3, 3, 3], [3, 3, 3], specificityStatistic(3)).status).toBe('undefined');
  });
  test('twenty of twenty right: 1, and a width', () => {
    const gold = Array.from({ length: 20 }, (_, index) => index % 2);
    for (const statistic of [matthewsStatistic, macroF1Statistic, weightedF1Statistic, f1Statistic(1), specificityStatistic(1)]) {
      const figure = estimate(gold, gold, statistic);
      expect(figure).toMatchObject({ status: 'ok', value: 1, high: 1 });
      if (figure.status === 'ok') expect(figure.low).toBeLessThan(0.9);
    }
  });
  test('one cluster', () => {
    expect(estimate([1, 0, 1, 0], [1, 0, 0, 0], matthewsStatistic, [3, 3, 3, 3])).toMatchObject({ status: 'undefined' });
  });
});

describe('simulated coverage of the 95% interval', () => {
  test.each([
    ['50 items, accuracy .8', Array<number>(50).fill(1), 0],
    ['200 items, accuracy .8', Array<number>(200).fill(1), 0],
    ['thirty clusters of five', Array<number>(30).fill(5), 0.3],
  ])('%s', (name, sizes, correlation) => {
    const random = testRandom(31);
    const ids = clusterIds(sizes);
    // Gold 1 in .4; right .8 whatever gold: table .48, .12, .08, .32.
    const truth = { classes: 2, counts: [0.48, 0.12, 0.08, 0.32] };
    const figures: [ConfusionStatistic, number][] = [
      [matthewsStatistic, matthewsCorrelation(truth) as number],
      [macroF1Statistic, macro(f1, truth) as number],
      [weightedF1Statistic, goldWeighted(f1, truth) as number],
      [specificityStatistic(1), specificity(truth, 1) as number],
    ];
    const covered = figures.map(() => 0);
    for (let trial = 0; trial < trials; trial += 1) {
      const rates = sizes.map(() => drawRate(0.8, correlation, random));
      const gold = ids.map(() => (random() < 0.4 ? 1 : 0));
      const verdicts = gold.map((of, index) => (random() < (rates[ids[index] as number] as number) ? of : 1 - of));
      const sample = classSample({ gold, verdicts: [verdicts], clusters: ids, classes: 2 });
      const found = confusionEstimates(
        sample,
        figures.map(([statistic]) => statistic),
        { random, draws: 400 },
      );
      for (const [place, figure] of found.entries()) {
        const of = figures[place]?.[1] as number;
        if (figure.status === 'ok' && figure.low <= of && of <= figure.high)
          covered[place] = (covered[place] as number) + 1 / trials;
      }
    }
    if (trials > 1000)
      process.stdout.write(`mcc, macro, weighted, specificity ${name}: ${covered.map((c) => c.toFixed(3)).join()}\n`);
    // Standard error .015 for 200 trials.
    for (const share of covered) expect(share).toBeGreaterThan(0.9);
  });
});
