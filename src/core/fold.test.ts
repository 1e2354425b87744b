import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asciiDigits, foldLabel, hasSmallNumber, wholeNumber } from './fold.ts';

test.each([
  ['Supported', 'supported'],
  ['  not \u{A0} supported\n', 'not supported'],
  ['ＰＡＳＳ', 'pass'],
  ['p\u{200B}a\u{200D}s\u{AD}s', 'pass'],
  ['\u{200F}נכון\u{200E}', 'נכון'],
  ['STRASSE', 'strasse'],
  ['straße', 'strasse'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['re\u{301}ussi', 'réussi'],
  ['e\u{200B}\u{301}', 'é'],
  ['non‑compliant', 'non-compliant'],
  ['can’t tell', "can't tell"],
  ['٤', '4'],
  ['👍\u{FE0F}', '👍'],
  ['4\u{FE0F}\u{20E3}', '4'],
  ['4²', '4 2'],
  ['4½', '4 1⁄2'],
  ['①', '1'],
  ['\u{200B}', ''],
])('%j folds to %j', (text, folded) => {
  expect(foldLabel(text)).toBe(folded);
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldLabel(foldLabel(text))).toBe(foldLabel(text));
    }),
  );
});

test('both normal forms of a text fold alike', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldLabel(text.normalize('NFD'))).toBe(foldLabel(text.normalize('NFC')));
    }),
  );
});

test('every script has its ten digits', () => {
  const digits = Array.from({ length: 0x11_00_00 }, (_, code) => code)
    .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character));
  const counts = new Map<string, number>();
  for (const digit of digits) counts.set(asciiDigits(digit), (counts.get(asciiDigits(digit)) ?? 0) + 1);
  // As many zeros as ones, as twos …: no script's digits are shifted.
  expect([...counts.keys()].toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  expect(new Set(counts.values()).size).toBe(1);
  expect([...'०१२३४५६७८९ ٠١٢٣٤٥٦٧٨٩ ๐๑๒ 𝟘𝟙𝟚 𝟬𝟭'].map(asciiDigits).join('')).toBe('0123456789 0123456789 012 012 01');
});

test.each([
  ['4', 4],
  [' 4.50 ', 4.5],
  ['+4', 4],
  ['−4', -4],
  ['–4', -4],
  ['.5', 0.5],
  ['04', 4],
  ['４', 4],
  ['٤٫٥', 4.5],
  ['४', 4],
  ['4\u{200B}', 4],
  ['④', 4],
  ['-0', 0],
])('%j is the number %j', (text, number) => {
  expect(wholeNumber(text)).toBe(number);
});

test.each([
  '',
  'four',
  '4.',
  '4,5',
  '1,000',
  '1 000',
  '1e3',
  '0x10',
  '4²',
  '½',
  '4½',
  'Infinity',
  'NaN',
  '--4',
  '4 4',
  '4/5',
  '９'.repeat(400),
])('%j is no number', (text) => {
  expect(wholeNumber(text)).toBeUndefined();
});

test.each([
  ['x²', true],
  ['⅘', true],
  ['4/5', false],
  ['④', false],
])('a superscript or vulgar fraction in %j: %j', (text, answer) => {
  expect(hasSmallNumber(text)).toBe(answer);
});
