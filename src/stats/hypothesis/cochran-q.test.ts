import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { chiSquareTail } from './chi-square-tail.ts';
import { cochranQ } from './cochran-q.ts';
import reference from './comparison.reference.json' with { type: 'json' };
import { mcnemarTest } from './mcnemar.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const single = (judges: readonly number[][]): number[] => [...(judges[0] ?? []).keys()];

test.each(reference.cochran.packaged)('statsmodels: Q and its χ² limit, case %#', ({ judges, q, p }) => {
  const result = cochranQ(judges, single(judges), { random: testRandom(1) });
  if (result.status !== 'ok') throw new Error('defined');
  expect(result.q).toBeCloseTo(q, 11);
  expect(chiSquareTail(result.q, result.degrees)).toBeCloseTo(p, 11);
});

test.each(reference.cochran.counted)('all relabellings (numpy): case %#', ({ judges, clusters, q, p }) => {
  expect(cochranQ(judges, clusters, { random: testRandom(1) })).toMatchObject({
    q: expect.closeTo(q, 11),
    p: expect.closeTo(p, 11),
    method: 'permutation-exact',
  });
});

test('two items and three judges by hand', () => {
  // Items 1 1 0 and 1 0 0: totals 2, 1, 0, spread 2, V = ½ (2/3 + 2/3), Q = 3. The lone right one of the second item falls on a right one of
  // the first (spread 2) in 2 of 3, and on the wrong one (spread 0) in 1 of 3.
  const judges = [[1, 1], [1, 0], [0, 0]]; // prettier-ignore
  expect(cochranQ(judges, [0, 1], { random: testRandom(1) })).toEqual({
    status: 'ok',
    q: expect.closeTo(3, 12),
    p: expect.closeTo(2 / 3, 12),
    method: 'permutation-exact',
    degrees: 2,
    n: 2,
    missing: 0,
  });
});

test('two judges: McNemar’s exact test', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(12), fc.nat(5), (first, second, same) => {
      fc.pre(first + second > 0);
      const one = [...Array<number>(first).fill(1), ...Array<number>(second).fill(0), ...Array<number>(same).fill(1)];
      const two = [...Array<number>(first).fill(0), ...Array<number>(second).fill(1), ...Array<number>(same).fill(1)];
      const result = cochranQ([one, two], single([one]), { random: testRandom(1) });
      expect(result).toMatchObject({ p: expect.closeTo(mcnemarTest(first, second), 11), n: first + second + same });
    }),
  );
});

test('drawn relabellings and the limit come near one another', () => {
  const random = testRandom(3);
  const judges = Array.from({ length: 6 }, (_, judge) =>
    Array.from({ length: 150 }, () => (random() < 0.68 + 0.02 * judge ? 1 : 0)),
  );
  const drawn = cochranQ(judges, single(judges), { random });
  if (drawn.status !== 'ok') throw new Error('defined');
  expect(drawn.method).toBe('permutation');
  expect(Math.abs(drawn.p - chiSquareTail(drawn.q, 5))).toBeLessThan(0.02);
  const many = judges.map((judge) => [...judge, ...judge, ...judge]);
  expect(cochranQ(many, single(many), { random })).toMatchObject({ method: 'chi-square' });
});

describe('degenerate', () => {
  const undefinedFor = (reason: string, n: number, missing = 0) => ({ status: 'undefined', reason, n, missing });
  test('one judge, no item, all missing, no difference', () => {
    expect(cochranQ([[1, 0]], [0, 1], { random: testRandom(1) })).toEqual(undefinedFor('fewer than two judges', 2));
    expect(cochranQ([[], []], [], { random: testRandom(1) })).toEqual(undefinedFor('no item that every judge was scored on', 0));
    expect(cochranQ([[-1, 1], [1, -1]], [0, 1], { random: testRandom(1) })).toEqual(undefinedFor('no item that every judge was scored on', 0, 2)); // prettier-ignore
    expect(cochranQ([[1, 0], [1, 0]], [0, 1], { random: testRandom(1) })).toEqual(undefinedFor('judges never differ', 2)); // prettier-ignore
  });
  test('an item that one judge misses is left out', () => {
    expect(cochranQ([[1, 1, 1], [0, 0, -1]], [0, 1, 2], { random: testRandom(1) })).toMatchObject({ n: 2, missing: 1 }); // prettier-ignore
  });
  test('one cluster can never be significant', () => {
    expect(cochranQ([[1, 1, 1], [0, 0, 0]], [5, 5, 5], { random: testRandom(1) })).toMatchObject({ p: 1, groups: 1 }); // prettier-ignore
  });
});

describe('simulated size at 5%: three judges equally good', () => {
  test.each([
    ['20 single items, exact', Array<number>(20).fill(1), 0, trials],
    ['400 single items, limit', Array<number>(400).fill(1), 0, trials],
    ['eight unequal clusters', [1, 2, 3, 4, 6, 8, 12, 20], 0.4, trials / 5],
    ['500 unequal clusters, limit', Array.from({ length: 500 }, (_, index) => 1 + (index % 4)), 0.4, trials / 4],
  ])('%s', (_, sizes, correlation, times) => {
    const random = testRandom(31);
    const ids = clusterIds(sizes);
    const rejected = shareOf(times, () => {
      const judges = [0, 1, 2].map(() => {
        const rates = sizes.map(() => drawRate(0.7, correlation, random));
        return ids.map((id) => (random() < (rates[id] as number) ? 1 : 0));
      });
      const result = cochranQ(judges, ids, { draws: 199, random });
      return result.status === 'ok' && result.p <= 0.05;
    });
    // Standard error .007 for 1,000 trials, .015 for 200.
    expect(rejected).toBeLessThan(0.085);
    expect(rejected).toBeGreaterThan(0.01);
    if (trials > 1000) process.stdout.write(`cochran ${_}: ${rejected}\n`);
  });
});
