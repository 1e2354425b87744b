import { AssizeError } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { RawRecord } from '../formats/entry.ts';
import { columnOf, columnPath, lookUp, nothing, type ColumnPath } from './column-path.ts';
import type { MapValue } from './dataset-map.ts';

/** Reads one value of a record; `nothing` where it has none under the path. */
export type Getter = (record: RawRecord) => unknown;

const mostColumns = 200;

/** The columns that a map, a filter and recorded judges read, and whether any record has had them. */
export class MappedColumns {
  readonly #place: string;
  readonly #reads: { readonly key: string; readonly path: ColumnPath; readonly required: boolean; found: boolean }[] = [];
  /** Columns and paths seen, for messages. */
  readonly #seen = new Set<string>();
  #looked = 0;

  constructor(place: string) {
    this.#place = place;
  }

  /** A reader of one map value. `required`: that no record has it is an error (`check`). */
  getter(value: MapValue, key: string, required: boolean): Getter {
    if (typeof value !== 'string') return () => value.value;
    const read = { key, path: columnPath(value), required, found: false };
    this.#reads.push(read);
    return (record) => {
      const found = lookUp(record, read.path);
      if (found !== nothing) read.found = true;
      return found;
    };
  }

  /** ` under "column"`, for a message about a key. */
  under(key: string): string {
    const read = this.#reads.find((candidate) => candidate.key === key);
    return read === undefined ? '' : ` under ${JSON.stringify(read.path.text)}`;
  }

  /** Of a file's columns those that are read at all. */
  wanted(columns: readonly string[]): string[] {
    this.#note(columns);
    const wanted = new Set(this.#reads.map((read) => columnOf(read.path, columns)));
    return columns.filter((column) => wanted.has(column));
  }

  /** Remembers a record's columns for messages; only the first records are looked at. */
  note(record: RawRecord): void {
    if (this.#looked >= 100) return;
    this.#looked += 1;
    for (const [column, value] of Object.entries(record)) {
      this.#note([column]);
      if (isObject(value)) this.#note(Object.keys(value).map((key) => `${column}.${key}`));
    }
  }

  /**
   * To be called after the last record, if there was one; of the columns that a filter reads alone where it let no record through.
   *
   * @throws AssizeError `config` where a column that was asked for was in no record.
   */
  check(which: 'all' | 'filter'): void {
    const missing = this.#reads.find(
      (read) => read.required && !read.found && (which === 'all' || read.key.startsWith('filter.')),
    );
    if (missing === undefined) return;
    const near = nearest(missing.path.text, [...this.#seen]);
    const columns = [...this.#seen].filter((column) => !column.includes('.')).slice(0, 30);
    throw new AssizeError(
      'config',
      `${this.#place}.${missing.key}: expected a column of the data (${columns.join(', ')}), got ${JSON.stringify(missing.path.text)}, which no row has. ${near === undefined ? 'Name a column.' : `Did you mean ${JSON.stringify(near)}?`}`,
      { details: { key: missing.key, column: missing.path.text, columns } },
    );
  }

  #note(columns: readonly string[]): void {
    for (const column of columns) if (this.#seen.size < mostColumns) this.#seen.add(column);
  }
}
