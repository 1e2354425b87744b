import type { ParquetParsers } from 'hyparquet';
import { AssizeError } from '../../core/errors.ts';
import type { RandomAccess } from '../files/data-file.ts';
import { printable, type Entry, type EntryBatches, type RawRecord } from './entry.ts';
import { parseExactJson } from './exact-json.ts';
import { badByte, badByteReason, decode } from './text.ts';

/**
 * Reads Parquet, a row group at a time, and of it the columns that `wanted` keeps. Any codec but LZO.
 *
 * Integers beyond ±(2^53 − 1) become their digits as text; times ISO 8601, days `YYYY-MM-DD`; bytes that are no text base64; NaN is absent.
 *
 * @throws AssizeError `data` where the file is no Parquet, cut off or uses what cannot be read.
 */
export async function* readParquet(
  open: () => Promise<RandomAccess>,
  file: string,
  wanted: (columns: readonly string[]) => readonly string[] = (columns) => columns,
): EntryBatches {
  const [{ parquetMetadataAsync, parquetReadObjects, parquetSchema }, { compressors }] = await Promise.all([
    import('hyparquet'),
    import('hyparquet-compressors'),
  ]);
  const source = await open();
  let clean = true;
  const parsers = parsersFor(() => (clean = false));
  try {
    const metadata = await parquetMetadataAsync(source, { parsers });
    const columns = [...wanted(parquetSchema(metadata).children.map((child) => child.element.name))];
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      // Without a column the library would read none of the rows, and a set of constants still has as many rows as its file.
      const rows: RawRecord[] =
        columns.length === 0
          ? Array.from({ length: rowEnd - rowStart }, () => ({}))
          : await parquetReadObjects({ file: source, metadata, columns, rowStart, rowEnd, compressors, parsers });
      const from = rowStart;
      yield rows.map((row, index) => entryOf(row, from + index + 1, clean));
      rowStart = rowEnd;
    }
  } catch (error) {
    if (error instanceof AssizeError) throw error;
    throw new AssizeError(
      'data',
      `${file}: expected a Parquet file, got a fault: ${printable((error as Error).message)}. Check that the file is whole.`,
      { cause: error, details: { file } },
    );
  } finally {
    await source.close();
  }
}

function entryOf(row: RawRecord, line: number, clean: boolean): Entry {
  const record = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plainValue(value)]));
  const byte = clean ? undefined : badByteWithin(record);
  return byte === undefined ? { line, record } : { line, bad: badByteReason(byte) };
}

function parsersFor(dirty: () => void): ParquetParsers {
  const text = (bytes: Uint8Array | undefined): string | undefined => {
    if (bytes === undefined || bytes === null) return undefined;
    const decoded = decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    if (!decoded.clean) dirty();
    return decoded.text;
  };
  const time = (milliseconds: bigint): string | bigint => {
    const date = new Date(Number(milliseconds));
    return Number.isNaN(date.getTime()) ? milliseconds : date.toISOString();
  };
  return {
    timestampFromMilliseconds: time,
    timestampFromMicroseconds: (micros) => time(micros / 1000n),
    timestampFromNanoseconds: (nanos) => time(nanos / 1_000_000n),
    dateFromDays: (days) => new Date(days * 86_400_000).toISOString().slice(0, 10),
    stringFromBytes: text,
    jsonFromBytes: (bytes) => {
      const json = text(bytes);
      if (json === undefined) return undefined;
      try {
        return parseExactJson(json);
      } catch {
        return json;
      }
    },
    geometryFromBytes: (bytes) => bytes,
    geographyFromBytes: (bytes) => bytes,
    uuidFromBytes: (bytes) => {
      if (bytes === undefined || bytes === null) return undefined;
      const hex = Buffer.from(bytes).toString('hex');
      return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    },
  };
}

/** A decoded value as a JSON value. */
function plainValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isNaN(value) ? null : Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'object') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, plainValue);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plainValue);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainValue(member)]));
}

function badByteWithin(value: unknown): string | undefined {
  if (typeof value === 'string') return badByte(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const found = badByteWithin(member);
    if (found !== undefined) return found;
  }
  return undefined;
}
