import { printable, type Entry, type EntryBatches, type RawRecord } from '../formats/entry.ts';
import { RecordFault } from './record-cells.ts';

/** What a row of a file becomes: an item's record, or why there is none. `leftOut` is for rows known to be no item; `bad` for what should be one. */
export type Outcome = { readonly record: RawRecord } | { readonly leftOut: string } | { readonly bad: string };

/** Turns each row into any number of records, under its line. A `RecordFault` makes the row bad; bad rows go through. `ordinal` counts the file's rows from 0. */
export async function* convertRecords(
  rows: EntryBatches,
  convert: (record: RawRecord, ordinal: number) => readonly Outcome[],
): EntryBatches {
  let ordinal = 0;
  for await (const batch of rows) {
    const entries: Entry[] = [];
    for (const entry of batch) {
      if ('record' in entry)
        for (const outcome of outcomes(() => convert(entry.record, ordinal))) entries.push({ line: entry.line, ...outcome });
      else entries.push(entry);
      ordinal += 1;
    }
    if (entries.length > 0) yield entries;
  }
}

/** A row of the file with its line, for presets that need several rows at once. */
export type PlacedRecord = { readonly line: number; readonly record: RawRecord };

/**
 * Puts the rows of a file that share a key together, wherever they stand in it, and turns each group into records, in the order of the groups' first
 * rows and under its line. Holds the file's rows in memory. Bad rows come first.
 */
export async function* convertGroups(
  rows: EntryBatches,
  keyOf: (record: RawRecord) => string,
  convert: (group: readonly RawRecord[]) => readonly Outcome[],
): EntryBatches {
  const groups = new Map<string, PlacedRecord[]>();
  const bad: Entry[] = [];
  for await (const batch of rows)
    for (const entry of batch) {
      if (!('record' in entry)) {
        bad.push(entry);
        continue;
      }
      const { line, record } = entry;
      let key: string;
      try {
        key = keyOf(record);
      } catch (error) {
        bad.push({ line, bad: reasonOf(error) });
        continue;
      }
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [{ line, record }]);
      else group.push({ line, record });
    }
  if (bad.length > 0) yield bad;
  const entries: Entry[] = [];
  for (const group of groups.values())
    for (const outcome of outcomes(() => convert(group.map(({ record }) => record))))
      entries.push({ line: (group[0] as PlacedRecord).line, ...outcome });
  if (entries.length > 0) yield entries;
}

function outcomes(convert: () => readonly Outcome[]): readonly Outcome[] {
  try {
    return convert();
  } catch (error) {
    return [{ bad: reasonOf(error) }];
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RecordFault) return printable(error.message);
  throw error;
}
