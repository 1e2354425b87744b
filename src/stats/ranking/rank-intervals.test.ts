import { describe, expect, test } from 'vitest';
import { clusteredMean } from '../means/clustered-mean.ts';
import { clusterIds, drawNormal, testRandom } from '../testing/simulation.ts';
import { choleskyFactor, choleskySolve } from './cholesky.ts';
import { rankIntervals, type RankIntervals } from './rank-intervals.ts';
import reference from './ranking.reference.json' with { type: 'json' };
import { simultaneousCriticals } from './simultaneous-critical.ts';
import { comparedMeans, systemMeans } from './system-means.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 500);

const identity = (k: number) => Float64Array.from({ length: k * k }, (_, cell) => (cell % k === Math.floor(cell / k) ? 1 : 0));

test.each(reference.criticals)(
  'scipy’s studentized range: $systems systems, $degrees degrees of freedom',
  ({ systems, degrees, critical }) => {
    const family = Array.from({ length: systems }, (_, i) => Array.from({ length: i }, (__, j) => [j, i] as const)).flat();
    const options = { degrees, level: 0.95, draws: 40_000, random: testRandom(1) };
    const [found] = simultaneousCriticals(identity(systems), [family], options);
    // Standard error of the quantile under 1% but for four degrees.
    expect(Math.abs((found as number) / critical - 1)).toBeLessThan(degrees < 10 ? 0.04 : 0.02);
  },
);

test('Cholesky: by hand, and of a matrix without full rank', () => {
  // [[4, 2], [2, 5]] = L Lᵀ with L = [[2, 0], [1, 2]].
  const factor = choleskyFactor([4, 2, 2, 5], 2);
  expect([...factor]).toEqual([2, 0, 1, 2]);
  expect([...choleskySolve(factor, [8, 12])]).toEqual([1, 2]);
  expect([...choleskyFactor([1, -1, -1, 1], 2)]).toEqual([1, 0, -1, 0]);
});

test('three systems by hand', () => {
  // Errors of differences √2/10; c of three is about 2.34 (z of all pairs): differences over .331 count.
  const compared = {
    status: 'ok',
    values: [1, 0.8, 0.5],
    covariance: identity(3).map((one) => one / 100),
    groups: 1000,
    degrees: 999,
    n: 1000,
    missing: 2,
  } as const;
  expect(rankIntervals(compared, { random: testRandom(2) })).toEqual({
    status: 'ok',
    ranks: [
      { rank: 1, low: 1, high: 2 },
      { rank: 2, low: 1, high: 3 },
      { rank: 3, low: 2, high: 3 },
    ],
    level: 0.95,
    hold: 'all',
    n: 1000,
    missing: 2,
    groups: 1000,
  });
});

test('means of systems, and the covariances of whole clusters by hand', () => {
  const scores = [1, 2, 3, 4, 5, 9, NaN, 1];
  const table = { systems: 2, scores, clusters: [0, 0, 1, 2] };
  expect(systemMeans(table, { missing: 1 })).toEqual([
    clusteredMean([1, 3, 5], [0, 0, 1], { missing: 2 }),
    clusteredMean([2, 4, 9, 1], [0, 0, 1, 2], { missing: 1 }),
  ]);
  // Means 3 and 5 of three items; cluster residuals (−2, −4) and (2, 4); effective number 9/5, so (9/4) · [[8, 16], [16, 32]]/9.
  const compared = comparedMeans(table);
  expect(compared).toMatchObject({ status: 'ok', groups: 2, n: 3, missing: 1, degrees: expect.closeTo(0.8, 12) });
  if (compared.status !== 'ok') throw new Error('defined');
  expect(compared.values).toEqual([3, 5].map((one) => expect.closeTo(one, 12)));
  expect([...compared.covariance]).toEqual([2, 4, 4, 8].map((one) => expect.closeTo(one, 12)));
  // u = (4 + 1)/3; the diagonal gets 8² u², the total is 3 + 2u.
  const ranged = comparedMeans(table, { range: [1, 9] });
  if (ranged.status !== 'ok') throw new Error('defined');
  expect(ranged.covariance[0]).toBeCloseTo((18 + 64 * (25 / 9)) / (3 + 10 / 3) ** 2, 12);
  expect(ranged.covariance[1]).toBeCloseTo(36 / (3 + 10 / 3) ** 2, 12);
});

