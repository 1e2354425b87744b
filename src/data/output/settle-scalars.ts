import { openTemporaryFile } from '../files/temporary-file.ts';
import { readJsonl } from '../formats/jsonl.ts';
import { textChunks } from '../formats/text.ts';
import { encodeJsonl } from './encode-jsonl.ts';
import type { OutputColumn, OutputRow } from './output-column.ts';

/** Rows whose `scalar` columns have been settled; to be closed. */
export type Settled = {
  readonly columns: readonly OutputColumn[];
  readonly rows: AsyncIterable<OutputRow>;
  readonly close: () => Promise<void>;
};

/**
 * Finds for each `scalar` column the one type its values have: `number`, `boolean`, else `text` (which mixed values become). Parquet needs to know before the
 * first row, so the rows go through a temporary file; without such columns they do not.
 */
export async function settleScalars(columns: readonly OutputColumn[], rows: AsyncIterable<OutputRow>): Promise<Settled> {
  if (!columns.some((column) => column.type === 'scalar')) return { columns, rows, close: async () => undefined };
  const { handle, close } = await openTemporaryFile();
  try {
    const types = new Map<string, Set<string>>(
      columns.filter((column) => column.type === 'scalar').map(({ name }) => [name, new Set()]),
    );
    for await (const bytes of encodeJsonl(columns, watched(rows, types))) await handle.writeFile(bytes);
    const settled = columns.map((column) => ({
      ...column,
      type: types.has(column.name) ? onlyType(types.get(column.name)) : column.type,
    }));
    return { columns: settled, rows: keptRows(handle.createReadStream({ start: 0, autoClose: false })), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* watched(rows: AsyncIterable<OutputRow>, types: ReadonlyMap<string, Set<string>>): AsyncGenerator<OutputRow> {
  for await (const row of rows) {
    for (const [name, seen] of types) if (row[name] !== undefined && row[name] !== null) seen.add(typeof row[name]);
    yield row;
  }
}

function onlyType(seen: ReadonlySet<string> | undefined): OutputColumn['type'] {
  const [type] = seen ?? [];
  return seen?.size === 1 && (type === 'number' || type === 'boolean') ? type : 'text';
}

async function* keptRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<OutputRow> {
  for await (const batch of readJsonl(textChunks(bytes, 'temporary file'), 'temporary file', JSON.parse))
    for (const entry of batch) if ('record' in entry) yield entry.record;
}
