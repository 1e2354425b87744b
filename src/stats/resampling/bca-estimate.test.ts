import { describe, expect, test } from 'vitest';
import { tallyClusters } from '../clusters.ts';
import { clusteredMean } from '../means/clustered-mean.ts';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import { bcaEstimate, meanPatterns, type BcaOptions } from './bca-estimate.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 400);
const ratio = (tally: Float64Array): number | undefined =>
  (tally[1] as number) > 0 ? (tally[0] as number) / (tally[1] as number) : undefined;

function meanOf(values: readonly number[], clusters: readonly number[], options: BcaOptions) {
  const patterns = meanPatterns(tallyClusters(values, clusters));
  return bcaEstimate({ patterns, cells: 2, n: values.length, statistic: ratio }, options);
}

test('a mean of 40 values by hand: near Student’s interval, and its shape told', () => {
  const values = Array.from({ length: 40 }, (_, index) => index % 10);
  const estimate = meanOf(values, [...values.keys()], { random: testRandom(1) });
  // Mean 4.5, s² = 82.5 · 4 / 39 = 8.46, SE = .46: 4.5 ± .92 or so; 2,000 replicates, which do not know the divisor n − 1.
  expect(estimate).toEqual({
    status: 'ok',
    value: 4.5,
    low: expect.closeTo(3.6, 0),
    high: expect.closeTo(5.4, 0),
    level: 0.95,
    method: 'bca',
    n: 40,
    missing: 0,
  });
});

test('a seed is a result, whatever the order of the rows', () => {
  const random = testRandom(3);
  const values = Array.from({ length: 90 }, () => Math.round(drawNormal(random) * 10));
  const ids = values.map((_, index) => index % 30);
  const estimate = meanOf(values, ids, { random: testRandom(9) });
  expect(meanOf(values.toReversed(), ids.toReversed(), { random: testRandom(9) })).toEqual(estimate);
  expect(estimate).toMatchObject({ method: 'bca-clustered', groups: 30, n: 90 });
});

describe('degenerate', () => {
  const undefinedFor = (reason: string, n: number) => ({ status: 'undefined', reason, n, missing: 0 });
  const random = testRandom(1);
  test('no observation, few clusters, no variance', () => {
    expect(meanOf([], [], { random })).toEqual(undefinedFor('no observation', 0));
    expect(meanOf([1, 2, 3], [0, 1, 2], { random })).toEqual(undefinedFor('fewer than 20 clusters', 3));
    const same = Array<number>(30).fill(1);
    expect(meanOf(same, [...same.keys()], { random })).toEqual(undefinedFor('no variance between clusters', 30));
  });
  test('a figure without a value: on the data, without one cluster, in most replicates', () => {
    const patterns = (weight: number) => [
      { weight: 25, cells: [0], amounts: [1] },
      { weight, cells: [1], amounts: [1] },
    ];
    const on = (weight: number, least: number) =>
      bcaEstimate(
        {
          patterns: patterns(weight),
          cells: 2,
          n: 25 + weight,
          statistic: (tally) => ((tally[1] as number) >= least ? tally[0] : undefined),
        },
        { random },
      );
    expect(on(3, 4)).toEqual(undefinedFor('the figure has no value on these observations', 28));
    expect(on(3, 3)).toEqual(undefinedFor('one cluster carries the figure: without it there is none', 28));
    expect(on(9, 3).status).toBe('ok');
  });
});

test.each([
  ['on a scale', (value: number) => Math.round(value * 5)],
  ['all different', (value: number) => value],
])('100,000 rows with 2,000 replicates: values %s', (_, of) => {
  const random = testRandom(4);
  const values = Array.from({ length: 100_000 }, () => of(drawNormal(random)));
  const estimate = meanOf(values, [...values.keys()], { random });
  const student = clusteredMean(values, [...values.keys()]);
  if (estimate.status !== 'ok' || student.status !== 'ok') throw new Error('defined');
  expect(Math.abs((estimate.high - estimate.low) / (student.high - student.low) - 1)).toBeLessThan(0.08);
});

describe('simulated coverage of the 95% interval: a mean of skewed values', () => {
  test.each([
    ['20 single', Array<number>(20).fill(1)],
    ['40 single', Array<number>(40).fill(1)],
    ['40 unequal clusters', Array.from({ length: 40 }, (_, cluster) => 1 + (cluster % 5))],
    ['100 unequal clusters', Array.from({ length: 100 }, (_, cluster) => 1 + (cluster % 5))],
  ])('%s', (name, sizes) => {
    const random = testRandom(6);
    const ids = clusterIds(sizes);
    const covered = shareOf(trials, () => {
      const shift = sizes.map(() => -Math.log(1 - random()));
      const values = ids.map((id) => (shift[id] as number) - Math.log(1 - random()));
      const estimate = meanOf(values, ids, { draws: 1000, random });
      return estimate.status === 'ok' && estimate.low <= 2 && 2 <= estimate.high;
    });
    if (trials > 1000) process.stdout.write(`bca ${name}: ${covered}\n`);
    // Standard error .011 for 400 trials.
    expect(covered).toBeGreaterThan(0.87);
    expect(covered).toBeLessThan(0.98);
  });
});
