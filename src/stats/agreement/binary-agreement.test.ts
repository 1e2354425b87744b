import { expect, test } from 'vitest';
import { pairedProportionDifference } from '../proportions/paired-difference.ts';
import { wilsonInterval } from '../proportions/wilson.ts';
import { binaryAgreement } from './binary-agreement.ts';

test('a hundred items by hand', () => {
  // Both 1: 40; first alone 9; second alone 6; both 0: 45.
  const first = [...Array<number>(49).fill(1), ...Array<number>(51).fill(0)];
  const second = [
    ...Array<number>(40).fill(1),
    ...Array<number>(9).fill(0),
    ...Array<number>(6).fill(1),
    ...Array<number>(45).fill(0),
  ];
  const wilson = wilsonInterval(0.85, 100);
  expect(binaryAgreement([...first, -1, 1], [...second, 0, -1])).toEqual({
    agreement: { status: 'ok', value: 0.85, ...wilson, level: 0.95, method: 'wilson', n: 100, missing: 2 },
    prevalence: expect.objectContaining({ value: expect.closeTo(-0.05, 12), n: 100, missing: 2 }),
    bias: expect.objectContaining({ value: expect.closeTo(0.03, 12), method: 'adjusted-wald' }),
    pabak: expect.objectContaining({ value: expect.closeTo(0.7, 12), low: 2 * wilson.low - 1, high: 2 * wilson.high - 1 }),
  });
});

test('clusters are those of the items', () => {
  const { bias, pabak } = binaryAgreement([1, 1, 0, 0, 1], [0, 1, 0, 1, -1], { clusters: [3, 3, 5, 5, 5] });
  expect(bias).toEqual(pairedProportionDifference([1, 0, 0, -1], [3, 3, 5, 5], { missing: 1 }));
  expect(pabak).toMatchObject({ value: 0, groups: 2 });
});

test('one class, one item, no item', () => {
  const alike = binaryAgreement([1, 1, 1], [1, 1, 1]);
  expect(alike.prevalence).toMatchObject({ value: 1, high: 1, low: expect.toSatisfy((low: number) => low < 0.9) });
  expect(alike.pabak).toMatchObject({ value: 1, high: 1, low: expect.toSatisfy((low: number) => low < 0.5) });
  expect(binaryAgreement([0], [1]).pabak).toMatchObject({ status: 'ok', value: -1, n: 1 });
  expect(binaryAgreement([-1], [1])).toEqual({
    agreement: { status: 'undefined', reason: 'no observation', n: 0, missing: 1 },
    prevalence: { status: 'undefined', reason: 'no paired observation', n: 0, missing: 1 },
    bias: { status: 'undefined', reason: 'no paired observation', n: 0, missing: 1 },
    pabak: { status: 'undefined', reason: 'no observation', n: 0, missing: 1 },
  });
});
