import { isObject } from '../../core/json.ts';
import { parseExactJson } from '../formats/exact-json.ts';
import { itemText } from '../mapping/item-text.ts';

/** Keys under which tools keep the one text of an input or output. */
const textKeys = [
  'input',
  'question',
  'query',
  'prompt',
  'text',
  'output',
  'answer',
  'result',
  'response',
  'content',
  'completion',
];

/**
 * The text of an input or output as a tool keeps it: a text as it stands; of an object with one member, or with one of the usual names, that member; the content of the
 * last message of a list of messages; anything else as JSON. `undefined` where it is null.
 */
export function toolText(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const last: unknown = value.at(-1);
    return isObject(last) && typeof last['content'] === 'string' ? last['content'] : itemText(value);
  }
  if (!isObject(value)) return itemText(value);
  const members = Object.values(value);
  if (members.length === 1)
    return Array.isArray(members[0]) || isObject(members[0]) ? toolText(members[0]) : itemText(members[0]);
  if (Array.isArray(value['messages'])) return toolText(value['messages']);
  for (const key of textKeys) if (typeof value[key] === 'string') return value[key];
  return itemText(value);
}

/** A cell that holds JSON, or its text, as CSV and Parquet exports have it. */
export function parsedCell(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{"]/u.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/** The objects of a list, or of its JSON text. */
export function objectsOf(value: unknown): Record<string, unknown>[] {
  const list = parsedCell(value);
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** The first of some members that is a text that is not empty. */
export function firstText(record: Readonly<Record<string, unknown>>, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}
