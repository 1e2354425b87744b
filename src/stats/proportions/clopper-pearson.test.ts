import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialPmf } from '../distributions.ts';
import { clopperPearsonInterval } from './clopper-pearson.ts';
import reference from './proportions.reference.json' with { type: 'json' };

test.each(reference.independent)(
  'statsmodels: $events of $n at level $level',
  ({ events, n, level, clopperPearson: [low, high] }) => {
    const interval = clopperPearsonInterval(events, n, level);
    expect(interval.low).toBeCloseTo(low as number, 9);
    expect(interval.high).toBeCloseTo(high as number, 9);
  },
);

test('no events of ten, by hand', () => {
  // P(X = 0) = (1 − u)¹⁰ = 0.025, so u = 1 − 0.025^(1/10).
  expect(clopperPearsonInterval(0, 10)).toEqual({ low: 0, high: expect.closeTo(1 - 0.025 ** 0.1, 10) });
});

test('nothing observed says nothing', () => {
  expect(clopperPearsonInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test('counting failures instead mirrors it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(), (n, number) => {
      const events = number % (n + 1);
      const mirror = clopperPearsonInterval(n - events, n);
      expect(clopperPearsonInterval(events, n).low).toBeCloseTo(1 - mirror.high, 8);
    }),
  );
});

test('coverage, summed over the binomial exactly: never under 95%', () => {
  const n = 15;
  for (let percent = 1; percent < 100; percent += 1) {
    let covered = 0;
    for (let events = 0; events <= n; events += 1) {
      const { low, high } = clopperPearsonInterval(events, n);
      if (low <= percent / 100 && percent / 100 <= high) covered += binomialPmf(events, n, percent / 100);
    }
    expect(covered).toBeGreaterThanOrEqual(0.95);
  }
});
