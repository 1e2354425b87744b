import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test.each([
  ['{"id": 123456789012345678}', { id: '123456789012345678' }],
  ['{"id": -9007199254740993}', { id: '-9007199254740993' }],
  ['{"id": 9007199254740991}', { id: 9007199254740991 }],
  ['[1e400, -1E+400, 1e3, 1e308, 1e-400]', ['1e400', '-1E+400', 1000, 1e308, 0]],
  ['["1e400 and 123456789012345678", "a\\\\", 1e400]', ['1e400 and 123456789012345678', 'a\\', '1e400']],
  ['{"x": 1e0400}', { x: '1e0400' }],
  ['{"x": 1e007}', { x: 1e7 }],
])('%s', (text, value) => {
  expect(parseExactJson(text)).toEqual(value);
});

test('1,000 levels are read, more are refused, brackets in texts are no levels', () => {
  const nested = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  expect(parseExactJson(nested(1000))).toBeInstanceOf(Array);
  expect(() => parseExactJson(nested(1001))).toThrow(SyntaxError);
  expect(() => parseExactJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toThrow('1000 levels');
  expect(parseExactJson(JSON.stringify([nested(5000)]))).toEqual([nested(5000)]);
  expect(parseExactJson(`[${Array.from({ length: 2000 }, () => '[1]').join(',')}]`)).toHaveLength(2000);
});

test.each(['{', '[1e400', '1e', 'x'])('%s is no JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});
