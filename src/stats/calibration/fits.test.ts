import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawNormal, testRandom } from '../testing/simulation.ts';
import { calibrate, calibrateClasses } from './calibrate.ts';
import { calibrationError } from './calibration-error.ts';
import reference from './calibration.reference.json' with { type: 'json' };
import type { Calibration, CalibrationFit } from './calibration.ts';
import { fitIsotonic } from './isotonic.ts';
import { logistic, logit } from './logistic.ts';
import { fitPlatt } from './platt.ts';
import { fitClassTemperature, fitTemperature } from './temperature.ts';

const singles = (list: readonly unknown[]): number[] => [...list.keys()];

function fitted<Kind extends Calibration>(fit: CalibrationFit<Kind>): Kind {
  if (fit.status !== 'ok') throw new Error(fit.reason);
  return fit.calibration;
}

describe.each(reference.forecasts)('case %#', ({ probabilities, outcomes, clusters, ...expected }) => {
  const data = { scores: probabilities, outcomes, clusters };
  test('isotonic regression: scikit-learn, between and beyond the scores seen', () => {
    const calibration = fitted(fitIsotonic(data, { least: 2 }));
    for (const [index, score] of expected.grid.entries())
      expect(calibrate(calibration, score)).toBeCloseTo(expected.isotonic[index] as number, 12);
  });
  test('Platt scaling: scikit-learn to where it stops, scipy to 1e-6', () => {
    const { slope, intercept } = fitted(fitPlatt(data));
    // scikit-learn's L-BFGS stops at a gradient of 1e-6, scipy's here at 1e-9.
    expect(Math.abs(slope - (expected.platt.exact[0] as number))).toBeLessThan(1e-6);
    expect(Math.abs(intercept - (expected.platt.exact[1] as number))).toBeLessThan(1e-6);
    expect(Math.abs(slope - (expected.platt.sklearn[0] as number))).toBeLessThan(1e-6);
    expect(Math.abs(intercept - (expected.platt.sklearn[1] as number))).toBeLessThan(1e-6);
  });
  test('temperature: scipy', () => {
    const scores = probabilities.map((p) => logit(p, 1e-9));
    expect(Math.abs(fitted(fitTemperature({ ...data, scores })).temperature - expected.temperature)).toBeLessThan(1e-6);
    // Two classes are the case of logits s and 0.
    const logits = scores.flatMap((score) => [0, score]);
    const both = fitted(fitClassTemperature({ logits, classes: 2, gold: outcomes, clusters }));
    expect(Math.abs(both.temperature - expected.temperature)).toBeLessThan(1e-6);
  });
});

test.each(reference.classTemperatures)('temperature of $classes classes: scipy', ({ temperature, ...data }) => {
  const found = fitted(fitClassTemperature({ ...data, clusters: singles(data.gold) }));
  expect(Math.abs(found.temperature - temperature)).toBeLessThan(1e-6);
  const shares = calibrateClasses(found, data.logits.slice(0, data.classes));
  expect(shares.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12);
});

test('isotonic by hand, with ties', () => {
  // Rates by score: 1: 0/1, 2: 1/2, 3: 0/1, 4: 1/1. Scores 2 and 3 are pooled to 1/3.
  const data = { scores: [1, 2, 2, 3, 4], outcomes: [0, 1, 0, 0, 1], clusters: [0, 1, 2, 3, 4] };
  const calibration = fitted(fitIsotonic(data, { least: 5 }));
  expect(calibration).toEqual({
    kind: 'isotonic',
    scores: [1, 2, 3, 4],
    probabilities: [0, 1 / 3, 1 / 3, 1],
    n: 5,
    from: 1,
    to: 4,
  });
  expect([0, 1, 1.5, 2.4, 3.5, 9].map((score) => calibrate(calibration, score))).toEqual(
    [0, 0, 1 / 6, 1 / 3, 2 / 3, 1].map((value) => expect.closeTo(value, 12)),
  );
  expect(calibrate(calibration, NaN)).toBeNaN();
});

test('an isotonic map never falls, whatever the data, and keeps the mean', () => {
  const row = fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 1 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 3, maxLength: 60 }), (rows) => {
      const [scores, outcomes] = [rows.map(([score]) => score), rows.map(([, y]) => y)];
      const fit = fitIsotonic({ scores, outcomes, clusters: singles(rows) }, { least: 1 });
      if (fit.status !== 'ok') return;
      const found = scores.map((score) => calibrate(fit.calibration, score));
      expect(found.reduce((a, b) => a + b, 0)).toBeCloseTo(
        outcomes.reduce((a, b) => a + b, 0),
        9,
      );
      const { probabilities } = fit.calibration;
      for (const [index, one] of probabilities.entries())
        if (index > 0) expect(one).toBeGreaterThanOrEqual(probabilities[index - 1] as number);
    }),
  );
});

test('a calibration comes back from JSON as it was', () => {
  const { probabilities: scores, outcomes, clusters } = reference.forecasts[1] as (typeof reference.forecasts)[number];
  const data = { scores, outcomes, clusters };
  for (const fit of [fitPlatt(data), fitTemperature({ ...data, scores: scores.map((p) => logit(p, 1e-9)) }), fitIsotonic(data)]) {
    const calibration = fitted<Calibration>(fit);
    expect(JSON.parse(JSON.stringify(calibration))).toEqual(calibration);
  }
});

