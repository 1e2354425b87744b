import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';

/** A column, or a way into one. `steps` is absent where the text is no path and can only be a column's whole name. */
export type ColumnPath = { readonly text: string; readonly steps?: readonly (string | number)[] };

/** What `lookUp` gives where a record has nothing under a path; null is something. */
export const nothing = Symbol('nothing');

/** Reads `a`, `a.b`, `a[0].b`. Any text is a path to the column of that very name. */
export function columnPath(text: string): ColumnPath {
  if (!/^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/u.test(text)) return { text };
  const steps = [...text.matchAll(/\[(\d+)\]|[^.[\]]+/gu)].map((match) => (match[1] === undefined ? match[0] : Number(match[1])));
  return { text, steps };
}

/** The value under a path: the column of that whole name where there is one, else step by step; own members alone. */
export function lookUp(record: RawRecord, path: ColumnPath): unknown {
  if (Object.hasOwn(record, path.text)) return record[path.text];
  if (path.steps === undefined || path.steps.length === 1) return nothing;
  let value: unknown = record;
  for (const step of path.steps) {
    if (typeof step === 'number') {
      if (!Array.isArray(value) || step >= value.length) return nothing;
      value = value[step];
    } else {
      if (!isObject(value) || !Object.hasOwn(value, step)) return nothing;
      value = value[step];
    }
  }
  return value;
}

/** The column, of those there are, that a path reads; `undefined` where none does. */
export function columnOf(path: ColumnPath, columns: readonly string[]): string | undefined {
  if (columns.includes(path.text)) return path.text;
  const first = path.steps?.[0];
  return typeof first === 'string' && columns.includes(first) ? first : undefined;
}
