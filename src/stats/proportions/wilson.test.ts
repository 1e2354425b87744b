import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialPmf, normalCritical } from '../distributions.ts';
import reference from './proportions.reference.json' with { type: 'json' };
import { wilsonInterval } from './wilson.ts';

test.each(reference.independent)('statsmodels: $events of $n at level $level', ({ events, n, level, wilson: [low, high] }) => {
  const interval = wilsonInterval(events / n, n, level);
  expect(interval.low).toBeCloseTo(low as number, 10);
  expect(interval.high).toBeCloseTo(high as number, 10);
});

test('no events of ten, by hand', () => {
  // p = 0: centre and half are both z²/2n over 1 + z²/n, so low is 0 and high z²/(n + z²) = 3.8415/13.8415.
  const z2 = normalCritical(0.95) ** 2;
  expect(wilsonInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(z2 / (10 + z2), 12) });
  expect(wilsonInterval(0, 10).high).toBeCloseTo(0.2775, 4);
});

test('no events is not [0, 0], all events not [1, 1]', () => {
  for (const n of [1, 2, 5, 50, 100_000]) {
    expect(wilsonInterval(0, n)).toEqual({ low: 0, high: expect.toSatisfy((high: number) => high > 0 && high < 1) });
    expect(wilsonInterval(1, n)).toEqual({ low: expect.toSatisfy((low: number) => low > 0 && low < 1), high: 1 });
  }
});

test('nothing observed says nothing', () => {
  expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test('counting failures instead mirrors it; it holds its proportion; more observations narrow it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
      const p = Math.round(share * n) / n;
      const { low, high } = wilsonInterval(p, n);
      const mirror = wilsonInterval(1 - p, n);
      expect(low).toBeCloseTo(1 - mirror.high, 10);
      expect(low).toBeLessThanOrEqual(p);
      expect(high).toBeGreaterThanOrEqual(p);
      const wider = wilsonInterval(p, n / 2);
      expect(wider.high - wider.low).toBeGreaterThan(high - low);
    }),
  );
});

test('coverage, summed over the binomial exactly: near 95% on average for 20 observations', () => {
  const coverages = Array.from({ length: 99 }, (_, index) => coverage(20, (index + 1) / 100));
  const mean = coverages.reduce((sum, one) => sum + one, 0) / coverages.length;
  expect(mean).toBeGreaterThan(0.945);
  expect(mean).toBeLessThan(0.96);
  expect(Math.min(...coverages)).toBeGreaterThan(0.83);
});

function coverage(n: number, rate: number): number {
  let covered = 0;
  for (let events = 0; events <= n; events += 1) {
    const { low, high } = wilsonInterval(events / n, n);
    if (low <= rate && rate <= high) covered += binomialPmf(events, n, rate);
  }
  return covered;
}
