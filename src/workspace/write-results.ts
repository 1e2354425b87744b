import { writeRows } from '../data/output/write-rows.ts';
import type { RunRecord, Store } from '../run/ports.ts';
import { resultColumns, resultRows } from '../run/result-rows.ts';

/** Writes all judgments of a run, in the order of the data, by the file's ending. Written beside the file and renamed. */
export async function writeResults(store: Store, run: RunRecord, file: string): Promise<void> {
  await writeRows(file, { columns: resultColumns, rows: resultRows(store.runs, run) });
}
