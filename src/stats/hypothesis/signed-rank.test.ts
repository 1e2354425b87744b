import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import reference from './comparison.reference.json' with { type: 'json' };
import { clusteredSignedRankTest, signedRanks, signedRankTest, type ZeroHandling } from './signed-rank.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);
const cases = (list: readonly { differences: number[]; zeros: string; p: number }[]) =>
  list.map(({ differences, zeros, p }) => ({ differences, zeros: zeros as ZeroHandling, p }));

test.each(cases(reference.signedRank.exact))('scipy, exact: case %#', ({ differences, zeros, p }) => {
  expect(signedRankTest(differences, { zeros })).toMatchObject({ p: expect.closeTo(p, 11), method: 'exact' });
});

test.each(cases(reference.signedRank.limits))('scipy, asymptotic: case %#', ({ differences, zeros, p }) => {
  expect(signedRankTest(differences, { zeros })).toMatchObject({ p: expect.closeTo(p, 11), method: 'normal' });
});

test.each(reference.signedRank.clustered)('scipy, all flips of clusters: case %#', ({ differences, clusters, p }) => {
  const result = clusteredSignedRankTest(differences, clusters, { random: testRandom(1) });
  expect(result).toMatchObject({ p: expect.closeTo(p, 11), method: 'permutation-exact' });
});

test('three differences by hand', () => {
  // |1|, |2|, |3|: ranks 1, 2, 3; W⁺ = 1 + 3 = 4, W⁻ = 2. P(W ≤ 2) = {∅}, {1}, {2} of 8; p = 6/8. Effect (4 − 2)/6.
  expect(signedRankTest([1, -2, 3])).toEqual({ p: 0.75, method: 'exact', effect: expect.closeTo(1 / 3, 14), n: 3, zeros: 0 });
});

test('zeros: left out before ranking, or after', () => {
  expect([...signedRanks([0, -1, 1, 5], 'wilcoxon')]).toEqual([0, -1.5, 1.5, 3]);
  expect([...signedRanks([0, -1, 1, 5], 'pratt')]).toEqual([0, -2.5, 2.5, 4]);
});

test('any increasing stretch of the sizes changes nothing; turning the question turns the effect', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 }), (differences) => {
      const plain = signedRankTest(differences);
      expect(signedRankTest(differences.map((value) => value ** 3))).toEqual(plain);
      const turned = signedRankTest(differences.map((value) => -value));
      expect(turned.p).toBeCloseTo(plain.p, 12);
      expect(turned.effect ?? 0).toBeCloseTo(-(plain.effect ?? 0), 12);
    }),
  );
});

test('singletons: the clustered test is the plain one', () => {
  const random = testRandom(5);
  for (const size of [1, 4, 9, 13]) {
    const differences = Array.from({ length: size }, () => Math.round(3 * drawNormal(random)));
    const clustered = clusteredSignedRankTest(differences, [...differences.keys()], { random });
    expect(clustered.p).toBeCloseTo(signedRankTest(differences).p, 11);
    expect(clustered.effect).toBe(signedRankTest(differences).effect);
  }
});

test('either side of the exact limit agrees', () => {
  const random = testRandom(7);
  const values = Array.from({ length: 200 }, () => drawNormal(random) + 0.15);
  const [exact, limit] = [signedRankTest(values), signedRankTest([...values, 1e-9])];
  expect([exact.method, limit.method]).toEqual(['exact', 'normal']);
  expect(Math.abs(exact.p - limit.p)).toBeLessThan(2e-3);
});

describe('degenerate', () => {
  test.each([[[]], [[0, 0, 0]]])('nothing differs: %j', (differences) => {
    const none = { p: 1, effect: undefined, n: 0, zeros: differences.length };
    expect(signedRankTest(differences)).toEqual({ ...none, method: 'exact' });
    expect(clusteredSignedRankTest(differences, [...differences.keys()], { random: testRandom(1) })).toEqual({
      ...none,
      method: 'permutation-exact',
    });
  });
  test('one difference can never be significant, nor one cluster', () => {
    expect(signedRankTest([4])).toMatchObject({ p: 1, effect: 1 });
    expect(clusteredSignedRankTest([4, 5, 6], [0, 0, 0], { random: testRandom(1) })).toMatchObject({ p: 1, n: 3 });
  });
});

describe('simulated size at 5%: symmetric differences', () => {
  test.each(['wilcoxon', 'pratt'] as const)('25 single items on a coarse scale, zeros by %s', (zeros) => {
    const random = testRandom(21);
    const rejected = shareOf(
      trials,
      () =>
        signedRankTest(
          Array.from({ length: 25 }, () => Math.round(drawNormal(random))),
          { zeros },
        ).p <= 0.05,
    );
    if (trials > 2000) process.stdout.write(`signed rank ${zeros}: ${rejected}\n`);
    // Exact tests of a discrete statistic stay under their level; standard error .005.
    expect(rejected).toBeLessThan(0.06);
    expect(rejected).toBeGreaterThan(0.02);
  });
  test('ten correlated clusters of 1 to 40', () => {
    const random = testRandom(22);
    const sizes = [1, 1, 2, 3, 5, 8, 13, 20, 30, 40];
    const ids = clusterIds(sizes);
    const rejected = shareOf(trials, () => {
      const shift = sizes.map(() => drawNormal(random));
      const differences = ids.map((id) => (shift[id] as number) + drawNormal(random));
      return clusteredSignedRankTest(differences, ids, { random }).p <= 0.05;
    });
    if (trials > 2000) process.stdout.write(`signed rank clustered: ${rejected}\n`);
    expect(rejected).toBeLessThan(0.062);
    expect(rejected).toBeGreaterThan(0.02);
  });
});
