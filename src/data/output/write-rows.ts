import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { AssizeError, describe } from '../../core/errors.ts';
import { formatOfPath } from '../formats/format.ts';
import { encodeJsonl } from './encode-jsonl.ts';
import { encodeParquet } from './encode-parquet.ts';
import { tableEncoder } from './encode-table.ts';
import { ResultFile } from './result-file.ts';
import type { OutputColumn, OutputRow, RowEncoder } from './output-column.ts';
import { settleScalars } from './settle-scalars.ts';

/** Columns in order, and the rows by stream. */
export type Table = { readonly columns: readonly OutputColumn[]; readonly rows: Iterable<OutputRow> | AsyncIterable<OutputRow> };

/** The extensions that results can have; each may be followed by `.gz`. */
export const outputExtensions: readonly string[] = ['.jsonl', '.ndjson', '.csv', '.tsv', '.parquet'];

/**
 * Writes rows to a file as its extension says, by stream, and gives how many there were. The file is written under another name beside it, made durable, and
 * renamed: at every moment there is the old file or the whole new one. What is no file (`/dev/stdout`, a pipe) is written to directly.
 *
 * @throws AssizeError `usage` on another extension; `output` where the file cannot be written, with nothing left behind; and what the rows throw.
 */
export async function writeRows(
  path: string,
  { columns, rows }: Table,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<number> {
  const { encode, packed } = encoderFor(path);
  let count = 0;
  const counted = async function* (): AsyncGenerator<OutputRow> {
    for await (const row of rows) {
      signal?.throwIfAborted();
      count += 1;
      yield row;
    }
  };
  const file = await ResultFile.open(path);
  try {
    const encoded = encode(columns, counted());
    for await (const bytes of packed ? gzipped(encoded) : encoded) await file.write(bytes);
    await file.commit();
    return count;
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Finds out whether `writeRows` could write to a path, before anything is paid for: extension, folder, permission. Leaves nothing behind.
 *
 * @throws AssizeError as `writeRows` does.
 */
export async function checkOutput(path: string): Promise<void> {
  encoderFor(path);
  const file = await ResultFile.open(path);
  await file.discard();
}

function encoderFor(path: string): { readonly encode: RowEncoder; readonly packed: boolean } {
  const packed = /\.gz$/iu.test(path);
  switch (formatOfPath(path)) {
    case 'jsonl':
      return { encode: encodeJsonl, packed };
    case 'csv':
      return { encode: tableEncoder(','), packed };
    case 'tsv':
      return { encode: tableEncoder('\t'), packed };
    case 'parquet':
      return { encode: encodeSettled, packed };
    default:
      throw new AssizeError(
        'usage',
        `output: expected a file that ends in ${outputExtensions.join(', ')} (or one of these and .gz), got ${describe(path)}. Rename it.`,
        { details: { path } },
      );
  }
}

async function* encodeSettled(columns: readonly OutputColumn[], rows: AsyncIterable<OutputRow>): AsyncGenerator<Uint8Array> {
  const settled = await settleScalars(columns, rows);
  try {
    yield* encodeParquet(settled.columns, settled.rows);
  } finally {
    await settled.close();
  }
}

async function* gzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(bytes, { objectMode: false });
  const gzip = createGzip();
  // An error of the rows must reach the reader as it is, not as a premature end.
  source.once('error', (error) => gzip.destroy(error));
  yield* source.pipe(gzip) as AsyncIterable<Uint8Array>;
}
