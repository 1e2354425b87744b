import { describe } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';

/** Why a record is not of a preset's layout; its row is bad. */
export class RecordFault extends Error {
  constructor(key: string, expected: string, got: unknown) {
    super(`${key}: expected ${expected}, got ${describe(got)}. Is this the file that the preset reads?`);
  }
}

/** A cell that must be a text. */
export function textAt(record: RawRecord, key: string): string {
  const value = own(record, key);
  if (typeof value !== 'string') throw new RecordFault(key, 'a text', value);
  return value;
}

/** A cell that names something: a text that is not empty, or a number as its digits. */
export function keyAt(record: RawRecord, key: string): string {
  const value = own(record, key);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') throw new RecordFault(key, 'a text or a number', value);
  return value;
}

/** A cell that is a whole number from `least` to `most`, as a number or as its digits. */
export function wholeAt(record: RawRecord, key: string, [least, most]: readonly [number, number]): number {
  const value = own(record, key);
  const number = typeof value === 'string' && /^\d+$/u.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most)
    throw new RecordFault(key, `a whole number from ${least} to ${most}`, value);
  return number;
}

/** A cell that is one of some words. */
export function oneOfAt<T extends string>(record: RawRecord, key: string, words: readonly T[]): T {
  const value = own(record, key);
  const found = words.find((word) => word === value);
  if (found === undefined) throw new RecordFault(key, `one of ${words.map((word) => JSON.stringify(word)).join(', ')}`, value);
  return found;
}

/** A cell that is a list. */
export function listAt(record: RawRecord, key: string): readonly unknown[] {
  const value = own(record, key);
  if (!Array.isArray(value)) throw new RecordFault(key, 'a list', value);
  return value;
}

/** A cell that is an object. */
export function objectAt(record: RawRecord, key: string): RawRecord {
  const value = own(record, key);
  if (!isObject(value)) throw new RecordFault(key, 'an object', value);
  return value;
}

/** A cell that may be absent, null or empty: a text, else null. */
export function textOrNull(record: RawRecord, key: string): string | null {
  const value = own(record, key);
  return typeof value === 'string' && value !== '' ? value : null;
}

function own(record: RawRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
