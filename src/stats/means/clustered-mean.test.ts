import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wilsonInterval } from '../proportions/wilson.ts';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import { clusteredMean } from './clustered-mean.ts';
import reference from './means.reference.json' with { type: 'json' };
import { studentMean } from './student-mean.ts';

test.each(reference)('statsmodels, clustered errors with t: case %#', ({ values, clusters, value, low, high }) => {
  expect(clusteredMean(values, clusters)).toMatchObject({
    value: expect.closeTo(value, 10),
    low: expect.closeTo(low, 8),
    high: expect.closeTo(high, 8),
  });
});

test('four values by hand', () => {
  // 2, 4, 4, 5: mean 3.75, Σ(x − mean)² = 4.75, s = √(4.75/3) = 1.2583, SE = .62915, t(3) = 3.18245: ± 2.00223.
  expect(studentMean([2, 4, 4, 5])).toEqual({
    status: 'ok',
    value: 3.75,
    low: expect.closeTo(1.74777, 4),
    high: expect.closeTo(5.75223, 4),
    level: 0.95,
    method: 'student',
    n: 4,
    missing: 0,
  });
});

test('the range cuts what is impossible', () => {
  expect(studentMean([2, 4, 4, 5], { range: [1, 5] })).toMatchObject({ low: expect.closeTo(1.74777, 4), high: 5 });
});

test('moving and stretching the values moves and stretches the interval', () => {
  const observation = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 0, max: 4 }));
  fc.assert(
    fc.property(fc.array(observation, { minLength: 2, maxLength: 40 }), (observations) => {
      const values = observations.map(([value]) => value);
      const ids = observations.map(([, cluster]) => cluster);
      const plain = clusteredMean(values, ids);
      const moved = clusteredMean(
        values.map((value) => 3 * value + 7),
        ids,
      );
      expect(moved.status).toBe(plain.status);
      if (plain.status !== 'ok' || moved.status !== 'ok') return;
      expect(moved.value).toBeCloseTo(3 * plain.value + 7, 8);
      expect(moved.low).toBeCloseTo(3 * plain.low + 7, 6);
    }),
  );
});

describe('degenerate', () => {
  test('no value', () => {
    expect(clusteredMean([], [], { missing: 3 })).toEqual({ status: 'undefined', reason: 'no observation', n: 0, missing: 3 });
  });
  test('without a range, one cluster and no variance have no interval', () => {
    expect(studentMean([4])).toEqual({ status: 'undefined', reason: 'one cluster only', n: 1, missing: 0 });
    expect(studentMean([4, 4])).toEqual({ status: 'undefined', reason: 'no variance between clusters', n: 2, missing: 0 });
  });
  test('with a range, 1 and 1 on a scale from 0 to 2: mean 1, and two observations exclude little', () => {
    const share = wilsonInterval(0, 2).high;
    expect(studentMean([1, 1], { range: [0, 2], missing: 1 })).toEqual({
      status: 'ok',
      value: 1,
      low: expect.closeTo(1 - share, 12),
      high: expect.closeTo(1 + share, 12),
      level: 0.95,
      method: 'unseen-share',
      n: 2,
      missing: 1,
    });
  });
  test('with a range, one cluster of three counts as one', () => {
    const share = wilsonInterval(0, 1).high;
    expect(clusteredMean([1, 2, 3], [0, 0, 0], { range: [0, 4] })).toMatchObject({
      value: 2,
      low: expect.closeTo(2 - 2 * share, 12),
      groups: 1,
    });
  });
  test('rounding is no variance', () => {
    expect(studentMean([0.1 + 0.2, 0.3, 0.3], { range: [0, 1] })).toMatchObject({ method: 'unseen-share' });
  });
});

describe('simulated coverage of the 95% interval, 1,500 data sets each, .935 to .97', () => {
  test.each([
    ['eight single values', Array<number>(8).fill(1)],
    ['six clusters of five', Array<number>(6).fill(5)],
    ['thirty unequal clusters', Array.from({ length: 30 }, (_, cluster) => 1 + (cluster % 5))],
  ])('%s', (_, sizes) => {
    const random = testRandom(3);
    const ids = clusterIds(sizes);
    const covered = shareOf(1500, () => {
      const shift = sizes.map(() => drawNormal(random));
      const estimate = clusteredMean(
        ids.map((cluster) => 2 + (shift[cluster] as number) + drawNormal(random)),
        ids,
      );
      return estimate.status === 'ok' && estimate.low <= 2 && 2 <= estimate.high;
    });
    expect(covered).toBeGreaterThan(0.935);
    expect(covered).toBeLessThan(0.97);
  });
});
