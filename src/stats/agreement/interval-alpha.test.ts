import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import reference from './agreement.reference.json' with { type: 'json' };
import { intervalAlpha } from './interval-alpha.ts';

test.each(reference.interval)(
  'krippendorff, once and without each cluster, case %#',
  ({ raters, values, clusters, ...expected }) => {
    const table = { raters, values: values.map((value) => value ?? Number.NaN) };
    expect(intervalAlpha(table)).toMatchObject({
      value: expect.closeTo(expected.value, 10),
      low: expect.closeTo(expected.independent[0] as number, 9),
      high: expect.closeTo(expected.independent[1] as number, 9),
      method: 'jackknife',
    });
    expect(intervalAlpha(table, { clusters })).toMatchObject({
      value: expect.closeTo(expected.value, 10),
      low: expect.closeTo(expected.clustered[0] as number, 9),
      high: expect.closeTo(expected.clustered[1] as number, 9),
      method: 'jackknife-clustered',
    });
  },
);

test('three items by hand', () => {
  // 1 2, 3 3, 5 4: D_o = (2·1 + 0 + 2·1)/6; mean 3, squares 4 + 1 + 0 + 0 + 4 + 1 = 10: D_e = 20/6; α = 1 − (5/6)(4/20).
  expect(intervalAlpha({ raters: 2, values: [1, 2, 3, 3, 5, 4] })).toMatchObject({ value: expect.closeTo(5 / 6, 12), n: 3 });
});

test('a linear change of the numbers changes nothing', () => {
  const values = [1, 2, 3, 3, 5, 4, 2, 2, 4, 5];
  const there = intervalAlpha({ raters: 2, values });
  const back = intervalAlpha({ raters: 2, values: values.map((value) => 1e6 - 10 * value) });
  if (there.status !== 'ok' || back.status !== 'ok') throw new Error('defined');
  for (const end of ['value', 'low', 'high'] as const) expect(back[end]).toBeCloseTo(there[end], 9);
});

describe('degenerate', () => {
  test('no item of two, all missing, nothing at all', () => {
    expect(intervalAlpha({ raters: 2, values: [1, Number.NaN, Number.NaN, Number.NaN] }, { missing: 1 })).toEqual({
      status: 'undefined',
      reason: 'no item with two ratings',
      n: 0,
      missing: 3,
    });
    expect(intervalAlpha({ raters: 0, values: [] })).toMatchObject({ reason: 'no item with two ratings', missing: 0 });
  });
  test('all alike', () => {
    expect(intervalAlpha({ raters: 2, values: [0.1, 0.1, 0.1, 0.1, 0.1, 0.1] })).toEqual({
      status: 'undefined',
      reason: 'all ratings alike',
      n: 3,
      missing: 0,
    });
  });
  test('nobody differs: 1 with a width; all differ alike: both ways', () => {
    const same = Array.from({ length: 20 }, (_, item) => [item % 5, item % 5]).flat();
    // Wilson's upper bound for none of 20 is .1611.
    expect(intervalAlpha({ raters: 2, values: same })).toMatchObject({
      value: 1,
      high: 1,
      low: expect.closeTo(1 - 2 * 0.1611, 3),
      method: 'unseen-share',
    });
    expect(intervalAlpha({ raters: 2, values: [0, 1, 0, 1, 0, 1] })).toMatchObject({ method: 'unseen-share' });
  });
  test('one item has all the spread', () => {
    expect(intervalAlpha({ raters: 2, values: [3, 3, 3, 3, 3, 4] })).toMatchObject({ low: -1, high: 1, method: 'whole-range' });
  });
  test('one item; one cluster', () => {
    expect(intervalAlpha({ raters: 2, values: [0, 1] })).toMatchObject({ value: 0, low: -1, high: 1, method: 'whole-range' });
    expect(intervalAlpha({ raters: 2, values: [0, 1, 2, 2] }, { clusters: [1, 1] })).toMatchObject({
      low: -1,
      high: 1,
      groups: 1,
    });
  });
});

test('a hundred thousand items', () => {
  const random = testRandom(1);
  const values = Float64Array.from({ length: 300_000 }, () => drawNormal(random));
  expect(intervalAlpha({ raters: 3, values })).toMatchObject({ n: 100_000 });
});

describe('simulated coverage of the 95% interval, normal numbers', () => {
  const trials = Number(process.env.SIMULATION_TRIALS ?? 1000);
  test.each([
    ['20 items', Array<number>(20).fill(1), 0.7, 0],
    ['20 items, high', Array<number>(20).fill(1), 0.95, 0],
    ['100 items', Array<number>(100).fill(1), 0.5, 0],
    ['100 items, no agreement', Array<number>(100).fill(1), 0, 0],
    ['fifteen clusters of six', Array<number>(15).fill(6), 0.8, 0.3],
  ] as [string, number[], number, number][])('%s', (name, sizes, alpha, shared) => {
    const random = testRandom(29);
    const ids = clusterIds(sizes);
    const covered = shareOf(trials, () => {
      const sources = sizes.map(() => drawNormal(random));
      const values = ids.flatMap((id) => {
        const truth = Math.sqrt(shared) * (sources[id] as number) + Math.sqrt(1 - shared) * drawNormal(random);
        return [0, 1, 2].map(() => Math.sqrt(alpha) * truth + Math.sqrt(1 - alpha) * drawNormal(random));
      });
      const estimate = intervalAlpha({ raters: 3, values }, { clusters: ids });
      return estimate.status === 'ok' && estimate.low <= alpha && alpha <= estimate.high;
    });
    if (process.env.SIMULATION_TRIALS !== undefined) process.stdout.write(`${name} ${JSON.stringify(covered)}\n`);
    expect(covered).toBeGreaterThan(0.925);
  });
});
