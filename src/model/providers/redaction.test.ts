import { expect, test } from 'vitest';
import { oneLine, redactionOf } from './redaction.ts';

test('secrets go, as they stand and percent-encoded, the longest first', () => {
  const redact = redactionOf(['abcd', 'abcd/efgh', 'x']);
  expect(redact('a abcd/efgh b abcd c abcd%2Fefgh x')).toBe('a [key] b [key] c [key] x');
});

test('what looks like a key or a credential goes too', () => {
  const redact = redactionOf([]);
  expect(redact('Authorization: Bearer abc.def')).toBe('Authorization: [key]');
  expect(redact('{"x-api-key":"abc","n":1}')).toBe('{"x-api-key":"[key]","n":1}');
  expect(redact('sent bearer abcdef123456, key sk-proj-ABCDEFGHIJKLMNOP')).toBe('sent bearer [key], key [key]');
  expect(redact('The basic rule of authorization is unclear.')).toBe('The basic rule of authorization is unclear.');
});

test('one line of visible characters', () => {
  expect(oneLine(`x${'\u200d\u{1F468}'.repeat(500)}`, 10).isWellFormed()).toBe(true);
  expect(oneLine(' a\r\n\tb\u0000\u001b[1;31mred\u001b[0m\u2028c ')).toBe('a b red c');
});

test('cut at whole characters', () => {
  expect(oneLine('👩🏽‍⚖️👩🏽‍⚖️👩🏽‍⚖️', 2)).toBe('👩🏽‍⚖️👩🏽‍⚖️…');
  expect(oneLine('abc', 3)).toBe('abc');
  expect(oneLine('x'.repeat(5000))).toBe(`${'x'.repeat(300)}…`);
});
