/** One record of a file as it was read: the cells of a table's row, or an object. */
export type RawRecord = Readonly<Record<string, unknown>>;

/**
 * What a reader gives for each row of a file: the record, or why there is none (`leftOut`: a preset knows the row to be no item, and says why). `line`
 * is the physical line where the row begins (1-based); for Parquet the row's number.
 */
export type Entry =
  | { readonly line: number; readonly record: RawRecord }
  | { readonly line: number; readonly bad: string }
  | { readonly line: number; readonly leftOut: string };

/** Rows come in batches, so that a hundred thousand of them do not cost as many turns of the event loop. */
export type EntryBatches = AsyncGenerator<readonly Entry[]>;

/** Control characters of a message that quotes data are written as escapes: a file must not speak to the terminal. */
export function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    return `\\u${(character.codePointAt(0) as number).toString(16).padStart(4, '0')}`;
  });
}
