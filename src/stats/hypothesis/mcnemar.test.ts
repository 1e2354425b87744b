import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialPmf } from '../distributions.ts';
import { mcnemarTest } from './mcnemar.ts';
import reference from './paired.reference.json' with { type: 'json' };

test.each(reference.mcnemar)('statsmodels: $first against $second', ({ first, second, exact, mid }) => {
  expect(mcnemarTest(first, second)).toBeCloseTo(exact, 12);
  expect(mcnemarTest(first, second, { midP: true })).toBeCloseTo(mid, 12);
});

test('none against five, by hand: 2 · ½⁵', () => {
  expect(mcnemarTest(0, 5)).toBeCloseTo(0.0625, 14);
  expect(mcnemarTest(0, 5, { midP: true })).toBeCloseTo(0.03125, 14);
});

test('five down and four up: nothing to see', () => {
  expect(mcnemarTest(5, 4)).toBe(1);
});

test('no discordant item', () => {
  expect(mcnemarTest(0, 0)).toBe(1);
  expect(mcnemarTest(0, 0, { midP: true })).toBe(1);
});

test('it does not matter which judge is first; mid-p is never larger', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.nat(300), (first, second) => {
      const p = mcnemarTest(first, second);
      expect(p).toBe(mcnemarTest(second, first));
      expect(p).toBeLessThanOrEqual(1);
      expect(mcnemarTest(first, second, { midP: true })).toBeLessThanOrEqual(p);
    }),
  );
});

test('size, summed over the binomial exactly: never over 5%', () => {
  for (const trials of [5, 10, 25, 60]) {
    let rejected = 0;
    for (let first = 0; first <= trials; first += 1) {
      if (mcnemarTest(first, trials - first) <= 0.05) rejected += binomialPmf(first, trials, 0.5);
    }
    expect(rejected).toBeLessThanOrEqual(0.05);
  }
});
