import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { clusteredProportion } from './clustered-proportion.ts';
import reference from './proportions.reference.json' with { type: 'json' };
import { wilsonInterval } from './wilson.ts';

test.each(reference.clustered)('a second implementation (numpy), case %#', ({ events, clusters, value, low, high }) => {
  expect(clusteredProportion(events, clusters)).toMatchObject({
    value: expect.closeTo(value, 12),
    low: expect.closeTo(low, 8),
    high: expect.closeTo(high, 8),
  });
});

test('singletons: plain Wilson', () => {
  const events = [1, 0, 1, 1, 0, 1];
  expect(clusteredProportion(events, [5, 9, 1, 4, 7, 2], { level: 0.9, missing: 3 })).toEqual({
    status: 'ok',
    value: 4 / 6,
    ...wilsonInterval(4 / 6, 6, 0.9),
    level: 0.9,
    method: 'wilson',
    n: 6,
    missing: 3,
  });
});

test('fifty questions, each repeated ten times identically: as wide as for fifty', () => {
  const right = Array.from({ length: 50 }, (_, question) => (question % 5 === 0 ? 0 : 1));
  const repeated = right.flatMap((one) => Array.from({ length: 10 }, () => one));
  expect(clusteredProportion(repeated, clusterIds(right.map(() => 10)))).toEqual({
    status: 'ok',
    value: 0.8,
    low: expect.closeTo(wilsonInterval(0.8, 50).low, 12),
    high: expect.closeTo(wilsonInterval(0.8, 50).high, 12),
    level: 0.95,
    method: 'wilson-clustered',
    n: 500,
    missing: 0,
    groups: 50,
  });
});

test('repeating every observation k times changes nothing, whatever k', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 2, max: 9 }),
      (events, times) => {
        const once = clusteredProportion(events, [...events.keys()]);
        const often = clusteredProportion(
          events.flatMap((event) => Array.from({ length: times }, () => event)),
          clusterIds(events.map(() => times)),
        );
        if (once.status !== 'ok' || often.status !== 'ok') throw new Error('defined');
        expect(often.low).toBeCloseTo(once.low, 9);
        expect(often.high).toBeCloseTo(once.high, 9);
      },
    ),
  );
});

test('two clusters by hand', () => {
  // Sizes 2 and 2, sums 2 and 1: p = 3/4; Σ(S − pm)² = .25 + .25 = .5; w = 8/4 = 2; np(1 − p) = .75.
  // D = (.5 + 2)/(.75 + 1) = 10/7, so n/D = 2.8; the t correction brings it under n/w = 2, which is the floor.
  expect(clusteredProportion([1, 1, 1, 0], [0, 0, 1, 1])).toMatchObject({ value: 0.75, ...wilsonInterval(0.75, 2) });
});

describe('degenerate', () => {
  test('no observation', () => {
    expect(clusteredProportion([], [], { missing: 7 })).toEqual({
      status: 'undefined',
      reason: 'no observation',
      n: 0,
      missing: 7,
    });
  });
  test('one observation', () => {
    expect(clusteredProportion([1], [0])).toMatchObject({ value: 1, low: expect.closeTo(0.2065, 4), high: 1, n: 1 });
  });
  test('one cluster: the interval of one observation', () => {
    expect(clusteredProportion([1, 1, 0], [4, 4, 4])).toMatchObject({ ...wilsonInterval(2 / 3, 1), n: 3, groups: 1 });
  });
  test('no events and all events in clusters: each cluster counts as one observation', () => {
    const ids = clusterIds([4, 4, 4, 4, 4]);
    expect(
      clusteredProportion(
        ids.map(() => 0),
        ids,
      ),
    ).toMatchObject({ value: 0, ...wilsonInterval(0, 5) });
    expect(
      clusteredProportion(
        ids.map(() => 1),
        ids,
      ),
    ).toMatchObject({ value: 1, ...wilsonInterval(1, 5) });
  });
});

describe('simulated coverage of the 95% interval, 1,000 data sets each, at least .93', () => {
  const unequal = Array.from({ length: 20 }, (_, cluster) => 1 + ((cluster * cluster * 7) % 23));
  test.each([
    ['five clusters of ten', Array<number>(5).fill(10), 0.8, 0.3],
    ['twenty unequal clusters', unequal, 0.8, 0.3],
    ['twenty unequal clusters, rare errors', unequal, 0.95, 0.3],
    ['twenty unequal clusters without correlation', unequal, 0.5, 0],
    ['fifty clusters of ten, nearly identical inside', Array<number>(50).fill(10), 0.8, 0.9],
  ])('%s', (_, sizes, rate, correlation) => {
    const random = testRandom(11);
    const ids = clusterIds(sizes);
    const covered = shareOf(1000, () => {
      const rates = sizes.map(() => drawRate(rate, correlation, random));
      const estimate = clusteredProportion(
        ids.map((cluster) => (random() < (rates[cluster] as number) ? 1 : 0)),
        ids,
      );
      return estimate.status === 'ok' && estimate.low <= rate && rate <= estimate.high;
    });
    expect(covered).toBeGreaterThan(0.93);
  });
});
