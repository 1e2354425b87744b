import { describe, expect, test } from 'vitest';
import { normalCdf } from '../distributions.ts';
import { clusterIds, drawNormal, testRandom } from '../testing/simulation.ts';
import { calibrationError } from './calibration-error.ts';
import reference from './calibration.reference.json' with { type: 'json' };
import { foldedMean, foldedSumVariance } from './folded-normal.ts';
import { logistic } from './logistic.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const singles = (list: readonly unknown[]): number[] => [...list.keys()];

test.each(reference.forecasts)(
  'a second implementation (numpy, scipy): case %#',
  ({ error, plain, expected, squared, ...forecasts }) => {
    const found = calibrationError(forecasts);
    if (found.error.status !== 'ok') throw new Error('defined');
    expect([found.plain, found.expected, found.squared]).toEqual(
      [plain, expected, squared].map((one) => expect.closeTo(one, 12)),
    );
    expect([found.error.value, found.error.low, found.error.high]).toEqual(error.map((one) => expect.closeTo(one, 9)));
  },
);

test('two bins by hand', () => {
  // Bins .2 and .8, five each, rates .4 and .6: both off by .2; Kumar: .04 − .24/4 = −.02.
  const probabilities = [0.2, 0.2, 0.2, 0.2, 0.2, 0.8, 0.8, 0.8, 0.8, 0.8];
  const found = calibrationError(
    { probabilities, outcomes: [1, 1, 0, 0, 0, 1, 1, 1, 0, 0], clusters: singles(probabilities) },
    { missing: 1 },
  );
  expect(found).toMatchObject({
    plain: expect.closeTo(0.2, 12),
    // √(2/π · 5 · .16) · 2/10.
    expected: expect.closeTo(Math.sqrt((2 / Math.PI) * 0.8) / 5, 12),
    squared: expect.closeTo(-0.02, 12),
    bins: 2,
    error: { low: 0, n: 10, missing: 1, method: 'folded-normal' },
  });
});

test('moments of folded normals: half-normal, far from 0, and a correlated sum against 200,000 draws', () => {
  expect(foldedMean(0, 2)).toBeCloseTo(2 * Math.sqrt(2 / Math.PI), 12);
  expect(foldedMean(-9, 1)).toBeCloseTo(9, 12);
  expect(foldedMean(-3, 0)).toBe(3);
  expect(foldedSumVariance([0], Float64Array.of(1), [1])).toBeCloseTo(1 - 2 / Math.PI, 12);
  expect(foldedSumVariance([1], Float64Array.of(0), [1])).toBe(0);
  const random = testRandom(5);
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < 200_000; draw += 1) {
    const [x, own] = [drawNormal(random), drawNormal(random)];
    const total = Math.abs(0.5 + x) + 2 * Math.abs(0.2 + 0.6 * x + 0.8 * own);
    sum += total / 200_000;
    squares += total ** 2 / 200_000;
  }
  const found = foldedSumVariance([0.5, 0.2], Float64Array.of(1, 0.6, 0.6, 1), [1, 2]);
  expect(Math.abs(found / (squares - sum ** 2) - 1)).toBeLessThan(0.04);
});

describe('degenerate', () => {
  test('nothing, one cluster, one forecast', () => {
    expect(calibrationError({ probabilities: [], outcomes: [], clusters: [] }, { missing: 3 })).toEqual({
      error: { status: 'undefined', reason: 'no observation', n: 0, missing: 3 },
      plain: undefined,
      expected: undefined,
      squared: undefined,
      bins: 0,
    });
    expect(calibrationError({ probabilities: [0.2, 0.6], outcomes: [0, 1], clusters: [1, 1] })).toMatchObject({
      error: { status: 'undefined', reason: 'one cluster only' },
      plain: expect.closeTo(0.1, 12),
    });
    expect(calibrationError({ probabilities: [0.2], outcomes: [0], clusters: [1] })).toMatchObject({
      error: { status: 'undefined', reason: 'one cluster only' },
      squared: undefined,
    });
  });
  test('always certain and right, all alike, exactly on the diagonal: 0 with a width', () => {
    const outcomes = Array.from({ length: 40 }, (_, index) => index % 2);
    for (const probabilities of [outcomes, outcomes.map(() => 0.5)]) {
      const { error, plain } = calibrationError({ probabilities, outcomes, clusters: singles(outcomes) });
      expect(plain).toBe(0);
      expect(error).toMatchObject({ value: 0, low: 0 });
      if (error.status === 'ok') expect(error.high).toBeGreaterThan(0.04);
    }
  });
  test('always certain and wrong: 1', () => {
    const outcomes = Array.from({ length: 40 }, (_, index) => index % 2);
    const { error } = calibrationError({ probabilities: outcomes.map((y) => 1 - y), outcomes, clusters: singles(outcomes) });
    expect(error).toMatchObject({
      value: expect.closeTo(1, 3),
      high: 1,
      low: expect.toSatisfy((low: number) => low > 0.8 && low < 0.99),
    });
  });
});

