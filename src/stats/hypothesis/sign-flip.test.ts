import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { mcnemarTest } from './mcnemar.ts';
import reference from './paired.reference.json' with { type: 'json' };
import { signFlipTest } from './sign-flip.ts';

test.each(reference.signFlip)('scipy, all permutations: case %#', ({ differences, clusters, p }) => {
  expect(signFlipTest(differences, clusters, testRandom(1))).toEqual({ p: expect.closeTo(p, 12), method: 'permutation-exact' });
});

test('three clusters by hand', () => {
  // Sums 3, 1, 1: |±3±1±1| is 5, 3, 3, 1 twice each; the observed 5 is met by 2 of 8.
  expect(signFlipTest([2, 1, 1, 1], [0, 0, 1, 2], testRandom(1))).toEqual({ p: 0.25, method: 'permutation-exact' });
});

test('singletons of −1, 0, 1: McNemar’s exact test', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.nat(7), fc.nat(20), (first, second, ties) => {
      const differences = [...Array<number>(first).fill(-1), ...Array<number>(second).fill(1), ...Array<number>(ties).fill(0)];
      const { p } = signFlipTest(differences, [...differences.keys()], testRandom(1));
      expect(p).toBeCloseTo(mcnemarTest(first, second), 12);
    }),
  );
});

test('drawn permutations come near the exact p: equal sums and different ones', () => {
  // 30 discordant singletons, 9 against 21: drawn, because more than 13 move. Standard error .002.
  const differences = [...Array<number>(9).fill(-1), ...Array<number>(21).fill(1)];
  const drawn = signFlipTest(differences, [...differences.keys()], testRandom(2));
  expect(drawn.method).toBe('permutation');
  expect(Math.abs(drawn.p - mcnemarTest(9, 21))).toBeLessThan(0.008);
  // Twenty different sums take the other path of the draw; all 2²⁰ permutations are counted here by the bits that change.
  const random = testRandom(3);
  const sums = Array.from({ length: 20 }, () => drawNormal(random) + 0.4);
  const spread = signFlipTest(sums, [...sums.keys()], random);
  expect(spread.method).toBe('permutation');
  expect(Math.abs(spread.p - allPermutations(sums))).toBeLessThan(0.01);
});

test('the normal limit of many different sums agrees with drawn permutations', () => {
  const random = testRandom(4);
  const many = Array.from({ length: 2000 }, () => drawNormal(random) + 0.03);
  const limit = signFlipTest(many, [...many.keys()], random);
  expect(limit.method).toBe('permutation-normal');
  const observed = Math.abs(many.reduce((sum, value) => sum + value, 0));
  const drawn = shareOf(
    4000,
    () => Math.abs(many.reduce((sum, value) => sum + (random() < 0.5 ? value : -value), 0)) >= observed,
  );
  // Standard error of the drawn share: .006.
  expect(Math.abs(limit.p - drawn)).toBeLessThan(0.025);
});

test('one huge cluster among many forbids the normal limit', () => {
  const values = Array.from({ length: 700 }, (_, index) => (index === 0 ? 500 : 1 + index / 1000));
  expect(signFlipTest(values, [...values.keys()], testRandom(1)).method).toBe('permutation');
});

test('the order of the rows and the sign of the question change nothing', () => {
  const random = testRandom(6);
  const values = Array.from({ length: 60 }, () => Math.round(drawNormal(random) * 10) / 10);
  const ids = values.map((_, index) => index % 20);
  const p = signFlipTest(values, ids, testRandom(9));
  expect(signFlipTest(values.toReversed(), ids.toReversed(), testRandom(9))).toEqual(p);
  expect(
    signFlipTest(
      values.map((value) => -value),
      ids,
      testRandom(9),
    ),
  ).toEqual(p);
});

describe('degenerate', () => {
  test('nothing moves', () => {
    expect(signFlipTest([], [], testRandom(1))).toEqual({ p: 1, method: 'permutation-exact' });
    expect(signFlipTest([0, 0], [0, 1], testRandom(1))).toEqual({ p: 1, method: 'permutation-exact' });
    expect(signFlipTest([1, -1], [0, 0], testRandom(1))).toEqual({ p: 1, method: 'permutation-exact' });
  });
  test('one cluster can never be significant', () => {
    expect(signFlipTest([5, 5, 5], [0, 0, 0], testRandom(1))).toEqual({ p: 1, method: 'permutation-exact' });
  });
});

describe('simulated size at 5%: two equally good judges, clusters of unequal sizes', () => {
  // A test that flips cluster means, or that permutes observations, fails here: clusters are 1 to 40 large and correlated.
  test.each([
    ['ten clusters, exact', [1, 1, 2, 3, 5, 8, 13, 20, 30, 40], 2000, 0.062],
    ['sixteen clusters, drawn', [1, 1, 1, 1, 2, 2, 3, 3, 5, 5, 8, 8, 20, 20, 40, 40], 150, 0.11],
  ])('%s', (_, sizes, trials, most) => {
    const random = testRandom(8);
    const ids = clusterIds(sizes);
    const rejected = shareOf(trials, () => {
      const first = sizes.map(() => drawRate(0.7, 0.4, random));
      const second = sizes.map(() => drawRate(0.7, 0.4, random));
      const differences = ids.map(
        (id) => (random() < (second[id] as number) ? 1 : 0) - (random() < (first[id] as number) ? 1 : 0),
      );
      return signFlipTest(differences, ids, random).p <= 0.05;
    });
    // 2,000 trials: standard error .0049; 150: .018.
    expect(rejected).toBeLessThan(most);
    expect(rejected).toBeGreaterThan(0.005);
  });
});

/** Every sign pattern in the order of a Gray code: one sign changes at a time. */
function allPermutations(sums: readonly number[]): number {
  const signs = sums.map(() => 1);
  let total = sums.reduce((sum, one) => sum + one, 0);
  const observed = Math.abs(total);
  let asExtreme = 1;
  for (let step = 1; step < 2 ** sums.length; step += 1) {
    const place = 31 - Math.clz32(step & -step);
    signs[place] = -(signs[place] as number);
    total += 2 * (signs[place] as number) * (sums[place] as number);
    if (Math.abs(total) >= observed - 1e-9) asExtreme += 1;
  }
  return asExtreme / 2 ** sums.length;
}
