/**
 * A column of a result file. `json` holds objects and lists; `scalar` texts, numbers and booleans alike, as labels do; `integer` whole numbers within
 * ±(2^53 − 1). Every value may be null or absent.
 */
export type OutputColumn = {
  readonly name: string;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'json' | 'scalar';
};

/** A row by column name. An absent value has no member in JSON Lines and is null in the other formats. */
export type OutputRow = Readonly<Record<string, unknown>>;

/** Turns rows into the bytes of a file, by stream. */
export type RowEncoder = (columns: readonly OutputColumn[], rows: AsyncIterable<OutputRow>) => AsyncGenerator<Uint8Array>;
