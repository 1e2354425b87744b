import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import reference from './association.reference.json' with { type: 'json' };
import { kendallEstimate, kendallTau } from './kendall.ts';
import { pearsonCorrelation, pearsonEstimate } from './pearson.ts';
import { spearmanCorrelation, spearmanEstimate } from './spearman.ts';

const estimates = { pearson: pearsonEstimate, spearman: spearmanEstimate, kendall: kendallEstimate };
const names = ['pearson', 'spearman', 'kendall'] as const;

describe.each(reference)('scipy and a second implementation, case %#', ({ x, y, clusters, ...expected }) => {
  test.each(names)('%s', (name) => {
    const { value, independent, clustered } = expected[name];
    expect(estimates[name](x, y)).toMatchObject({
      value: expect.closeTo(value, 12),
      low: expect.closeTo(independent[0] as number, 10),
      high: expect.closeTo(independent[1] as number, 10),
    });
    expect(estimates[name](x, y, { clusters })).toMatchObject({
      value: expect.closeTo(value, 12),
      low: expect.closeTo(clustered[0] as number, 10),
      high: expect.closeTo(clustered[1] as number, 10),
      method: 'fisher-linearised-clustered',
      groups: new Set(clusters).size,
    });
  });
});

test('four pairs by hand', () => {
  // Deviations of y are those of x with the middle exchanged: r = ρ = (2.25 − .25 − .25 + 2.25)/5; five pairs of six agree.
  const [x, y] = [
    [1, 2, 3, 4],
    [1, 3, 2, 4],
  ] as const;
  expect(pearsonCorrelation(x, y)).toBeCloseTo(0.8, 14);
  expect(spearmanCorrelation(x, y)).toBeCloseTo(0.8, 14);
  expect(kendallTau(x, y)).toBeCloseTo(4 / 6, 14);
  // Ties: x 1 1 2, y 1 2 2. One concordant pair; two pairs are not tied in x, two not in y.
  expect(kendallTau([1, 1, 2], [1, 2, 2])).toBeCloseTo(1 / 2, 14);
  const half = 1.959963984540054 / Math.sqrt(1);
  expect(pearsonEstimate(x, y, { missing: 2 })).toEqual({
    status: 'ok',
    value: expect.closeTo(0.8, 12),
    low: expect.closeTo(Math.tanh(Math.atanh(0.8) - half), 12),
    high: expect.closeTo(Math.tanh(Math.atanh(0.8) + half), 12),
    level: 0.95,
    method: 'fisher-z',
    n: 4,
    missing: 2,
  });
});

describe('properties', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 })), {
    minLength: 2,
    maxLength: 40,
  });
  test('exchange of sides, sign and order; the interval holds the figure and has a width', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(...names), (all, name) => {
        const x = all.map(([one]) => one);
        const y = all.map(([, one]) => one);
        const clusters = all.map((_, index) => index % 7);
        const estimate = estimates[name];
        const there = estimate(x, y, { clusters });
        const back = estimate(
          y.toReversed(),
          x.toReversed().map((one) => -one),
          { clusters: clusters.toReversed() },
        );
        if (there.status !== 'ok' || back.status !== 'ok') {
          expect(there).toEqual(back);
          return;
        }
        expect(back.value).toBeCloseTo(-there.value, 10);
        expect(back.low).toBeCloseTo(-there.high, 8);
        expect(there.low).toBeLessThanOrEqual(there.value);
        expect(there.high).toBeGreaterThanOrEqual(there.value);
        expect(there.high - there.low).toBeGreaterThan(0.01);
      }),
    );
  });

  test('τ is the sum over all pairs', () => {
    fc.assert(
      fc.property(pairs, (all) => {
        let score = 0;
        let untiedX = 0;
        let untiedY = 0;
        for (const [x, y] of all) {
          for (const [u, v] of all) {
            score += Math.sign(x - u) * Math.sign(y - v);
            untiedX += Math.sign(x - u) ** 2;
            untiedY += Math.sign(y - v) ** 2;
          }
        }
        const tau = kendallTau(
          all.map(([one]) => one),
          all.map(([, one]) => one),
        );
        if (untiedX * untiedY === 0) expect(tau).toBeUndefined();
        else expect(tau).toBeCloseTo(score / Math.sqrt(untiedX * untiedY), 12);
      }),
    );
  });

  test('ranks hear the order alone', () => {
    const x = [0.1, 3, 2, 8, 5, 5, 1];
    const y = [2, 2, 1, 9, 4, 3, 0];
    const stretched = x.map((one) => Math.exp(3 * one));
    expect(spearmanEstimate(stretched, y)).toEqual(spearmanEstimate(x, y));
    expect(kendallEstimate(stretched, y)).toEqual(kendallEstimate(x, y));
  });
});

