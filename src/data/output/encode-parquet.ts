import type { OutputColumn, OutputRow } from './output-column.ts';

/** Rows and characters after which a row group is written: what is in memory at once. */
const groupRows = 10_000;
const groupCharacters = 16 * 1024 * 1024;

/**
 * Parquet, a row group at a time (at most 10,000 rows or about 16 Mi characters), Snappy. Texts, objects (as JSON text) and mixed values (numbers and booleans as JSON)
 * are strings, whole numbers INT64, numbers DOUBLE. `scalar` columns must have been settled to one of these (`settleScalars`).
 */
export async function* encodeParquet(
  columns: readonly OutputColumn[],
  rows: AsyncIterable<OutputRow>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const types = columns.map(({ name, type }) => ({ name, type: parquetTypes[type], nullable: true }) as const);
  const parquet = new ParquetWriter({
    writer,
    schema: schemaFromColumnData({ columnData: types.map((column) => ({ ...column, data: [] })) }),
    // Bounds would repeat the beginnings of texts; nothing here looks for rows by value.
    statistics: false,
    createdBy: 'assize',
  });
  const taken = (): Uint8Array => {
    const bytes = writer.getBytes().slice();
    writer.index = 0;
    return bytes;
  };
  let data: unknown[][] = columns.map(() => []);
  let size = 0;
  const writeGroup = async (): Promise<Uint8Array> => {
    const count = (data[0] as unknown[]).length;
    await parquet.write({
      columnData: types.map((column, place) => ({ ...column, data: data[place] as unknown[] })),
      rowGroupSize: count,
    });
    data = columns.map(() => []);
    size = 0;
    return taken();
  };
  for await (const row of rows) {
    for (const [place, { name, type }] of columns.entries()) {
      const value = parquetValue(row[name], type);
      if (typeof value === 'string') size += value.length;
      (data[place] as unknown[]).push(value);
    }
    if ((data[0] as unknown[]).length >= groupRows || size >= groupCharacters) yield await writeGroup();
  }
  if ((data[0] as unknown[]).length > 0) yield await writeGroup();
  await parquet.finish();
  yield taken();
}

const parquetTypes = {
  text: 'STRING',
  json: 'STRING',
  scalar: 'STRING',
  number: 'DOUBLE',
  integer: 'INT64',
  boolean: 'BOOLEAN',
} as const;

function parquetValue(value: unknown, type: OutputColumn['type']): unknown {
  if (value === undefined || value === null) return null;
  if (type === 'integer') return BigInt(value as number);
  if (type === 'number' || type === 'boolean') return value;
  return type !== 'json' && typeof value === 'string' ? value : JSON.stringify(value);
}
