import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import reference from '../hypothesis/paired.reference.json' with { type: 'json' };
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { pairedProportionDifference } from './paired-difference.ts';

const pairsOf = (first: number, second: number, concordant: number): number[] => [
  ...Array<number>(first).fill(-1),
  ...Array<number>(second).fill(1),
  ...Array<number>(concordant).fill(0),
];

test.each(reference.intervals)(
  'as published (numpy): $first against $second',
  ({ first, second, concordant, value, low, high }) => {
    const differences = pairsOf(first, second, concordant);
    expect(pairedProportionDifference(differences, [...differences.keys()])).toEqual({
      status: 'ok',
      value: expect.closeTo(value, 12),
      low: expect.closeTo(low, 10),
      high: expect.closeTo(high, 10),
      level: 0.95,
      method: 'adjusted-wald',
      n: differences.length,
      missing: 0,
    });
  },
);

test('two judges that never differ, by hand: ±1.96 √(2/22²·…), not [0, 0]', () => {
  // n = 20, no discordant pair: p₁₂ = p₂₁ = 1/22, SE² = (2/22)/22.
  const half = 1.959963984540054 * Math.sqrt(2 / 22 / 22);
  const estimate = pairedProportionDifference(Array<number>(20).fill(0), [...Array(20).keys()]);
  expect(estimate).toMatchObject({ value: 0, low: expect.closeTo(-half, 12), high: expect.closeTo(half, 12) });
});

test('naming the judges in the other order turns the sign', () => {
  const pair = fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: 0, max: 6 }));
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 60 }), (pairs) => {
      const ids = pairs.map(([, cluster]) => cluster);
      const there = pairedProportionDifference(
        pairs.map(([difference]) => difference),
        ids,
      );
      const back = pairedProportionDifference(
        pairs.map(([difference]) => -difference),
        ids,
      );
      if (there.status !== 'ok' || back.status !== 'ok') throw new Error('defined');
      expect(there.value).toBeCloseTo(-back.value, 12);
      expect(there.low).toBeCloseTo(-back.high, 12);
      expect(there.low).toBeLessThan(there.high);
    }),
  );
});

test('every pair repeated ten times in its cluster: at least as wide as once', () => {
  const differences = pairsOf(5, 4, 41);
  const repeated = differences.flatMap((difference) => Array<number>(10).fill(difference));
  const once = pairedProportionDifference(differences, [...differences.keys()]);
  const often = pairedProportionDifference(repeated, clusterIds(differences.map(() => 10)));
  if (once.status !== 'ok' || often.status !== 'ok') throw new Error('defined');
  expect(often.high - often.low).toBeGreaterThan(once.high - once.low);
  expect(often.high - often.low).toBeLessThan(1.06 * (once.high - once.low));
});

describe('degenerate', () => {
  test('no pair', () => {
    expect(pairedProportionDifference([], [], { missing: 2 })).toEqual({
      status: 'undefined',
      reason: 'no paired observation',
      n: 0,
      missing: 2,
    });
  });
  test('one pair, one cluster: wide, within −1 and 1', () => {
    expect(pairedProportionDifference([1], [0])).toMatchObject({
      value: 1,
      low: expect.toSatisfy((low: number) => low < 0),
      high: 1,
    });
    expect(pairedProportionDifference([0, 0, 0], [3, 3, 3])).toMatchObject({ value: 0, low: -1, high: 1, groups: 1 });
  });
});

describe('simulated coverage of the 95% interval, 1,000 data sets each, at least .93', () => {
  const unequal = Array.from({ length: 20 }, (_, cluster) => 1 + ((cluster * cluster * 7) % 23));
  test.each([
    ['fifty single items', Array<number>(50).fill(1), 0],
    ['ten clusters of ten', Array<number>(10).fill(10), 0.3],
    ['twenty unequal clusters', unequal, 0.3],
  ])('%s', (_, sizes, correlation) => {
    const random = testRandom(5);
    const ids = clusterIds(sizes);
    const covered = shareOf(1000, () => {
      const first = sizes.map(() => drawRate(0.9, correlation, random));
      const second = sizes.map(() => drawRate(0.8, correlation, random));
      const differences = ids.map(
        (id) => (random() < (second[id] as number) ? 1 : 0) - (random() < (first[id] as number) ? 1 : 0),
      );
      const estimate = pairedProportionDifference(differences, ids);
      return estimate.status === 'ok' && estimate.low <= -0.1 && -0.1 <= estimate.high;
    });
    expect(covered).toBeGreaterThan(0.93);
  });
});
