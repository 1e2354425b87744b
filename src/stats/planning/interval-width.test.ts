import { expect, test } from 'vitest';
import { itemsForMeanWidth, itemsForProportionWidth } from './interval-width.ts';
import reference from './planning.reference.json' with { type: 'json' };

test.each(reference.widths.proportions)('statsmodels: $proportion to a width of $width', ({ proportion, width, items }) => {
  expect(itemsForProportionWidth(width, proportion)).toBe(items);
});

test.each(reference.widths.means)('scipy: deviation $deviation to a width of $width', ({ deviation, width, items }) => {
  expect(itemsForMeanWidth(width, deviation)).toBe(items);
});

test('the usual rule: half a width of w at one half takes z²/w² items, less the z² of Wilson’s centre', () => {
  // Width w = z/√(n + z²): n = z²/w² − z² = 384.1 − 3.8.
  expect(itemsForProportionWidth(0.1, 0.5)).toBe(381);
});

test('a design effect multiplies the items', () => {
  expect(itemsForProportionWidth(0.1, 0.5, { designEffect: 3 })).toBe(1141);
});

test('no width at all takes no number of items; every width holds at one item', () => {
  expect(itemsForProportionWidth(0, 0.5)).toBeUndefined();
  expect(itemsForProportionWidth(1, 0.5)).toBe(1);
  expect(itemsForMeanWidth(0, 1)).toBeUndefined();
});
