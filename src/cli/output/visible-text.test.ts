import { expect, it } from 'vitest';
import { directionOf, quotedLines, visibleText } from './visible-text.ts';

it('what moves the cursor, turns the direction or cannot be seen is made visible; letters, line ends, tabs and joiners stay', () => {
  expect(visibleText('a\u001B[31mb\u0007\r\nc\rd\te')).toBe('a‹U+001B›[31mb‹U+0007›\nc‹U+000D›d\te');
  expect(visibleText('\u202Egnp.exe\u2066x\u2069 \u200Bz\u2028\u009B2J\uFEFF\u{E0041}')).toBe(
    '‹U+202E›gnp.exe‹U+2066›x‹U+2069› ‹U+200B›z‹U+2028›‹U+009B›2J‹U+FEFF›‹U+E0041›',
  );
  expect(visibleText('\uD800')).toBe('‹U+D800›');
  const persian = 'می\u200Cخواهم क्\u200Dष 你好 👩\u200D🚀';
  expect(visibleText(persian)).toBe(persian);
});

it('lines of the data stand behind a bar, each in its own direction', () => {
  expect(quotedLines('a\n── 9 of 9\n\n\u2069b', 'ltr')).toEqual([
    '│ \u2066a\u2069',
    '│ \u2066── 9 of 9\u2069',
    '│',
    '│ \u2066‹U+2069›b\u2069',
  ]);
  expect(quotedLines('سلام', 'rtl')).toEqual(['│ \u2067سلام\u2069']);
});

it('directions of languages', () => {
  expect(['ar', 'ur-PK', 'he', 'hi', 'zh-Hant', undefined, 'not a tag!'].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
    'unknown',
    'unknown',
  ]);
});
