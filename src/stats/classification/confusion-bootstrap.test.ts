import { describe, expect, test } from 'vitest';
import { cohenKappa } from '../agreement/cohen-kappa.ts';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { classSample, type ClassObservations } from './class-observations.ts';
import { balancedAccuracy } from './class-scores.ts';
import { confusionEstimates, type ConfusionStatistic } from './confusion-bootstrap.ts';
import type { Confusion } from './confusion.ts';

const kappa: ConfusionStatistic = {
  range: [-1, 1],
  on:
    () =>
    ([table]) =>
      cohenKappa(table as Confusion),
  reason: () => 'no variance',
};
const balanced: ConfusionStatistic = {
  range: [0, 1],
  on:
    () =>
    ([table]) =>
      balancedAccuracy(table as Confusion),
  reason: () => 'one class',
};
const kappaDifference: ConfusionStatistic = {
  range: [-2, 2],
  on:
    () =>
    ([first, second]) => {
      const [a, b] = [cohenKappa(first as Confusion), cohenKappa(second as Confusion)];
      return a === undefined || b === undefined ? undefined : b - a;
    },
  reason: () => 'no variance',
};

function estimate(
  observations: Partial<ClassObservations> & { gold: number[]; verdicts: number[][] },
  statistics = [kappa, balanced],
) {
  const sample = classSample({ clusters: [...observations.gold.keys()], classes: 2, ...observations });
  return confusionEstimates(sample, statistics, { random: testRandom(1), missing: 2 });
}

const half = (n: number): number[] => Array.from({ length: n }, (_, index) => index % 2);

describe('no certainty from few observations', () => {
  test('twenty of twenty right: κ and balanced accuracy are 1, and their intervals are not', () => {
    const gold = half(20);
    const [k, b] = estimate({ gold, verdicts: [gold] });
    // As wide as Wilson's for 20 of 20, low .839: κ = 2 · .839 − 1 = .678 at even margins.
    expect(k).toMatchObject({ status: 'ok', value: 1, high: 1, method: 'bootstrap', n: 20, missing: 2 });
    // Two recalls of ten of ten each, low .722: square and add gives 1 − .278/√2 = .803.
    expect(b).toMatchObject({ status: 'ok', value: 1, high: 1, low: expect.closeTo(0.803, 1) });
    if (k?.status !== 'ok') throw new Error('defined');
    expect(k.low).toBeGreaterThan(0.55);
    expect(k.low).toBeLessThan(0.8);
  });

  test('an always-pass judge on 90 to 10: κ 0 and balanced accuracy ½, with an interval', () => {
    const gold = Array.from({ length: 100 }, (_, index) => (index < 10 ? 0 : 1));
    const [k, b] = estimate({ gold, verdicts: [gold.map(() => 1)] });
    expect(k).toMatchObject({ value: 0 });
    expect(b).toMatchObject({ value: 0.5 });
    for (const figure of [k, b]) if (figure?.status === 'ok') expect(figure.high - figure.low).toBeGreaterThan(0.05);
  });

  test('two judges that never differ: a difference of 0 with a width', () => {
    const gold = half(40);
    const [difference] = estimate({ gold, verdicts: [gold, gold] }, [kappaDifference]);
    expect(difference).toMatchObject({
      value: 0,
      low: expect.toSatisfy((low: number) => low < -0.02),
      high: expect.toSatisfy((high: number) => high > 0.02),
    });
  });
});

test('fifty questions, each repeated ten times identically: about as wide as for fifty', () => {
  const gold = half(50);
  const verdicts = gold.map((of, index) => (index % 5 === 0 ? 1 - of : of));
  const tenTimes = (list: number[]): number[] => list.flatMap((one) => Array<number>(10).fill(one));
  const [once] = estimate({ gold, verdicts: [verdicts] });
  const [often] = estimate({ gold: tenTimes(gold), verdicts: [tenTimes(verdicts)], clusters: clusterIds(gold.map(() => 10)) });
  if (once?.status !== 'ok' || often?.status !== 'ok') throw new Error('defined');
  expect(often).toMatchObject({ value: once.value, n: 500, groups: 50, method: 'bootstrap-clustered' });
  const ratio = (often.high - often.low) / (once.high - once.low);
  expect(ratio).toBeGreaterThan(0.95);
  expect(ratio).toBeLessThan(1.12);
});

