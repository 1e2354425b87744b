import { jsonrepair } from 'jsonrepair';
import { isObject } from '../../core/json.ts';

/** A member of an object as it is written: its key, and its value's text. A key given twice is two members. */
export type JsonMember = { readonly key: string; readonly text: string };

/** An object of a reply. `repaired`: it was no JSON, and was mended. */
export type JsonAnswer = {
  readonly object: Readonly<Record<string, unknown>>;
  readonly members: readonly JsonMember[];
  readonly reading: 'strict' | 'repaired';
};

/**
 * The object that a text is: parsed strictly, else mended and parsed. A mended object is taken only if the values of `keys` stand in the text as the mended
 * one has them: a value that the mending made up or cut short is not the model's. `undefined` where there is no such object.
 */
export function jsonAnswer(text: string, keys: readonly string[]): JsonAnswer | undefined {
  const strict = parsed(text);
  if (strict !== undefined) return { object: strict, members: membersOf(text), reading: 'strict' };
  for (const source of new Set([text, tidied(text)])) {
    const mended = repaired(source);
    const object = mended === undefined ? undefined : parsed(mended);
    if (mended === undefined || object === undefined) continue;
    const members = membersOf(mended);
    if (stand(source, members.filter(({ key }) => keys.includes(key)).flatMap(scalarsOf)))
      return { object, members, reading: 'repaired' };
  }
  return undefined;
}

/** The members of a strict JSON object, in order, duplicates kept. */
export function membersOf(json: string): JsonMember[] {
  const members: JsonMember[] = [];
  let at = json.indexOf('{') + 1;
  for (;;) {
    const keyStart = skipSpace(json, at);
    if (json[keyStart] !== '"') return members;
    const keyEnd = stringEnd(json, keyStart);
    const valueStart = json.indexOf(':', keyEnd) + 1;
    at = valueEnd(json, valueStart);
    members.push({ key: JSON.parse(json.slice(keyStart, keyEnd)) as string, text: json.slice(valueStart, at).trim() });
    if (json[at] !== ',') return members;
    at += 1;
  }
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function repaired(text: string): string | undefined {
  try {
    return jsonrepair(text);
  } catch {
    return undefined;
  }
}

/** Writes what `jsonrepair` does not know: full-width colon and comma between members, a ratio or percentage without quotes. */
function tidied(text: string): string {
  return text
    .replace(/(["”'’])\s?：/gu, '$1:')
    .replace(/(["”'’\d\w])\s?，(?=\s?["“'‘])/gu, '$1,')
    .replace(/([:：]\s{0,4})(\d+(?:\.\d+)? ?(?:\/|out of) ?\d+)(?=\s{0,40}[,}])/gu, '$1"$2"');
}

/** A member, or where it is an object (several answers in one reply) the members inside it: each could be a verdict. */
function scalarsOf(member: JsonMember): JsonMember[] {
  return member.text.startsWith('{') ? membersOf(member.text).flatMap(scalarsOf) : [member];
}

/** Whether all members stand in a text, one that occurs n times at least n times: what one object really says must not vouch for another. */
function stand(source: string, members: readonly JsonMember[]): boolean {
  const counts = new Map<string, { readonly member: JsonMember; count: number }>();
  for (const member of members) {
    const key = JSON.stringify([member.key, member.text]);
    const entry = counts.get(key) ?? { member, count: 0 };
    entry.count += 1;
    counts.set(key, entry);
  }
  return [...counts.values()].every(({ member, count }) => timesIn(source, member) >= count);
}

function timesIn(source: string, { key, text }: JsonMember): number {
  // A list, or a text too long to be a label, is no verdict anyway; null is none.
  if (text.startsWith('[') || text === 'null' || text.length > 500) return Number.POSITIVE_INFINITY;
  const value = text.startsWith('"') ? pattern(JSON.parse(text) as string) : literal(text);
  // What follows a number must not go on with it: `4,5` and `1,000` are not 4 and 1.
  const stop = text.startsWith('"') ? `\\s*(?:$|[,，};/\\n])` : `\\s*(?:$|,(?!\\s*\\d)|[，};/\\n])`;
  const quotes = `["'“”‘’\\\\\\s]*`;
  const member = new RegExp(
    `(?:^|[{,，\\s"'“”‘’\\\\])${pattern(key)}${quotes}[:：]${quotes}${value}["'“”‘’\\\\]*(?=${stop})`,
    'gu',
  );
  return source.match(member)?.length ?? 0;
}

function literal(text: string): string {
  if (text === 'true' || text === 'false') return `(?:${text}|${text.toUpperCase()}|${text[0]?.toUpperCase()}${text.slice(1)})`;
  return text.startsWith('0.') ? `0?${pattern(text.slice(1))}` : pattern(text);
}

function pattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&').replace(/\s+/gu, '\\s+');
}

function valueEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = stringEnd(json, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']' || character === ',') && depth === 0) return at;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return json.length;
}

function skipSpace(json: string, from: number): number {
  let at = from;
  while (at < json.length && /\s/u.test(json[at] as string)) at += 1;
  return at;
}

/** The index after the quote that closes the string at `start`. */
function stringEnd(json: string, start: number): number {
  for (let quote = json.indexOf('"', start + 1); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote;
    while (json[before - 1] === '\\') before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return json.length;
}
