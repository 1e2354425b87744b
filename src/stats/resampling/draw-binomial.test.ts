import { expect, test } from 'vitest';
import { binomialPmf } from '../distributions.ts';
import { testRandom } from '../testing/simulation.ts';
import { drawBinomial } from './draw-binomial.ts';

test.each([
  [5, 0.3],
  [30, 0.2],
  [40, 0.5],
  [1000, 0.02],
  [1000, 0.98],
  [200, 0.35],
])('%i trials at %f: the frequencies of 40,000 draws fit the binomial (χ², p > .0005)', (trials, probability) => {
  const random = testRandom(trials);
  const draws = 40_000;
  const counts = new Float64Array(trials + 1);
  for (let draw = 0; draw < draws; draw += 1) {
    const value = drawBinomial(trials, probability, random);
    counts[value] = (counts[value] as number) + 1;
  }
  let statistic = 0;
  let cells = 0;
  let [restExpected, restFound] = [0, 0];
  for (let value = 0; value <= trials; value += 1) {
    restExpected += draws * binomialPmf(value, trials, probability);
    restFound += counts[value] as number;
    // Neighbours are joined until ten are expected.
    if (restExpected < 10) continue;
    statistic += (restFound - restExpected) ** 2 / restExpected;
    cells += 1;
    [restExpected, restFound] = [0, 0];
  }
  // Wilson and Hilferty's normal approximation of χ²; 3.3 standard deviations.
  const degrees = cells - 1;
  const z = (Math.cbrt(statistic / degrees) - (1 - 2 / (9 * degrees))) / Math.sqrt(2 / (9 * degrees));
  expect(z).toBeLessThan(3.3);
});

test('a large binomial has its mean and variance', () => {
  const random = testRandom(9);
  const values = Array.from({ length: 20_000 }, () => drawBinomial(100_000, 0.4, random));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  // Standard errors: 155/√20,000 = 1.1, and 1% of the variance.
  expect(Math.abs(mean - 40_000)).toBeLessThan(4.5);
  expect(Math.abs(variance / 24_000 - 1)).toBeLessThan(0.04);
});

test('edges', () => {
  const random = testRandom(1);
  expect([
    drawBinomial(0, 0.5, random),
    drawBinomial(7, 0, random),
    drawBinomial(7, 1, random),
    drawBinomial(7, 0.5, () => 0),
    drawBinomial(3, 0.5, () => 0.9999999999999999),
  ]).toEqual([0, 0, 7, 0, 3]);
});
