import { isObject, type JsonObject } from '../../../core/json.ts';

/** A part of a schema that the grammar cannot hold a reply to. */
export class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema';
}

const stringRule = 'string ::= "\\"" char* "\\""';
const charRule =
  'char ::= [^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F])';
const digits = '[0-9]';
/** As many as a double holds: without an end, a small model can go on writing digits. */
const mostDigits = 15;

/**
 * A grammar (GBNF) of the JSON texts that a schema admits, in one form: keys in the order of `properties`, all of them; `": "` and `", "` between, no
 * other white space, so that no tokens go to indentation and none can go on without end.
 *
 * Known: `type` (one or several), `properties`, `items` with `minItems`, `maxItems`, `enum`, `const`, `anyOf`, `oneOf`, `minLength`, `maxLength`, and of a
 * number's bounds the sign. Other bounds are left to whoever reads the reply.
 *
 * @throws UnsupportedSchema on references and on schemas without any of these.
 */
export function jsonGrammar(schema: JsonObject): string {
  return [`root ::= ${rule(schema)}`, stringRule, charRule, ''].join('\n');
}

function rule(schema: unknown): string {
  if (!isObject(schema)) throw new UnsupportedSchema('expected a schema that is an object.');
  if (Array.isArray(schema['enum'])) return oneOf(schema['enum'].map((value) => literal(JSON.stringify(value))));
  if ('const' in schema) return literal(JSON.stringify(schema['const']));
  const variants = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(variants)) return oneOf(variants.map(rule));
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  return oneOf(types.map((type) => ruleOfType(type, schema)));
}

function ruleOfType(type: unknown, schema: Record<string, unknown>): string {
  switch (type) {
    case 'object':
      return objectRule(schema);
    case 'array':
      return arrayRule(schema);
    case 'string':
      return textRule(schema);
    case 'integer':
      return `${sign(schema)}${wholeRule}`;
    case 'number':
      return `${sign(schema)}${wholeRule} ("." ${digits}{1,${mostDigits}})?`;
    case 'boolean':
      return '("true" | "false")';
    case 'null':
      return '"null"';
    default:
      throw new UnsupportedSchema(`expected a schema with a known type, got ${JSON.stringify(schema)}.`);
  }
}

const wholeRule = `("0" | [1-9] ${digits}{0,${mostDigits - 1}})`;

function sign(schema: Record<string, unknown>): string {
  const least = schema['minimum'] ?? schema['exclusiveMinimum'];
  return typeof least === 'number' && least >= 0 ? '' : '"-"? ';
}

function textRule(schema: Record<string, unknown>): string {
  const [least, most] = [schema['minLength'], schema['maxLength']];
  if (typeof least !== 'number' && typeof most !== 'number') return 'string';
  return `"\\"" char{${typeof least === 'number' ? least : 0},${typeof most === 'number' ? most : ''}} "\\""`;
}

function objectRule(schema: Record<string, unknown>): string {
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const members = properties.map(
    ([key, value], index) => `${literal(`${index > 0 ? ', ' : ''}${JSON.stringify(key)}: `)} ${rule(value)}`,
  );
  return `"{" ${members.join(' ')} "}"`;
}

function arrayRule(schema: Record<string, unknown>): string {
  if (schema['items'] === undefined) throw new UnsupportedSchema('expected an array schema with items.');
  const item = rule(schema['items']);
  const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
  const most = typeof schema['maxItems'] === 'number' ? schema['maxItems'] : undefined;
  if (most === 0) return '"[]"';
  const more = `(", " ${item}){${Math.max(0, least - 1)},${most === undefined ? '' : most - 1}}`;
  return least > 0 ? `"[" ${item} ${more} "]"` : `"[" (${item} ${more})? "]"`;
}

function oneOf(rules: readonly string[]): string {
  if (rules.length === 0) throw new UnsupportedSchema('expected a schema that admits something.');
  return rules.length === 1 ? (rules[0] as string) : `(${rules.join(' | ')})`;
}

/** A text as a literal of the grammar. */
function literal(text: string): string {
  return `"${text.replace(/[\\"]/gu, '\\$&').replace(/\n/gu, '\\n').replace(/\r/gu, '\\r')}"`;
}
