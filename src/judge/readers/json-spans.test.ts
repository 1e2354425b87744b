import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonSpans } from './json-spans.ts';

function textsOf(text: string): { texts: string[]; open: boolean } {
  const { spans, open } = jsonSpans(text);
  return { texts: spans.map(({ start, end }) => text.slice(start, end)), open };
}

test.each([
  ['{"a": "}{"}', ['{"a": "}{"}']],
  ['x {"a": {"b": 1}} y {"c": 2} z', ['{"a": {"b": 1}}', '{"c": 2}']],
  ['{"a": "\\"}"}', ['{"a": "\\"}"}']],
  ["{'a': 'it}'}", ["{'a': 'it}'}"]],
  ['{“a”：“}”}', ['{“a”：“}”}']],
  ["{a: don't}", ["{a: don't}"]],
  ['{// note: }\n"a": 1 /* } */}', ['{// note: }\n"a": 1 /* } */}']],
  ['{\\"a\\": \\"b}\\"}', ['{\\"a\\": \\"b}\\"}']],
  ['{"a": "he said "hi" there", "b": 1}', ['{"a": "he said "hi" there", "b": 1}']],
  ['{}', ['{}']],
  ['the set {1, 2}, \\boxed{4}, :-{ and {x}', []],
  ['use {curly} then {"a": 1}', ['{"a": 1}']],
])('%j holds %j', (text, texts) => {
  expect(textsOf(text)).toEqual({ texts, open: false });
});

test.each(['{"a": 1', '{"a": "b', '{', '{"a": {"b": 1}', '{"a": 1} and {"b"', '{"a": 1, // }'])(
  '%j ends inside an object',
  (text) => {
    expect(textsOf(text).open).toBe(true);
  },
);

test('every object is one span, whatever stands around it', () => {
  const word = fc.constantFrom('', 'It says ', '\n', '```json\n', '— ', 'a "quote" ', '{x} ');
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), word, word, (object, before, after) => {
      const json = JSON.stringify(object);
      expect(textsOf(`${before}${json}${after}`)).toEqual({ texts: [json], open: false });
    }),
  );
});
