import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../estimate.ts';
import { clusterIds, drawNormal, drawRate, testRandom } from '../testing/simulation.ts';
import { brierDecomposition } from './brier-decomposition.ts';
import { brierEstimate, brierSkillEstimate } from './brier.ts';
import reference from './calibration.reference.json' with { type: 'json' };
import { logLoss } from './log-loss.ts';
import { logistic } from './logistic.ts';
import { probabilityBins } from './probability-bins.ts';
import { reliabilityCurve } from './reliability-curve.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const ends = (estimate: Estimate) => (estimate.status === 'ok' ? [estimate.value, estimate.low, estimate.high] : []);
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 10));
const singles = (list: readonly unknown[]): number[] => [...list.keys()];

describe.each(reference.forecasts)('scikit-learn, statsmodels and numpy: case %#', (forecasts) => {
  test('Brier’s score, its skill, log loss', () => {
    expect(ends(brierEstimate(forecasts))).toEqual(near(forecasts.brier));
    expect(ends(brierSkillEstimate(forecasts))).toEqual(near(forecasts.skill));
    expect(ends(logLoss(forecasts).loss)).toEqual(near(forecasts.logLoss));
  });
  test('decomposition and curve', () => {
    const parts = brierDecomposition(forecasts);
    expect(parts).toMatchObject(
      Object.fromEntries(Object.entries(forecasts.decomposition).map(([name, value]) => [name, expect.closeTo(value, 12)])),
    );
    const curve = reliabilityCurve(forecasts).map(({ n, meanProbability, rate }) => [n, meanProbability, ends(rate)[0]]);
    expect(curve).toEqual(forecasts.curve.map(near));
  });
});

test('four forecasts by hand', () => {
  const forecasts = { probabilities: [0.9, 0.6, 0.2, NaN, 0.5], outcomes: [1, 0, 0, 1, 1], clusters: [0, 1, 2, 3, 4] };
  // (.01 + .36 + .04 + .25)/4; the base rate ½ has ¼.
  expect(brierEstimate(forecasts, { missing: 2 })).toMatchObject({ value: expect.closeTo(0.165, 12), n: 4, missing: 3 });
  expect(brierSkillEstimate(forecasts)).toMatchObject({ value: expect.closeTo(1 - 0.66, 12), method: 'log-ratio' });
  expect(logLoss(forecasts).loss).toMatchObject({ value: expect.closeTo(-Math.log(0.9 * 0.4 * 0.8 * 0.5) / 4, 12) });
});

const row = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 1 }));

test('the decomposition adds up exactly, whatever the bins and the ties', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 12 }), (rows, bins) => {
      const probabilities = rows.map(([p]) => p / 20);
      const parts = brierDecomposition({ probabilities, outcomes: rows.map(([, y]) => y), clusters: singles(rows) }, bins);
      if (parts === undefined) throw new Error('defined');
      const { reliability, resolution, uncertainty, withinVariance, withinCovariance } = parts;
      expect(reliability - resolution + uncertainty + withinVariance - withinCovariance).toBeCloseTo(parts.score, 12);
    }),
  );
});

test('bins ascend, hold equal probabilities whole, and about n/bins where there are no ties', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 80 }),
      fc.integer({ min: 1, max: 12 }),
      (list, bins) => {
        const { of, count } = probabilityBins(list, bins);
        expect(new Set(of).size).toBe(count);
        expect(count).toBeLessThanOrEqual(bins);
        for (const [i, a] of list.entries()) {
          for (const [j, b] of list.entries()) if (a <= b) expect(of[i]).toBeLessThanOrEqual(of[j] as number);
        }
      },
    ),
  );
  const sizes = reliabilityCurve({
    probabilities: singles(Array(103)).map((i) => i / 103),
    outcomes: Array<number>(103).fill(1),
    clusters: singles(Array(103)),
  });
  expect(sizes.map(({ n }) => n).every((n) => n === 10 || n === 11)).toBe(true);
});

