import { describe, expect, test } from 'vitest';
import type { Estimate } from '../estimate.ts';
import { clusterIds, drawNormal, testRandom } from '../testing/simulation.ts';
import { biasEstimate, maeEstimate, rmseEstimate } from './error-estimates.ts';
import reference from './errors.reference.json' with { type: 'json' };
import { withinOneAgreement } from './within-one.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const ends = (estimate: Estimate) => (estimate.status === 'ok' ? [estimate.value, estimate.low, estimate.high] : []);
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

test.each(reference)('scikit-learn and statsmodels: case %#', ({ mae, bias, mse, rmse, withinOne, ...pairs }) => {
  expect(ends(maeEstimate(pairs))).toEqual(near([mae[0] as number, Math.max(0, mae[1] as number), mae[2] as number]));
  expect(ends(biasEstimate(pairs))).toEqual(near(bias));
  expect(ends(rmseEstimate(pairs))).toEqual(near(rmse));
  expect(mse[0]).toBeCloseTo((rmse[0] as number) ** 2, 9);
  const within = withinOneAgreement(pairs);
  if (within.status !== 'ok') throw new Error('defined');
  expect(within.value).toBeCloseTo(withinOne[0] as number, 12);
  if (within.method === 'wilson') expect(ends(within)).toEqual(near(withinOne));
});

test('four by hand', () => {
  // Errors 1, −1, 2, 0: MAE 1, bias ½, MSE 6/4.
  const pairs = { gold: [1, 2, 3, 4, NaN], verdicts: [2, 1, 5, 4, 1], clusters: [0, 1, 2, 3, 4] };
  expect(maeEstimate(pairs, { missing: 2 })).toMatchObject({ value: 1, n: 4, missing: 3 });
  expect(biasEstimate(pairs)).toMatchObject({ value: 0.5, missing: 1 });
  // Squares 1, 1, 4, 0: s² = 3, SE = √3/2; t(3) = 3.182446.
  const factor = Math.exp((3.182446305284263 * Math.sqrt(3)) / 2 / 3);
  expect(rmseEstimate(pairs)).toEqual({
    status: 'ok',
    value: Math.sqrt(1.5),
    low: expect.closeTo(Math.sqrt(1.5) / factor, 10),
    high: expect.closeTo(Math.sqrt(1.5) * factor, 10),
    level: 0.95,
    method: 'log-delta',
    n: 4,
    missing: 1,
  });
});

test('RMSE² = bias² + variance, and is not under the MAE', () => {
  const random = testRandom(5);
  const gold = Array.from({ length: 60 }, () => drawNormal(random));
  const pairs = { gold, verdicts: gold.map((of) => of + 0.3 + drawNormal(random)), clusters: gold.map((_, index) => index % 20) };
  const [mae, bias, rmse] = [maeEstimate(pairs), biasEstimate(pairs), rmseEstimate(pairs)].map(
    (figure) => ends(figure)[0] as number,
  );
  const variance =
    gold.reduce((sum, of, index) => sum + ((pairs.verdicts[index] as number) - of - (bias as number)) ** 2, 0) / 60;
  expect((rmse as number) ** 2).toBeCloseTo((bias as number) ** 2 + variance, 12);
  expect(rmse).toBeGreaterThan(mae as number);
});

describe('degenerate', () => {
  const exact = { gold: [1, 2, 3], verdicts: [1, 2, 3], clusters: [0, 1, 2] };
  const none = { gold: [NaN], verdicts: [1], clusters: [0] };
  test('nothing, no spread, one cluster', () => {
    for (const of of [maeEstimate, biasEstimate, rmseEstimate]) {
      expect(of(none)).toEqual({ status: 'undefined', reason: 'no observation', n: 0, missing: 1 });
      expect(of(exact)).toEqual({ status: 'undefined', reason: 'no variance between clusters', n: 3, missing: 0 });
      expect(of({ ...exact, clusters: [7, 7, 7] })).toMatchObject({ reason: 'one cluster only' });
      const [value, low, high] = ends(of(exact, { range: [1, 5] }));
      expect(value).toBe(0);
      expect((high as number) - (low as number)).toBeGreaterThan(1);
      expect(of(exact, { range: [1, 5] })).toMatchObject({ method: 'unseen-share' });
    }
    expect(rmseEstimate({ ...exact, verdicts: [5, 2, 3] }, { range: [1, 5] })).toMatchObject({ high: 4 });
  });
  test('within one: nothing, missing codes, all within', () => {
    expect(withinOneAgreement({ gold: [-1], verdicts: [1], clusters: [0] }, { missing: 1 })).toMatchObject({
      reason: 'no observation',
      missing: 2,
    });
    const all = withinOneAgreement({ gold: [0, 1, 2, 3], verdicts: [1, 1, -1, 2], clusters: [0, 1, 2, 3] });
    expect(all).toMatchObject({ value: 1, low: expect.closeTo(0.4385, 3), high: 1, n: 3, missing: 1 });
  });
});

describe('simulated coverage of the 95% interval', () => {
  test.each([
    ['20 single, normal errors', Array<number>(20).fill(1), 0],
    ['100 single', Array<number>(100).fill(1), 0],
    ['20 clusters of five', Array<number>(20).fill(5), 0.5],
    ['100 unequal clusters', Array.from({ length: 100 }, (_, index) => 1 + (index % 9)), 0.5],
  ])('%s', (name, sizes, shared) => {
    const random = testRandom(51);
    const ids = clusterIds(sizes);
    const gold = ids.map(() => 0);
    const truths = [0.2 + Math.sqrt(2 / Math.PI), 0.2, Math.sqrt(1.04)];
    // E |N(.2, 1)| = √(2/π) e^(−.02) + .2 (2 Φ(.2) − 1).
    truths[0] = Math.sqrt(2 / Math.PI) * Math.exp(-0.02) + 0.2 * 0.158519;
    const covered = [0, 0, 0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const shift = sizes.map(() => drawNormal(random));
      const verdicts = ids.map(
        (id) => 0.2 + Math.sqrt(shared) * (shift[id] as number) + Math.sqrt(1 - shared) * drawNormal(random),
      );
      const pairs = { gold, verdicts, clusters: ids };
      const rmse = ends(rmseEstimate(pairs)) as [number, number, number];
      // The plain delta method, on the RMSE itself.
      const half = rmse[0] * Math.log(rmse[2] / rmse[0]);
      const figures = [ends(maeEstimate(pairs)), ends(biasEstimate(pairs)), rmse, [rmse[0], rmse[0] - half, rmse[0] + half]];
      for (const [place, figure] of figures.entries()) {
        const truth = truths[Math.min(place, 2)] as number;
        if ((figure[1] as number) <= truth && truth <= (figure[2] as number))
          covered[place] = (covered[place] as number) + 1 / trials;
      }
    }
    if (trials > 1000)
      process.stdout.write(`mae, bias, rmse, plain delta ${name}: ${covered.map((one) => one.toFixed(3)).join()}\n`);
    for (const share of covered.slice(0, 3)) expect(share).toBeGreaterThan(0.91);
  });
});