test('100,000 forecasts', () => {
  const random = testRandom(8);
  const probabilities = Array.from({ length: 100_000 }, random);
  const outcomes = probabilities.map((p) => (random() < p ? 1 : 0));
  const found = calibrationError({ probabilities, outcomes, clusters: probabilities.map((_, i) => i >> 3) });
  expect(found.error).toMatchObject({ status: 'ok' });
});

describe('simulated coverage of the 95% interval', () => {
  // Log-odds told `bend` times too far, moved by `shift`; the outcome is drawn by a uniform number that clusters share in part.
  test.each([
    ['100 single, calibrated', Array<number>(100).fill(1), 0, 1, 0],
    ['100 single, calibrated and certain', Array<number>(100).fill(1), 0, 1, 0, 3],
    ['100 single, bent', Array<number>(100).fill(1), 0, 2, 0],
    ['100 single, moved', Array<number>(100).fill(1), 0, 1, 0.7],
    ['500 single, calibrated', Array<number>(500).fill(1), 0, 1, 0],
    ['500 single, slightly bent', Array<number>(500).fill(1), 0, 1.3, 0],
    ['500 single, bent', Array<number>(500).fill(1), 0, 2, 0],
    ['2,000 single, bent', Array<number>(2000).fill(1), 0, 2, 0],
    ['40 clusters of five, calibrated', Array<number>(40).fill(5), 0.4, 1, 0],
    ['40 clusters of five, bent', Array<number>(40).fill(5), 0.4, 2, 0],
    ['100 unequal clusters, moved', Array.from({ length: 100 }, (_, i) => 1 + (i % 9)), 0.4, 1, 0.7],
  ] as [string, number[], number, number, number, number?][])('%s', (name, sizes, correlation, bend, shift, spread = 1.2) => {
    const random = testRandom(62);
    const ids = clusterIds(sizes);
    const draw = (of: readonly number[], shared: readonly number[]) => {
      const scores = of.map(() => spread * drawNormal(random));
      const outcomes = scores.map((score, index) => {
        // A uniform threshold whose normal quantile the cluster shares.
        const z = Math.sqrt(correlation) * (shared[of[index] as number] ?? 0) + Math.sqrt(1 - correlation) * drawNormal(random);
        return normalCdf(z) < logistic(score) ? 1 : 0;
      });
      return { probabilities: scores.map((score) => logistic(bend * score + shift)), outcomes, scores };
    };
    // The error between ten bins of equal mass, of 400,000 forecasts and their own true rates.
    const scores = Array.from({ length: 400_000 }, () => spread * drawNormal(random)).sort((a, b) => a - b);
    let truth = 0;
    for (let bin = 0; bin < 10; bin += 1) {
      const members = scores.slice(bin * 40_000, (bin + 1) * 40_000);
      truth += Math.abs(members.reduce((sum, score) => sum + logistic(bend * score + shift) - logistic(score), 0)) / 400_000;
    }
    let [covered, mean, plainMean, expectedMean, width] = [0, 0, 0, 0, 0];
    const times = Math.ceil(trials / (ids.length > 1000 ? 2 : 1));
    for (let trial = 0; trial < times; trial += 1) {
      const found = calibrationError({
        ...draw(
          ids,
          sizes.map(() => drawNormal(random)),
        ),
        clusters: ids,
      });
      if (found.error.status !== 'ok') throw new Error('defined');
      if (found.error.low <= truth && truth <= found.error.high) covered += 1 / times;
      mean += found.error.value / times;
      width += (found.error.high - found.error.low) / times;
      plainMean += (found.plain as number) / times;
      expectedMean += (found.expected as number) / times;
    }
    if (trials > 1000)
      process.stdout.write(
        `ece ${name}: truth ${truth.toFixed(4)} covered ${covered.toFixed(3)} mean ${mean.toFixed(4)} plain ${plainMean.toFixed(4)} expected ${expectedMean.toFixed(4)} width ${width.toFixed(3)}\n`,
      );
    expect(covered).toBeGreaterThan(0.895);
    if (bend === 1 && shift === 0 && correlation === 0) expect(Math.abs(expectedMean / plainMean - 1)).toBeLessThan(0.05);
  });
});
