import { expect, test } from 'vitest';
import { cohenKappa } from '../agreement/cohen-kappa.ts';
import { denseClusters } from '../clusters.ts';
import { testRandom } from '../testing/simulation.ts';
import reference from './bootstrap.reference.json' with { type: 'json' };
import { bootstrapTallies, percentileInterval } from './cluster-bootstrap.ts';
import { codePatterns } from './cluster-patterns.ts';

function kappas(draws: number, seed: number, backwards = false): Float64Array {
  const order = [...reference.gold.keys()];
  if (backwards) order.reverse();
  const patterns = codePatterns(
    order.map((index) => (reference.gold[index] as number) * 2 + (reference.verdicts[index] as number)),
    denseClusters(order.map((index) => reference.clusters[index] as number)),
  ).map(({ weight, codes, amounts }) => ({ weight, cells: codes, amounts }));
  const replicates: number[] = [];
  bootstrapTallies(patterns, { clusters: 40, cells: 4, draws, random: testRandom(seed) }, (counts) => {
    replicates.push(cohenKappa({ classes: 2, counts }) ?? Number.NaN);
  });
  return Float64Array.from(replicates);
}

test('numpy, drawing cluster by cluster: the same distribution of κ', () => {
  const replicates = kappas(20_000, 1);
  const mean = replicates.reduce((sum, value) => sum + value, 0) / replicates.length;
  const deviation = Math.sqrt(replicates.reduce((sum, value) => sum + (value - mean) ** 2, 0) / replicates.length);
  // 20,000 replicates on both sides: the mean's standard error is .01 of the deviation, the percentiles' about .02.
  const unit = reference.deviation;
  expect(Math.abs(mean - reference.mean)).toBeLessThan(0.04 * unit);
  expect(Math.abs(deviation / unit - 1)).toBeLessThan(0.03);
  const interval = percentileInterval(replicates, 0.95);
  expect(Math.abs((interval?.low ?? 0) - reference.low)).toBeLessThan(0.1 * unit);
  expect(Math.abs((interval?.high ?? 0) - reference.high)).toBeLessThan(0.1 * unit);
});

test('a seed is a result: the same whatever the order of the rows, another with another seed', () => {
  const first = [...kappas(50, 7)];
  expect([...kappas(50, 7)]).toEqual(first);
  expect([...kappas(50, 7, true)]).toEqual(first);
  expect([...kappas(50, 8)]).not.toEqual(first);
});

test('every replicate draws as many clusters as there are, common and rare patterns and fractional weights alike', () => {
  const patterns = [
    { weight: 900, cells: [0], amounts: [1] },
    { weight: 3, cells: [1], amounts: [1] },
    { weight: 1.92, cells: [2], amounts: [1] },
    { weight: 95, cells: [3], amounts: [1] },
    { weight: 1, cells: [4], amounts: [1] },
  ];
  const sums = new Float64Array(5);
  bootstrapTallies(patterns, { clusters: 1000, cells: 5, draws: 4000, random: testRandom(2) }, (tally) => {
    expect(tally.reduce((sum, count) => sum + count, 0)).toBe(1000);
    for (const [cell, count] of tally.entries()) sums[cell] = (sums[cell] as number) + count / 4000;
  });
  const total = 1000.92;
  for (const [cell, { weight }] of patterns.entries()) {
    const expected = (1000 * weight) / total;
    // Five standard errors of a mean of 4,000 binomials.
    expect(Math.abs((sums[cell] as number) - expected)).toBeLessThan(5 * Math.sqrt(expected / 4000));
  }
});

test('percentiles by hand', () => {
  // 0, 1 … 100: the 2.5% point lies at place 2.5.
  const replicates = Float64Array.from({ length: 101 }, (_, index) => 100 - index);
  expect(percentileInterval(replicates, 0.95)).toEqual({ low: expect.closeTo(2.5, 9), high: expect.closeTo(97.5, 9) });
});

test('few clusters expand the percentiles, two to the extremes', () => {
  const replicates = Float64Array.from({ length: 1001 }, (_, index) => index);
  // G = 5: t(4) = 2.7764, times √(5/4) = 3.1042; Φ(−3.1042) = .000954, place .954.
  expect(percentileInterval(replicates, 0.95, 5)?.low).toBeCloseTo(0.954, 2);
  expect(percentileInterval(replicates, 0.95, 2)).toEqual({ low: expect.closeTo(0, 6), high: expect.closeTo(1000, 6) });
  expect(percentileInterval(replicates, 0.95, 1)).toEqual({ low: 0, high: 1000 });
});

test('no replicate, no interval', () => {
  expect(percentileInterval(new Float64Array(0), 0.95)).toBeUndefined();
});