describe.each(names)('degenerate: %s', (name) => {
  const estimate = estimates[name];
  test('no pair, one pair, all missing', () => {
    const none = { status: 'undefined', reason: 'fewer than two pairs' };
    expect(estimate([], [])).toEqual({ ...none, n: 0, missing: 0 });
    expect(estimate([1], [2])).toEqual({ ...none, n: 1, missing: 0 });
    expect(estimate([Number.NaN, 1], [1, Number.NaN], { missing: 1 })).toEqual({ ...none, n: 0, missing: 3 });
  });
  test('a constant side, but for rounding', () => {
    const flat = { status: 'undefined', reason: 'no variance', n: 4, missing: 0 };
    expect(estimate([1, 2, 3, 4], [7, 7, 7, 7])).toEqual(flat);
    expect(estimate([0.1, 0.1, 0.1, 0.1], [1, 2, 3, 4])).toEqual(flat);
  });
  test('two and three pairs, one to three clusters: a value, and the whole range', () => {
    expect(estimate([1, 2], [2, 5])).toMatchObject({ value: 1, low: -1, high: 1, method: 'whole-range' });
    expect(estimate([1, 2, 3], [2, 5, 3])).toMatchObject({ low: -1, high: 1, method: 'whole-range' });
    expect(estimate([1, 2, 3, 4, 5], [2, 1, 4, 3, 6], { clusters: [1, 1, 1, 2, 3] })).toMatchObject({
      low: -1,
      high: 1,
      groups: 3,
      method: 'whole-range',
    });
  });
  test('perfect correlation: of 20 pairs up to .161 may go the other way', () => {
    const x = Array.from({ length: 20 }, (_, index) => index);
    expect(estimate(x, x)).toMatchObject({ value: 1, high: 1, low: expect.closeTo(1 - 2 * 0.16113, 4), method: 'unseen-share' });
    expect(
      estimate(
        x,
        x.map((one) => -one),
      ),
    ).toMatchObject({ value: -1, low: -1, high: expect.closeTo(-1 + 2 * 0.16113, 4) });
    // Ten clusters of two are as ten.
    const clusters = x.map((one) => one >> 1);
    expect(estimate(x, x, { clusters })).toMatchObject({ low: expect.closeTo(1 - 2 * 0.27753, 4), groups: 10 });
  });
  test('four points in a cross, each of four clusters: no residual variance, and a width', () => {
    const x = [1, -1, 0, 0, 1, -1, 0, 0];
    const y = [0, 0, 1, -1, 0, 0, 1, -1];
    const cross = estimate(x, y, { clusters: [0, 1, 2, 3, 0, 1, 2, 3] });
    expect(cross).toMatchObject({ value: 0 });
    if (cross.status !== 'ok') throw new Error('defined');
    expect(cross.high - cross.low).toBeGreaterThan(0.5);
  });
});

test('a hundred thousand pairs in clusters', () => {
  const random = testRandom(1);
  const x = Float64Array.from({ length: 100_000 }, () => drawNormal(random));
  const y = x.map((one) => Math.round(one + drawNormal(random)));
  const clusters = x.map((_, index) => index >> 3);
  for (const name of names) {
    expect(estimates[name](x, y, { clusters })).toMatchObject({ n: 100_000, groups: 12_500 });
  }
});

describe('simulated coverage of the 95% interval', () => {
  const trials = Number(process.env.SIMULATION_TRIALS ?? 400);
  const singles = (n: number): number[] => Array<number>(n).fill(1);
  test.each([
    ['20 pairs', singles(20), 0.5, 0, 0],
    ['20 pairs, high', singles(20), 0.9, 0, 0],
    ['100 pairs', singles(100), 0.3, 0, 0],
    ['100 pairs, none', singles(100), 0, 0, 0],
    ['100 pairs, five levels', singles(100), 0.7, 0, 5],
    ['ten clusters of ten', Array<number>(10).fill(10), 0.5, 0.3, 0],
    ['thirty clusters of five', Array<number>(30).fill(5), 0.5, 0.3, 0],
    ['thirty clusters of five, five levels', Array<number>(30).fill(5), 0.7, 0.3, 5],
  ] as [string, number[], number, number, number][])('%s', (name, sizes, correlation, shared, levels) => {
    const random = testRandom(31);
    const ids = clusterIds(sizes);
    const draw = (n: readonly number[]): { x: number[]; y: number[] } => {
      const pair = (): [number, number] => {
        const first = drawNormal(random);
        return [first, correlation * first + Math.sqrt(1 - correlation ** 2) * drawNormal(random)];
      };
      const sources = new Map<number, [number, number]>();
      const x: number[] = [];
      const y: number[] = [];
      for (const id of n) {
        const source = sources.get(id) ?? pair();
        sources.set(id, source);
        const own = pair();
        const mixed = [0, 1].map(
          (side) => Math.sqrt(shared) * (source[side] as number) + Math.sqrt(1 - shared) * (own[side] as number),
        );
        const [a, b] =
          levels === 0 ? mixed : mixed.map((one) => Math.max(1, Math.min(levels, Math.round(one + (levels + 1) / 2))));
        x.push(a as number);
        y.push(b as number);
      }
      return { x, y };
    };
    const truths = truthsOf(correlation, levels, () => draw(Array.from({ length: 200_000 }, (_, index) => index)));
    const covered = { pearson: 0, spearman: 0, kendall: 0 };
    shareOf(trials, () => {
      const { x, y } = draw(ids);
      for (const one of names) {
        const estimate = estimates[one](x, y, { clusters: ids });
        const truth = truths[one];
        if (estimate.status === 'ok' && estimate.low <= truth && truth <= estimate.high) covered[one] += 1 / trials;
      }
      return true;
    });
    if (process.env.SIMULATION_TRIALS !== undefined) process.stdout.write(`${name} ${JSON.stringify(covered)}\n`);
    // 400 trials: standard error .011.
    for (const one of names) expect(covered[one]).toBeGreaterThan(0.895);
  });
});

/** Population values: known for normal variables, from 200,000 pairs for levels. */
function truthsOf(
  correlation: number,
  levels: number,
  large: () => { x: number[]; y: number[] },
): Record<(typeof names)[number], number> {
  if (levels === 0) {
    return {
      pearson: correlation,
      spearman: (6 / Math.PI) * Math.asin(correlation / 2),
      kendall: (2 / Math.PI) * Math.asin(correlation),
    };
  }
  const { x, y } = large();
  return {
    pearson: pearsonCorrelation(x, y) as number,
    spearman: spearmanCorrelation(x, y) as number,
    kendall: kendallTau(x, y) as number,
  };
}
