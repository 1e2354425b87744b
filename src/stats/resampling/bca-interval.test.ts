import { describe, expect, test } from 'vitest';
import reference from './bca.reference.json' with { type: 'json' };
import { bcaInterval } from './bca-interval.ts';

test.each(reference)('scipy, the same replicates: case %#', ({ sums, sizes, level, value, replicates, ...expected }) => {
  const [total, n] = [sums, sizes].map((list) => list.reduce((sum, one) => sum + one, 0)) as [number, number];
  const jackknife = sums.map((sum, place) => ({ value: (total - sum) / (n - (sizes[place] as number)), weight: 1 }));
  expect(bcaInterval({ value, replicates: Float64Array.from(replicates), jackknife }, level)).toEqual({
    low: expect.closeTo(expected.low, 11),
    high: expect.closeTo(expected.high, 11),
    bias: expect.closeTo(expected.bias, 11),
    acceleration: expect.closeTo(expected.acceleration, 11),
  });
});

test('no bias, no acceleration: the percentiles, by hand', () => {
  // 0 … 1000 around 500, a jackknife symmetric around its mean: ends at places 25 and 975.
  const replicates = Float64Array.from({ length: 1001 }, (_, index) => 1000 - index);
  const jackknife = [-1, 0, 1].map((value) => ({ value, weight: 7 }));
  expect(bcaInterval({ value: 500, replicates, jackknife }, 0.95)).toEqual({
    low: expect.closeTo(25, 9),
    high: expect.closeTo(975, 9),
    bias: expect.closeTo(0, 12),
    acceleration: expect.closeTo(0, 12),
  });
});

test('a weight is so many values', () => {
  const replicates = () => Float64Array.from({ length: 500 }, (_, index) => index);
  const sample = (jackknife: { value: number; weight: number }[]) => ({ value: 240, replicates: replicates(), jackknife });
  const often = [1, 1, 1, 5].map((value) => ({ value, weight: 1 }));
  const weighted = [{ value: 1, weight: 3 }, { value: 5, weight: 1 }]; // prettier-ignore
  expect(bcaInterval(sample(weighted), 0.9)).toEqual(bcaInterval(sample(often), 0.9));
});

describe('undefined', () => {
  const spread = [-1, 0, 1].map((value) => ({ value, weight: 1 }));
  const replicates = Float64Array.from({ length: 100 }, (_, index) => index);
  test('no replicate, all on one side, no variance, too much acceleration', () => {
    expect(bcaInterval({ value: 1, replicates: new Float64Array(0), jackknife: spread }, 0.95)).toBeUndefined();
    expect(bcaInterval({ value: 1000, replicates, jackknife: spread }, 0.95)).toBeUndefined();
    expect(bcaInterval({ value: 50, replicates, jackknife: [{ value: 0.3, weight: 40 }] }, 0.95)).toBeUndefined();
    expect(bcaInterval({ value: 50, replicates, jackknife: [] }, 0.95)).toBeUndefined();
    const lone = [{ value: 1, weight: 1 }, { value: 0, weight: 500 }]; // prettier-ignore
    expect(bcaInterval({ value: 99, replicates, jackknife: lone }, 0.999999999)).toBeUndefined();
  });
});