describe('degenerate', () => {
  const of = (probabilities: number[], outcomes: number[], clusters = singles(outcomes)) => ({
    probabilities,
    outcomes,
    clusters,
  });
  const none = { status: 'undefined', reason: 'no observation', n: 0, missing: 1 };
  test('nothing', () => {
    const nothing = of([NaN], [1]);
    expect([brierEstimate(nothing), brierSkillEstimate(nothing), logLoss(nothing).loss]).toEqual([none, none, none]);
    expect(brierDecomposition(nothing)).toBeUndefined();
    expect(reliabilityCurve(nothing)).toEqual([]);
  });
  test('always certain and right: 0, skill 1, with a width', () => {
    const outcomes = Array.from({ length: 20 }, (_, index) => index % 2);
    expect(brierEstimate(of(outcomes, outcomes))).toMatchObject({
      value: 0,
      low: 0,
      high: expect.closeTo(0.161, 3),
      method: 'unseen-share',
    });
    expect(brierSkillEstimate(of(outcomes, outcomes))).toMatchObject({
      value: 1,
      low: expect.closeTo(1 - 0.161 * 4, 2),
      high: 1,
    });
    expect(logLoss(of(outcomes, outcomes))).toEqual({
      loss: { status: 'undefined', reason: 'no variance between clusters', n: 20, missing: 0 },
      infinite: 0,
    });
    expect(logLoss(of(outcomes, outcomes), { clip: 0.01 }).loss).toMatchObject({ method: 'unseen-share, clipped at 0.01' });
  });
  test('one class, one value, one cluster', () => {
    expect(brierSkillEstimate(of([0.4, 0.9], [1, 1]))).toMatchObject({ reason: expect.stringContaining('one class only') });
    expect(brierSkillEstimate(of([0.4, 0.9], [0, 1], [3, 3]))).toMatchObject({ reason: 'one cluster only' });
    const half = brierSkillEstimate(of([0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1]));
    expect(half).toMatchObject({ value: 0, method: 'unseen-share' });
    if (half.status === 'ok') expect(half.high - half.low).toBeGreaterThan(0.5);
    expect(brierDecomposition(of([0.5, 0.5], [0, 1]))).toMatchObject({ bins: 1, resolution: 0, reliability: 0 });
    expect(brierDecomposition(of([0.2], [1]))).toMatchObject({ bins: 1, uncertainty: 0, reliability: expect.closeTo(0.64, 12) });
  });
  test('a certain error is infinite, and said; or clipped, and said', () => {
    const wrong = of([1, 0, 0.5, 0.8], [0, 0, 1, 1]);
    expect(logLoss(wrong)).toEqual({
      loss: {
        status: 'undefined',
        reason: '1 of 4 probabilities were 0 or 1 and wrong: the log loss is infinite',
        n: 4,
        missing: 0,
      },
      infinite: 1,
    });
    expect(logLoss(wrong, { clip: 0.001 })).toMatchObject({
      loss: {
        value: expect.closeTo((-Math.log(0.001) - Math.log(0.999) - Math.log(0.5) - Math.log(0.8)) / 4, 12),
        method: 'student, clipped at 0.001',
      },
      infinite: 1,
    });
  });
});

describe('simulated coverage of the 95% interval', () => {
  // The judge takes log-odds 1.5 times too far. Truths by integration over a normal of 400 points.
  const truth = integrate();
  test.each([
    ['30 single', Array<number>(30).fill(1), 0],
    ['100 single', Array<number>(100).fill(1), 0],
    ['500 single', Array<number>(500).fill(1), 0],
    ['twenty clusters of five', Array<number>(20).fill(5), 0.3],
    ['100 unequal clusters', Array.from({ length: 100 }, (_, index) => 1 + (index % 9)), 0.3],
  ])('%s', (name, sizes, correlation) => {
    const random = testRandom(61);
    const ids = clusterIds(sizes);
    const covered = [0, 0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      // A uniform number with the correlation within clusters, so that errors go together.
      const shared = sizes.map(() => drawNormal(random));
      const scores = ids.map(
        (id) => Math.sqrt(correlation) * (shared[id] as number) + Math.sqrt(1 - correlation) * drawNormal(random),
      );
      const forecasts = {
        probabilities: scores.map((score) => logistic(1.5 * score)),
        outcomes: scores.map((score) => (random() < logistic(score) ? 1 : 0)),
        clusters: ids,
      };
      const figures = [brierEstimate(forecasts), brierSkillEstimate(forecasts), logLoss(forecasts).loss];
      for (const [place, figure] of figures.entries()) {
        const of = truth[place] as number;
        if (figure.status === 'ok' && figure.low <= of && of <= figure.high)
          covered[place] = (covered[place] as number) + 1 / trials;
      }
    }
    if (trials > 1000) process.stdout.write(`brier, skill, log loss ${name}: ${covered.map((one) => one.toFixed(3)).join()}\n`);
    for (const share of covered) expect(share).toBeGreaterThan(0.91);
  });

  function integrate(): number[] {
    let [brier, loss, weights] = [0, 0, 0];
    for (let step = 0; step <= 4000; step += 1) {
      const score = -8 + step / 250;
      const weight = Math.exp((-score * score) / 2);
      const [p, q] = [logistic(1.5 * score), logistic(score)];
      brier += weight * (q * (1 - p) ** 2 + (1 - q) * p ** 2);
      loss -= weight * (q * Math.log(p) + (1 - q) * Math.log(1 - p));
      weights += weight;
    }
    return [brier / weights, 1 - brier / weights / 0.25, loss / weights];
  }
});

test('100,000 forecasts', () => {
  const random = testRandom(8);
  const probabilities = Array.from({ length: 100_000 }, () => drawRate(0.5, 0.3, random));
  const forecasts = {
    probabilities,
    outcomes: probabilities.map((p) => (random() < p ? 1 : 0)),
    clusters: probabilities.map((_, i) => i >> 2),
  };
  expect(brierSkillEstimate(forecasts).status).toBe('ok');
  expect(brierDecomposition(forecasts)?.bins).toBe(10);
  expect(reliabilityCurve(forecasts)).toHaveLength(10);
});
