import { describe, expect, test } from 'vitest';
import { cohenKappa } from '../agreement/cohen-kappa.ts';
import { accuracy } from '../classification/class-scores.ts';
import { classSample, tablesOf } from '../classification/class-observations.ts';
import { cellCount } from '../classification/confusion-bootstrap.ts';
import { confusionOf, type Confusion } from '../classification/confusion.ts';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import type { PermutationResult } from './permutation-draws.ts';
import { signFlipTest } from './sign-flip.ts';
import { swapTest } from './swap-test.ts';

type Score = (table: Confusion) => number | undefined;

function swap(
  observed: { gold: number[]; first: number[]; second: number[]; clusters: number[]; classes?: number },
  score: Score,
): PermutationResult | undefined {
  const { gold, first, second, clusters, classes = 2 } = observed;
  const sample = classSample({ gold, verdicts: [first, second], clusters, classes });
  const statistic = (tally: Float64Array): number | undefined => {
    const [a, b] = tablesOf(tally, sample).map(score);
    return a === undefined || b === undefined ? undefined : b - a;
  };
  const patterns = sample.patterns.map((kept, index) => ({ kept, swapped: sample.swapped[index] ?? kept }));
  return swapTest(patterns, [statistic], { cells: cellCount(sample), random: testRandom(3) })[0];
}

function twoJudges(sizes: readonly number[], [rateA, rateB]: readonly [number, number], seed: number, classes = 2) {
  const random = testRandom(seed);
  const clusters = clusterIds(sizes);
  const gold = clusters.map(() => Math.floor(random() * classes));
  const judge = (rate: number): number[] => {
    const rates = sizes.map(() => drawRate(rate, 0.3, random));
    return gold.map((of, index) =>
      random() < (rates[clusters[index] as number] as number) ? of : (of + 1 + Math.floor(random() * (classes - 1))) % classes,
    );
  };
  return { gold, first: judge(rateA), second: judge(rateB), clusters, classes };
}

test('on accuracy it is the sign-flip test: exact and drawn', () => {
  for (const [sizes, seed] of [
    [[1, 4, 2, 9, 3, 3, 5, 1], 1],
    [Array<number>(12).fill(6), 2],
    [Array<number>(40).fill(5), 3],
  ] as const) {
    const judged = twoJudges(sizes, [0.6, 0.8], seed);
    const right = judged.gold.map((of, index) => (judged.second[index] === of ? 1 : 0) - (judged.first[index] === of ? 1 : 0));
    const flipped = signFlipTest(right, judged.clusters, testRandom(4));
    const swapped = swap(judged, accuracy);
    expect(Math.abs((swapped?.p ?? 2) - flipped.p)).toBeLessThan(sizes.length <= 13 ? 1e-12 : 0.01);
  }
});

test('κ of two items by hand', () => {
  // a: right, right (κ 1); b: wrong, wrong (κ −1). Swapping one cluster makes each judge say one class: κ 0, no difference. So 2 of 4.
  expect(swap({ gold: [0, 1], first: [0, 1], second: [1, 0], clusters: [0, 1] }, cohenKappa)).toEqual({
    p: 0.5,
    method: 'permutation-exact',
  });
});

test('the normal limit of many different clusters agrees with drawn permutations', () => {
  // The size of clusters makes 600 of them different enough; the drawn share has a standard error of .025 at most.
  const sizes = Array.from({ length: 900 }, (_, cluster) => 4 + (cluster % 9));
  const judged = twoJudges(sizes, [0.7, 0.712], 5, 3);
  const limit = swap(judged, cohenKappa);
  expect(limit?.method).toBe('permutation-normal');
  const sample = classSample({ ...judged, verdicts: [judged.first, judged.second] });
  const [a, b] = sample.tables.map((table) => cohenKappa(table) ?? 0) as [number, number];
  const random = testRandom(6);
  const drawn = shareOf(400, () => {
    const swapped = sizes.map(() => random() < 0.5);
    const [first, second] = [false, true].map((turned) => {
      const verdicts = judged.gold.map(
        (_, index) => (swapped[judged.clusters[index] as number] === turned ? judged.first : judged.second)[index] as number,
      );
      return cohenKappa(confusionOf(judged.gold, verdicts, 3)) ?? 0;
    });
    return Math.abs((second as number) - (first as number)) >= Math.abs(b - a);
  });
  expect(Math.abs((limit?.p ?? 2) - drawn)).toBeLessThan(0.1);
  const right = judged.gold.map((of, index) => (judged.second[index] === of ? 1 : 0) - (judged.first[index] === of ? 1 : 0));
  const accurate = swap(judged, accuracy);
  expect(accurate?.method).toBe('permutation-normal');
  expect(Math.abs((accurate?.p ?? 2) - signFlipTest(right, judged.clusters, random).p)).toBeLessThan(0.025);
});

describe('degenerate', () => {
  test('identical judges: p = 1', () => {
    expect(swap({ gold: [0, 1, 1], first: [0, 1, 0], second: [0, 1, 0], clusters: [0, 1, 2] }, cohenKappa)).toEqual({
      p: 1,
      method: 'permutation-exact',
    });
  });
  test('no observed value, no test', () => {
    expect(swap({ gold: [1, 1], first: [1, 1], second: [1, 0], clusters: [0, 1] }, cohenKappa)).toBeUndefined();
  });
  test('a permutation without a value counts as extreme', () => {
    // Swapping the second cluster alone makes b say 1 of gold 1 throughout: undefined there.
    const judged = { gold: [1, 1], first: [1, 0], second: [0, 1], clusters: [0, 1] };
    expect(swap(judged, cohenKappa)).toEqual({ p: 1, method: 'permutation-exact' });
  });
  test('nothing observed', () => {
    expect(swap({ gold: [], first: [], second: [], clusters: [] }, cohenKappa)).toBeUndefined();
  });
});

test('simulated size at 5% for κ with nine unequal clusters, 200 data sets: at most .10', () => {
  // Standard error .015.
  let seed = 100;
  const rejected = shareOf(
    200,
    () => (swap(twoJudges([1, 2, 3, 5, 6, 8, 14, 20, 30], [0.75, 0.75], (seed += 1)), cohenKappa)?.p ?? 1) <= 0.05,
  );
  expect(rejected).toBeLessThan(0.1);
});