test('classes that nothing has are left out; codes keep their places', () => {
  const sample = classSample({ gold: [4, 4, 7], verdicts: [[4, 7, 7]], clusters: [0, 1, 2], classes: 9 });
  expect(sample.seen).toEqual([4, 7]);
  expect(sample.tables.map(({ counts }) => [...(counts as Float64Array)])).toEqual([[1, 1, 0, 1]]);
  expect(classSample({ gold: [3], verdicts: [[3]], clusters: [0], classes: 5 }).seen).toEqual([0, 3]);
});

test('two judges: tables one behind the other, and exchanged', () => {
  const sample = classSample({
    gold: [0, 1, 1],
    verdicts: [
      [0, 0, 1],
      [1, 1, 1],
    ],
    clusters: [5, 5, 6],
    classes: 2,
  });
  expect(sample.patterns).toEqual([
    { weight: 1, cells: [0, 5, 2, 7], amounts: [1, 1, 1, 1] },
    { weight: 1, cells: [3, 7], amounts: [1, 1] },
  ]);
  expect(sample.swapped).toEqual([
    { weight: 1, cells: [1, 4, 3, 6], amounts: [1, 1, 1, 1] },
    { weight: 1, cells: [3, 7], amounts: [1, 1] },
  ]);
});

describe('degenerate', () => {
  test('no observation', () => {
    const none = { status: 'undefined', reason: 'no observation', n: 0, missing: 2 };
    expect(estimate({ gold: [], verdicts: [[]] })).toEqual([none, none]);
  });
  test('one class only: the statistic’s reason', () => {
    const gold = Array<number>(20).fill(1);
    expect(estimate({ gold, verdicts: [gold] })).toEqual([
      { status: 'undefined', reason: 'no variance', n: 20, missing: 2 },
      { status: 'undefined', reason: 'one class', n: 20, missing: 2 },
    ]);
  });
  test('one cluster', () => {
    const reason = 'one independent group only, so no interval';
    expect(estimate({ gold: [0, 1, 1], verdicts: [[0, 1, 0]], clusters: [8, 8, 8] })).toEqual([
      { status: 'undefined', reason, n: 3, missing: 2 },
      { status: 'undefined', reason, n: 3, missing: 2 },
    ]);
  });
  test('two clusters: as wide as can be', () => {
    const [k] = estimate({ gold: [0, 1, 0, 1], verdicts: [[0, 1, 1, 0]], clusters: [0, 0, 1, 1] });
    expect(k).toMatchObject({ value: 0, low: expect.closeTo(-1, 1), high: expect.closeTo(1, 1), groups: 2 });
  });
});

describe('simulated coverage of the 95% interval for κ, 150 data sets each', () => {
  // Standard error .018; .026 in the second case, where one error in fifty is usual: it covers about .89, plain percentiles .62.
  test.each([
    ['fifty items, accuracy .7', Array<number>(50).fill(1), 0.7, 0, 0.9],
    ['fifty items, accuracy .98', Array<number>(50).fill(1), 0.98, 0, 0.82],
    ['ten clusters of ten', Array<number>(10).fill(10), 0.8, 0.3, 0.9],
    ['thirty unequal clusters', Array.from({ length: 30 }, (_, cluster) => 1 + ((cluster * cluster * 7) % 11)), 0.9, 0.2, 0.9],
  ])('%s', (_, sizes, rate, correlation, least) => {
    const random = testRandom(21);
    const ids = clusterIds(sizes);
    // Gold is a fair coin and errors do not depend on it: pe = ½, κ = 2 · accuracy − 1.
    const truth = 2 * rate - 1;
    const covered = shareOf(150, () => {
      const rates = sizes.map(() => drawRate(rate, correlation, random));
      const gold = ids.map(() => (random() < 0.5 ? 1 : 0));
      const verdicts = gold.map((of, index) => (random() < (rates[ids[index] as number] as number) ? of : 1 - of));
      const sample = classSample({ gold, verdicts: [verdicts], clusters: ids, classes: 2 });
      const [k] = confusionEstimates(sample, [kappa], { random, draws: 300 });
      return k?.status === 'ok' && k.low <= truth && truth <= k.high;
    });
    expect(covered).toBeGreaterThan(least);
  });
});
