import { describe, expect, test } from 'vitest';
import { clusteredMean } from '../means/clustered-mean.ts';
import { pairedProportionDifference } from '../proportions/paired-difference.ts';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import reference from './comparison.reference.json' with { type: 'json' };
import { equivalenceTest, nonInferiorityTest } from './margin-test.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);
const meanOf = (differences: readonly number[]) => (level: number) =>
  clusteredMean(differences, [...differences.keys()], { level });

test.each(reference.margins)(
  'scipy, t tests against the margin: case %#',
  ({ differences, margin, nonInferiority, equivalence }) => {
    const above = nonInferiorityTest(meanOf(differences), { margin });
    const within = equivalenceTest(meanOf(differences), { margin });
    expect(above).toMatchObject({ p: expect.closeTo(nonInferiority, 10) });
    expect(within).toMatchObject({ p: expect.closeTo(equivalence, 10) });
  },
);

test('verdicts by hand: interval of level .9', () => {
  const fixed = (low: number, high: number) => () =>
    ({ status: 'ok', value: (low + high) / 2, low, high, level: 0.9, method: 'given', n: 9, missing: 0 }) as const;
  const verdicts = (low: number, high: number) =>
    [nonInferiorityTest, equivalenceTest].map((of) => {
      const result = of(fixed(low, high), { margin: 1 });
      return result.status === 'ok' ? result.verdict : result.reason;
    });
  expect(verdicts(-0.9, 0.9)).toEqual(['non-inferior', 'equivalent']);
  expect(verdicts(-0.9, -0.1)).toEqual(['non-inferior', 'equivalent']);
  expect(verdicts(-1.1, 0.9)).toEqual(['undecided', 'undecided']);
  expect(verdicts(-3, -1.1)).toEqual(['inferior', 'different']);
  expect(verdicts(1.1, 3)).toEqual(['non-inferior', 'different']);
  expect(verdicts(0.9, 1.1)).toEqual(['non-inferior', 'undecided']);
  expect(verdicts(-1, 1)).toEqual(['undecided', 'undecided']);
});

test('p and verdict say the same', () => {
  const random = testRandom(4);
  for (let round = 0; round < 60; round += 1) {
    const differences = Array.from({ length: 80 }, () => (random() < 0.12 ? 1 : random() < 0.15 ? -1 : 0));
    const interval = (level: number) => pairedProportionDifference(differences, [...differences.keys()], { level });
    for (const decide of [nonInferiorityTest, equivalenceTest]) {
      const result = decide(interval, { margin: 0.08 });
      if (result.status !== 'ok') throw new Error('defined');
      expect(result.p < 0.05).toBe(result.verdict === 'non-inferior' || result.verdict === 'equivalent');
      expect(result.difference.level).toBeCloseTo(0.9, 12);
    }
  }
});

describe('degenerate', () => {
  test('no pair, no spread: the interval’s reason', () => {
    expect(nonInferiorityTest((level) => pairedProportionDifference([], [], { level }), { margin: 0.1 })).toEqual({
      status: 'undefined',
      reason: 'no paired observation',
      n: 0,
      missing: 0,
    });
    expect(equivalenceTest(meanOf([1, 1]), { margin: 0.1 })).toMatchObject({ reason: 'no variance between clusters' });
  });
  test('one pair proves nothing; judges that never differ do, with enough items', () => {
    const never = (items: number) => (level: number) =>
      pairedProportionDifference(Array<number>(items).fill(0), [...Array(items).keys()], { level });
    expect(nonInferiorityTest(never(1), { margin: 0.05 })).toMatchObject({ verdict: 'undecided' });
    expect(nonInferiorityTest(never(20), { margin: 0.05 })).toMatchObject({ verdict: 'undecided' });
    expect(equivalenceTest(never(100), { margin: 0.05 })).toMatchObject({ verdict: 'equivalent' });
  });
});

describe('simulated size at 5%: the true difference is the margin', () => {
  test.each([
    ['50 items, margin .1', Array<number>(50).fill(1), 0, 0.1, 0.066],
    ['200 items, margin .05', Array<number>(200).fill(1), 0, 0.05, 0.066],
    ['20 clusters of five, margin .1', Array<number>(20).fill(5), 0.3, 0.1, 0.066],
    // Above its level, as the page says: few clusters, and two of them hold half of the items.
    ['ten unequal clusters, margin .1', [1, 1, 2, 3, 5, 8, 13, 20, 30, 40], 0.3, 0.1, 0.1],
  ])('%s', (name, sizes, correlation, margin, most) => {
    const random = testRandom(41);
    const ids = clusterIds(sizes);
    let different = 0;
    const rejected = shareOf(trials, () => {
      const first = sizes.map(() => drawRate(0.85, correlation, random));
      const second = sizes.map(() => drawRate(0.85 - margin, correlation, random));
      const differences = ids.map(
        (id) => (random() < (second[id] as number) ? 1 : 0) - (random() < (first[id] as number) ? 1 : 0),
      );
      const { low, high } = bounds(differences, ids);
      if (high < -margin) different += 1;
      return low > -margin;
    });
    expect(rejected).toBeLessThan(most);
    expect(rejected).toBeGreaterThan(0.01);
    if (trials > 2000) process.stdout.write(`margin ${name}: ${rejected} non-inferior, ${different / trials} inferior\n`);
  });

  test('30 means, margin half a deviation', () => {
    const random = testRandom(42);
    const rejected = shareOf(trials, () => {
      const differences = Array.from({ length: 30 }, () => random() + random() + random() - 1.5 - 0.25);
      const estimate = clusteredMean(differences, [...differences.keys()], { level: 0.9 });
      return estimate.status === 'ok' && estimate.low > -0.25;
    });
    expect(Math.abs(rejected - 0.05)).toBeLessThan(0.016);
    if (trials > 2000) process.stdout.write(`margin means: ${rejected}\n`);
  });
});

/** The interval that decides, without its p-value. */
function bounds(differences: readonly number[], ids: readonly number[]): { low: number; high: number } {
  const estimate = pairedProportionDifference(differences, ids, { level: 0.9 });
  if (estimate.status !== 'ok') throw new Error('defined');
  return estimate;
}
