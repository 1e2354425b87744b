import { expect, test } from 'vitest';
import { decimalNumber, numberRules } from './number-rules.ts';

test.each([
  ['12', 12],
  ['-0.5', -0.5],
  ['+3', 3],
  ['.5', 0.5],
  ['007', 7],
  ['3.0', 3],
])('%s is %d', (text, value) => {
  expect(decimalNumber(text)).toBe(value);
});

test.each([
  '',
  ' ',
  ' 1',
  '1 ',
  '0x10',
  '0b1',
  '1e3',
  '1e999',
  'Infinity',
  'NaN',
  '1_000',
  '1,000',
  '5.',
  '-',
  '٣',
  '9'.repeat(400),
])('%j is none', (text) => {
  expect(decimalNumber(text)).toBeUndefined();
});

test('no rule admits what is no number', () => {
  for (const { admits } of Object.values(numberRules))
    expect([Number.NaN, Number.POSITIVE_INFINITY, -1].map((value) => admits(value))).toEqual([false, false, false]);
});