describe('degenerate', () => {
  const random = testRandom(3);
  const ranksOf = (found: RankIntervals) =>
    found.status === 'ok' ? found.ranks.map(({ rank, low, high }) => [rank, low, high]) : found.reason;
  const table = (
    systems: number,
    scores: number[],
    clusters = Array.from({ length: scores.length / systems }, (_, item) => item),
  ) => comparedMeans({ systems, scores, clusters });
  test('no item that all have, one cluster, one system', () => {
    expect(ranksOf(rankIntervals(table(2, [1, NaN, NaN, 2]), { random }))).toBe('no item that all systems have');
    expect(ranksOf(rankIntervals(table(2, [1, 2, 3, 4], [7, 7]), { random }))).toBe('one cluster only');
    expect(ranksOf(rankIntervals(table(1, [1, 2, 3]), { random }))).toBe('fewer than two systems');
  });
  test('systems that never differ, or always by the same: not told apart without a range', () => {
    expect(ranksOf(rankIntervals(table(2, [1, 1, 3, 3, 2, 2]), { random }))).toEqual([[1, 1, 2], [1, 1, 2]]); // prettier-ignore
    expect(ranksOf(rankIntervals(table(2, [1, 2, 3, 4, 2, 3]), { random }))).toEqual([[2, 1, 2], [1, 1, 2]]); // prettier-ignore
    const many = Array.from({ length: 60 }, (_, item) => [item % 4, (item % 4) + 1]).flat();
    const ranged = comparedMeans({ systems: 2, scores: many, clusters: [...Array(60).keys()] }, { range: [0, 4] });
    expect(ranksOf(rankIntervals(ranged, { random }))).toEqual([[2, 2, 2], [1, 1, 1]]); // prettier-ignore
  });
  test('two clusters: everything is possible', () => {
    expect(ranksOf(rankIntervals(table(2, [1, 2, 3, 3.2]), { random }))).toEqual([[2, 1, 2], [1, 1, 2]]); // prettier-ignore
  });
});

describe('simulated coverage of 95% rank intervals: all together, and each by itself', () => {
  const equal = Array<number>(5).fill(0);
  test.each([
    ['5 equal systems, 20 items', equal, Array<number>(20).fill(1), 0],
    ['5 equal systems, 200 items', equal, Array<number>(200).fill(1), 0],
    ['5 equal systems, 15 unequal clusters', equal, Array.from({ length: 15 }, (_, id) => 1 + (id % 9)), 0.5],
    ['10 equal systems, 50 items', Array<number>(10).fill(0), Array<number>(50).fill(1), 0],
    ['two ties and one ahead, 50 items', [0.5, 0, 0, -0.5, -0.5], Array<number>(50).fill(1), 0],
    ['5 equal binary systems, 30 items', equal, Array<number>(30).fill(1), 0, 0.8],
  ] as [string, number[], number[], number, number?][])('%s', (name, truths, sizes, shared, rate) => {
    const random = testRandom(91);
    const clusters = clusterIds(sizes);
    const k = truths.length;
    const bounds = truths.map(
      (own) => [1 + truths.filter((one) => one > own).length, k - truths.filter((one) => one < own).length] as const,
    );
    let [together, width] = [0, 0];
    const each = truths.map(() => 0);
    for (let trial = 0; trial < trials; trial += 1) {
      const shifts = sizes.map(() => truths.map(() => drawNormal(random)));
      const scores = clusters.flatMap((id) => {
        const item = drawNormal(random);
        return truths.map((truth, system) => {
          const own = Math.sqrt(shared) * (shifts[id]?.[system] as number) + Math.sqrt(1 - shared) * drawNormal(random);
          return rate === undefined ? truth + item + own : random() < rate ? 1 : 0;
        });
      });
      const compared = comparedMeans({ systems: k, scores, clusters }, rate === undefined ? {} : { range: [0, 1] });
      const [all, single] = (['all', 'each'] as const).map((hold) => rankIntervals(compared, { hold, random, draws: 500 }));
      if (all?.status !== 'ok' || single?.status !== 'ok') throw new Error('defined');
      const holds = (found: { low: number; high: number }, system: number) => {
        const [low, high] = bounds[system] as readonly [number, number];
        return found.low <= low && found.high >= high;
      };
      if (all.ranks.every(holds)) together += 1 / trials;
      for (const [system, found] of single.ranks.entries())
        if (holds(found, system)) each[system] = (each[system] as number) + 1 / trials;
      width += all.ranks.reduce((sum, { low, high }) => sum + (high - low) / k / trials, 0);
    }
    const [least, mean] = [Math.min(...each), each.reduce((sum, one) => sum + one / k, 0)];
    if (trials > 1000)
      process.stdout.write(
        `ranks ${name}: all ${together.toFixed(3)}, each ${mean.toFixed(3)} (least ${least.toFixed(3)}), width ${width.toFixed(2)}\n`,
      );
    // Standard error .01 for 500 trials.
    expect(together).toBeGreaterThan(0.87);
    expect(mean).toBeGreaterThan(0.89);
  });
});