test('a judge that is too sure by 2.5: found by all three, and mended on other data', () => {
  const random = testRandom(12);
  const draw = (n: number) => {
    const truth = Array.from({ length: n }, () => drawNormal(random));
    return {
      scores: truth.map((one) => 2.5 * one),
      outcomes: truth.map((one) => (random() < logistic(one) ? 1 : 0)),
      clusters: singles(truth),
    };
  };
  const [training, held] = [draw(3000), draw(3000)];
  const errorOf = (map: (score: number) => number) => calibrationError({ ...held, probabilities: held.scores.map(map) });
  const before = errorOf(logistic);
  expect(before.error).toMatchObject({ status: 'ok', low: expect.toSatisfy((low: number) => low > 0.05) });
  const fits = [fitPlatt(training), fitTemperature(training), fitIsotonic(training)];
  for (const fit of fits) {
    const calibration = fitted<Calibration>(fit);
    const after = errorOf((score) => calibrate(calibration, score));
    expect(after.error).toMatchObject({ status: 'ok', value: expect.toSatisfy((value: number) => value < 0.03) });
  }
  expect(fitted(fitTemperature(training)).temperature).toBeCloseTo(2.5, 0);
  expect(fitted(fitPlatt(training)).slope).toBeCloseTo(0.4, 1);
});

describe('refused, with a reason and never as an identity', () => {
  const even = Array.from({ length: 200 }, (_, index) => index % 2);
  const scores = even.map((_, index) => Math.sin(index) + 0.4 * (index % 2));
  const clusters = singles(even);
  const reasonOf = (fit: CalibrationFit<Calibration>) => (fit.status === 'undefined' ? fit.reason : undefined);
  test.each([
    ['Platt', fitPlatt],
    ['isotonic', fitIsotonic],
    ['temperature', fitTemperature],
  ] as const)('%s', (_, fit) => {
    expect(fit({ scores: [NaN], outcomes: [1], clusters: [0] })).toEqual({
      status: 'undefined',
      reason: 'no observation',
      n: 0,
      missing: 1,
    });
    expect(reasonOf(fit({ scores, outcomes: even.map(() => 1), clusters }))).toBe('outcomes are of one class only');
    expect(reasonOf(fit({ scores: scores.map(() => 0.5), outcomes: even, clusters }))).toBe('all scores are one value');
    expect(reasonOf(fit({ scores: scores.with(3, Infinity), outcomes: even, clusters }))).toBe('a score is infinite');
    expect(reasonOf(fit({ scores, outcomes: even, clusters: clusters.map((id) => id % 9) }))).toMatch(
      /^9 independent observations, and/,
    );
    expect(fit({ scores: scores.with(3, NaN), outcomes: even, clusters })).toMatchObject({ status: 'ok', missing: 1 });
  });
  test('no order, no finite temperature', () => {
    const falling = { scores: even.map((y) => -y), outcomes: even, clusters };
    expect(reasonOf(fitIsotonic(falling))).toBe('the rate rises nowhere with the score');
    expect(reasonOf(fitTemperature(falling))).toMatch(/no better than chance/);
    expect(reasonOf(fitTemperature({ ...falling, scores: even.map((y) => 2 * y - 1) }))).toMatch(/never on the wrong side/);
    // Platt's targets keep a separating score finite: 101/102 against 1/102 at scores of 1 and 0.
    const { slope, intercept } = fitted(fitPlatt({ ...falling, scores: even }));
    expect([logistic(intercept), logistic(slope + intercept)]).toEqual([1 / 102, 101 / 102].map((p) => expect.closeTo(p, 9)));
    expect(fitted(fitPlatt(falling)).slope).toBeLessThan(0);
  });
  test('several classes', () => {
    const gold = Array.from({ length: 60 }, (_, index) => index % 3);
    const sure = gold.flatMap((right) => [0, 1, 2].map((one): number => (one === right ? 4 : 0)));
    const of = (logits: number[], codes = gold) =>
      fitClassTemperature({ logits, classes: 3, gold: codes, clusters: singles(gold) });
    expect(reasonOf(of(sure))).toMatch(/never on the wrong side/);
    expect(reasonOf(of(sure.map((one) => -one)))).toMatch(/no better than chance/);
    expect(reasonOf(of(sure.map(() => 1)))).toMatch(/no better than chance/);
    expect(
      reasonOf(
        of(
          sure,
          gold.map(() => 1),
        ),
      ),
    ).toBe('gold is of one class only');
    expect(
      reasonOf(
        of(
          sure,
          gold.map(() => -1),
        ),
      ),
    ).toBe('no observation');
    expect(reasonOf(of(sure.with(5, -Infinity)))).toBe('a logit is infinite');
    const mixed = sure.with(0, 0).with(1, 4).with(7, NaN);
    expect(of(mixed)).toMatchObject({ status: 'ok', missing: 1, calibration: { n: 59, classes: 3 } });
    expect(reasonOf(fitClassTemperature({ logits: mixed, classes: 3, gold, clusters: gold }))).toMatch(/^3 independent/);
  });
});

test('scores of any size: Platt scaling in other units is the same curve', () => {
  const { probabilities, outcomes, clusters } = reference.forecasts[0] as (typeof reference.forecasts)[number];
  const plain = fitted(fitPlatt({ scores: probabilities, outcomes, clusters }));
  const large = fitted(fitPlatt({ scores: probabilities.map((p) => 1e6 * p - 5e7), outcomes, clusters }));
  for (const p of [0.1, 0.5, 0.93]) expect(calibrate(large, 1e6 * p - 5e7)).toBeCloseTo(calibrate(plain, p), 6);
});
