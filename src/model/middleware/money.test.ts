import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { billOf, isFree, picoOf, tokenPriceOf, usdOf, type TokenPrice } from './money.ts';

const price = tokenPriceOf({ input: 0.15, output: 0.6, cachedInput: 0.075 }) as TokenPrice;

test('prices are whole pico-USD a token', () => {
  expect(price).toEqual({ input: 150_000, output: 600_000, cachedInput: 75_000 });
  expect(tokenPriceOf({ input: 0.07, output: 0.0375 })).toEqual({ input: 70_000, output: 37_500, cachedInput: 70_000 });
  expect(tokenPriceOf(undefined)).toBeUndefined();
});

test('a price below the unit does not become free', () => {
  const tiny = tokenPriceOf({ input: 1e-9, output: 0 }) as TokenPrice;
  expect([tiny, isFree(tiny)]).toEqual([{ input: 1, output: 0, cachedInput: 1 }, false]);
  expect(isFree(tokenPriceOf({ input: 0, output: 0 }) as TokenPrice)).toBe(true);
});

test.each([
  ['all counts', { inputTokens: 1000, outputTokens: 10 }, { known: 156_000_000, complete: true }],
  [
    'cached input is part of the input',
    { inputTokens: 1000, outputTokens: 10, cachedInputTokens: 400 },
    { known: 126_000_000, complete: true },
  ],
  [
    'more cached than there were',
    { inputTokens: 10, outputTokens: 0, cachedInputTokens: 99 },
    { known: 750_000, complete: true },
  ],
  ['no usage', {}, { known: 0, complete: false }],
  ['no output count', { inputTokens: 1000 }, { known: 150_000_000, complete: false }],
  ['no input count', { outputTokens: 10 }, { known: 6_000_000, complete: false }],
  ['a count that is none', { inputTokens: Number.NaN, outputTokens: -1 }, { known: 0, complete: false }],
])('bills %s', (_name, usage, bill) => {
  expect(billOf(usage, price)).toEqual(bill);
});

test('what costs nothing needs no count', () => {
  expect(billOf({ inputTokens: 5 }, tokenPriceOf({ input: 2, output: 0 }) as TokenPrice)).toEqual({
    known: 10_000_000,
    complete: true,
  });
  expect(billOf({}, tokenPriceOf({ input: 0, output: 0 }) as TokenPrice)).toEqual({ known: 0, complete: true });
});

test('sums of cents do not drift, in any number and order', () => {
  expect(usdOf(picoOf(0.1) + picoOf(0.1) + picoOf(0.1))).toBe(0.3);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 500 }), (cents) => {
      const sum = cents.reduce((total, cent) => total + picoOf(cent / 100), 0);
      expect(usdOf(sum)).toBe(cents.reduce((total, cent) => total + cent, 0) / 100);
    }),
  );
});
