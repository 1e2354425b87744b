import { describe, expect, it } from 'vitest';
import { jsonGrammar, UnsupportedSchema } from './json-grammar.ts';

const root = (schema: Parameters<typeof jsonGrammar>[0]): string =>
  (jsonGrammar(schema).split('\n')[0] as string).replace('root ::= ', '');

describe('jsonGrammar', () => {
  it('writes an object with its keys in order and one form of white space', () => {
    const schema = { type: 'object', properties: { reason: { type: 'string' }, verdict: { enum: ['A', 'B "x"', 3] } } };
    expect(root(schema)).toBe(
      '"{" "\\"reason\\": " string ", \\"verdict\\": " ("\\"A\\"" | "\\"B \\\\\\"x\\\\\\"\\"" | "3") "}"',
    );
  });

  it('bounds numbers in digits and sign', () => {
    expect(root({ type: 'integer', minimum: 0 })).toBe('("0" | [1-9] [0-9]{0,14})');
    expect(root({ type: 'number' })).toBe('"-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,15})?');
  });

  it('knows texts of bounded length, lists, choices and several types', () => {
    expect(root({ type: 'string', maxLength: 20 })).toBe('"\\"" char{0,20} "\\""');
    expect(root({ type: 'array', items: { const: 1 }, minItems: 1, maxItems: 3 })).toBe('"[" "1" (", " "1"){0,2} "]"');
    expect(root({ type: 'array', items: { const: 1 } })).toBe('"[" ("1" (", " "1"){0,})? "]"');
    expect(root({ anyOf: [{ type: 'null' }, { type: 'boolean' }] })).toBe('("null" | ("true" | "false"))');
    expect(root({ type: ['string', 'null'] })).toBe('(string | "null")');
  });

  it('refuses what it cannot hold a reply to', () => {
    for (const schema of [{ $ref: '#/a' }, {}, { type: 'array' }, { enum: [] }])
      expect(() => jsonGrammar(schema)).toThrow(UnsupportedSchema);
  });
});
