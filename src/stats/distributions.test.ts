import { expect, test } from 'vitest';
import { betaQuantile, binomialCdf, binomialPmf, normalCdf, normalCritical, studentCritical } from './distributions.ts';
import reference from './distributions.reference.json' with { type: 'json' };

/** Relative error; absolute where the reference is next to nothing. */
const near = (value: number, expected: number): number => Math.abs(value - expected) / Math.max(Math.abs(expected), 1e-200);

test.each(reference.student)('scipy: t at $level with $degrees degrees of freedom', ({ level, degrees, critical }) => {
  expect(near(studentCritical(level, degrees), critical)).toBeLessThan(1e-9);
});

test.each(reference.beta)('scipy: beta($a, $b) at $probability', ({ probability, a, b, quantile }) => {
  expect(near(betaQuantile(probability, a, b), quantile)).toBeLessThan(1e-9);
});

test.each(reference.binomial)('scipy: P(X ≤ $x) of $n with $probability', ({ x, n, probability, cdf }) => {
  if (cdf > 1e-100) expect(near(binomialCdf(x, n, probability), cdf)).toBeLessThan(1e-9);
  else expect(binomialCdf(x, n, probability)).toBeLessThan(1e-90);
});

test.each(reference.normal)('scipy: Φ($z)', ({ z, cdf }) => {
  expect(near(normalCdf(z), cdf)).toBeLessThan(1e-13);
});

test('by hand', () => {
  // P(X ≤ 1) of three coins is 4/8; t with one degree of freedom at level .5 is tan(π/4).
  expect(binomialCdf(1, 3, 0.5)).toBeCloseTo(0.5, 14);
  expect(studentCritical(0.5, 1)).toBeCloseTo(1, 12);
  expect(normalCritical(0.95)).toBeCloseTo(1.959963984540054, 12);
});

test('edges', () => {
  expect(studentCritical(0.95, 0)).toBe(Number.POSITIVE_INFINITY);
  expect(normalCdf(Number.NEGATIVE_INFINITY)).toBe(0);
  expect(normalCdf(Number.POSITIVE_INFINITY)).toBe(1);
  expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
  expect([binomialCdf(-1, 5, 0.5), binomialCdf(5, 5, 0.5)]).toEqual([0, 1]);
});

test('the cumulative binomial is the sum of its masses', () => {
  for (const n of [1, 2, 3, 17, 64]) {
    let sum = 0;
    for (let x = 0; x <= n; x += 1) expect(binomialCdf(x, n, 0.37)).toBeCloseTo((sum += binomialPmf(x, n, 0.37)), 12);
  }
});
