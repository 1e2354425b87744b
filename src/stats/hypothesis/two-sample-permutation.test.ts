import { describe, expect, test } from 'vitest';
import { normalCdf } from '../distributions.ts';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import reference from './comparison.reference.json' with { type: 'json' };
import { twoSamplePermutationTest } from './two-sample-permutation.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 300);

test.each(reference.twoSample)('all dealings (numpy): case %#', ({ first, second, p }) => {
  expect(twoSamplePermutationTest(first, second, { random: testRandom(1) })).toMatchObject({
    p: expect.closeTo(p, 12),
    method: 'permutation-exact',
  });
  expect(twoSamplePermutationTest(second, first, { random: testRandom(1) })).toMatchObject({ p: expect.closeTo(p, 12) });
});

test('two against two by hand', () => {
  // 0, 1 against 4, 6: |t| is 4.5/√1.25 = 4.02; of six dealings only this one and its mirror reach it. Difference 4.5.
  const result = twoSamplePermutationTest(
    { values: [0, 1], clusters: [0, 1] },
    { values: [4, 6], clusters: [2, 3] },
    { random: testRandom(1) },
  );
  expect(result).toEqual({
    status: 'ok',
    difference: 4.5,
    n: 4,
    groups: 4,
    p: expect.closeTo(1 / 3, 14),
    method: 'permutation-exact',
  });
});

test('drawn dealings and the limit agree with Welch’s statistic', () => {
  const random = testRandom(2);
  const draw = (count: number, shift: number) => ({
    values: Array.from({ length: count }, () => drawNormal(random) + shift),
    clusters: [...Array(count).keys()],
  });
  for (const [count, method, allowed] of [
    [900, 'permutation-normal', 1e-10],
    [120, 'permutation', 0.02],
  ] as const) {
    // prettier-ignore
    const [first, second] = [draw(count, 0), draw(2 * count, 2 / Math.sqrt(count))];
    const welch = (momentsOf(second.values).mean - momentsOf(first.values).mean) /
      Math.sqrt(momentsOf(second.values).error + momentsOf(first.values).error); // prettier-ignore
    const result = twoSamplePermutationTest(first, second, { random });
    if (result.status !== 'ok') throw new Error('defined');
    expect(result.method).toBe(method);
    expect(Math.abs(result.p - 2 * normalCdf(-Math.abs(welch)))).toBeLessThan(allowed);
  }
});

test('moving and stretching all values changes nothing', () => {
  const random = testRandom(3);
  const draw = () => Array.from({ length: 8 }, () => drawNormal(random));
  const [a, b, clusters] = [draw(), draw(), [0, 0, 1, 2, 2, 2, 3, 4]];
  const on = (of: (value: number) => number) =>
    twoSamplePermutationTest({ values: a.map(of), clusters }, { values: b.map(of), clusters }, { random: testRandom(1) });
  expect(on((value) => 3 * value + 1000)).toMatchObject({ p: (on((value) => value) as { p: number }).p });
});

describe('degenerate', () => {
  const one = { values: [1, 2], clusters: [0, 0] };
  const none = { values: [], clusters: [] };
  test('an empty group, one cluster', () => {
    expect(twoSamplePermutationTest(none, one, { random: testRandom(1) })).toEqual({
      status: 'undefined',
      reason: 'no observation in a group',
      n: 2,
    });
    expect(twoSamplePermutationTest(one, one, { random: testRandom(1) })).toEqual({
      status: 'undefined',
      reason: 'one cluster only in a group',
      n: 4,
    });
  });
  test('no spread: equal means have p = 1, different ones the least p there is', () => {
    const all = (value: number, from: number) => ({ values: Array<number>(4).fill(value), clusters: [0, 1, 2, 3].map((id) => id + from) }); // prettier-ignore
    expect(twoSamplePermutationTest(all(1, 0), all(1, 10), { random: testRandom(1) })).toMatchObject({ p: 1, difference: 0 });
    expect(twoSamplePermutationTest(all(0, 0), all(1, 10), { random: testRandom(1) })).toMatchObject({
      p: expect.closeTo(2 / 70, 12),
    });
  });
});

describe('simulated size at 5%: equal means, correlated clusters', () => {
  const small = [1, 1, 1, 2, 2, 3];
  const large = Array.from({ length: 24 }, (_, index) => 10 + 3 * (index % 7));
  test.each([
    ['exact: 5 and 7 alike', [1, 2, 3, 4, 9], [2, 1, 3, 9, 4, 5, 1], 1, 1],
    ['6 small and 24 large clusters', small, large, 1, 1],
    ['8 and 40, the few spread three times as wide', Array<number>(8).fill(4), Array<number>(40).fill(4), 3, 1],
    ['12 and 40, unequal sizes in both, twice as wide', [...small, ...small], [...large, ...small, ...small].slice(0, 40), 2, 1],
    ['700 and 1,500, twice as wide', Array<number>(700).fill(2), Array<number>(1500).fill(1), 2, 1],
  ])('%s', (name, one, two, ratio, times) => {
    const random = testRandom(51);
    const [first, second] = [clusterIds(one), clusterIds(two)];
    const draw = (ids: readonly number[], spread: number) => {
      const shift = new Map(ids.map((id) => [id, drawNormal(random)]));
      return { values: ids.map((id) => spread * ((shift.get(id) as number) + drawNormal(random))), clusters: ids };
    };
    const rejected = shareOf(times * trials, () => {
      const result = twoSamplePermutationTest(draw(first, ratio), draw(second, 1), { draws: 199, random });
      return result.status === 'ok' && result.p <= 0.05;
    });
    // Standard error .0126 for 300 trials.
    expect(rejected).toBeLessThan(0.1);
    if (trials > 1000) process.stdout.write(`two-sample ${name}: ${rejected}\n`);
  });
});

function momentsOf(values: readonly number[]): { mean: number; error: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, error: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1) / values.length };
}
