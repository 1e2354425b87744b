import { expect, test } from 'vitest';
import { ordinalView } from './ordinal.ts';

const numbers = ordinalView({ kind: 'ordinal', levels: [{ label: 0 }, { label: 1 }, { label: 2, synonyms: ['two'] }] });
const words = ordinalView({ kind: 'ordinal', levels: [{ label: 'mild' }, { label: 'grave' }], better: 'lower' });
const mixed = ordinalView({ kind: 'ordinal', levels: [{ label: 'none' }, { label: 1 }, { label: 2 }] });

test.each([
  [2, 2],
  [2.0, 2],
  ['2.0', 2],
  ['2/2', 2],
  ['two', 2],
  ['٢', 2],
  [-0, 0],
])('%j is the level %j', (raw, value) => {
  expect(numbers.admit(raw)).toEqual({ ok: value });
});

test.each([4, 1.5, '1.5', '2/5', '4/2', true, 'one', '1²'])('%j is off the menu', (raw) => {
  expect(numbers.admit(raw)).toHaveProperty('problem', 'off-menu');
});

test('a range is ambiguous on numbers', () => {
  expect([numbers.admit('1-2'), mixed.admit('1 to 2'), words.admit('1-2')]).toMatchObject([
    { problem: 'ambiguous' },
    { problem: 'ambiguous' },
    { problem: 'off-menu' },
  ]);
});

test('better: lower turns the order', () => {
  expect({
    classes: words.classes,
    ranks: [words.rank('grave'), words.rank('mild')],
    sentence: words.sentence(),
    schema: words.schema(),
  }).toEqual({
    classes: ['grave', 'mild'],
    ranks: [0, 1],
    sentence: 'one of: mild, grave (grave is worst, mild is best)',
    schema: { enum: ['mild', 'grave'], type: 'string' },
  });
});

test('numbers among the levels', () => {
  expect({ numeric: numbers.numeric, range: numbers.range, schema: numbers.schema() }).toEqual({
    numeric: true,
    range: [0, 2],
    schema: { enum: [0, 1, 2], type: 'integer' },
  });
  expect({ numeric: mixed.numeric, range: mixed.range, schema: mixed.schema() }).toEqual({
    numeric: false,
    range: undefined,
    schema: { enum: ['none', 1, 2], type: ['string', 'integer'] },
  });
});
