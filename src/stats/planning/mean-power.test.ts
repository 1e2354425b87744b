import { describe, expect, test } from 'vitest';
import { clusteredMean } from '../means/clustered-mean.ts';
import { drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import { meanDetectable, meanItems, meanPower } from './mean-power.ts';
import reference from './planning.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);

test.each(reference.means.single)('statsmodels: $items items, effect $effect', ({ items, effect, alpha, power }) => {
  expect(meanPower(items, { effect, alpha })).toBeCloseTo(power, 9);
});

test.each(reference.means.clustered)('scipy: $items in clusters of $clusterSize', ({ items, effect, power, ...clusters }) => {
  expect(meanPower(items, { effect, clusters })).toBeCloseTo(power, 9);
});

test.each(reference.means.items)('statsmodels: items for $power at effect $effect', ({ effect, power, items }) => {
  expect(meanItems(power, { effect })).toBe(items);
});

test('items, effect and power say the same', () => {
  const effect = meanDetectable(80, { power: 0.8 }) as number;
  expect(meanPower(80, { effect })).toBeCloseTo(0.8, 9);
  expect(meanItems(0.8, { effect: effect + 1e-9 })).toBe(80);
});

describe('degenerate', () => {
  test('one item, one cluster, no effect', () => {
    expect(meanPower(1, { effect: 3 })).toBe(0);
    expect(meanPower(9, { effect: 3, clusters: { clusterSize: 5, correlation: 0.1 } })).toBe(0);
    expect(meanItems(0.8, { effect: 0 })).toBeUndefined();
    expect(meanDetectable(1, { power: 0.8 })).toBeUndefined();
    expect(meanPower(50, { effect: 0 })).toBeCloseTo(0.05, 9);
  });
});

test('simulated: 20 clusters of five, ρ = .2, effect .3', () => {
  const random = testRandom(81);
  const ids = Array.from({ length: 100 }, (_, index) => Math.floor(index / 5));
  const found = shareOf(trials, () => {
    const shift = Array.from({ length: 20 }, () => Math.sqrt(0.2) * drawNormal(random));
    const values = ids.map((id) => 0.3 + (shift[id] as number) + Math.sqrt(0.8) * drawNormal(random));
    const estimate = clusteredMean(values, ids);
    return estimate.status === 'ok' && (estimate.low > 0 || estimate.high < 0);
  });
  const power = meanPower(100, { effect: 0.3, clusters: { clusterSize: 5, correlation: 0.2 } });
  if (trials > 2000) process.stdout.write(`mean power ${power}, simulated ${found}\n`);
  expect(Math.abs(found - power)).toBeLessThan(0.04);
});
