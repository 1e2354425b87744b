import { AssizeError } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import { nearest } from '../../core/nearest.ts';
import type { RawRecord } from '../formats/entry.ts';
import { columnOf, columnPath, lookUp, nothing, type ColumnPath } from './column-path.ts';
import type { MapValue } from './dataset-map.ts';

/** Reads one value of a record; `nothing` where it has none under the path. */
export type Getter = (record: RawRecord) => unknown;

type Read = { readonly key: string; readonly path: ColumnPath };

const mostColumns = 200;

/** The columns that a map, a filter and recorded judges read, and whether any record has had them. */
export class MappedColumns {
  readonly #place: string;
  readonly #reads: Read[] = [];
  /** Columns asked for that no record has had yet. */
  #unfound: Read[] = [];
  /** Columns and paths seen, for messages. */
  readonly #seen = new Set<string>();
  #looked = 0;

  constructor(place: string) {
    this.#place = place;
  }

  /** A reader of one map value. `required`: that no record has it is an error (`check`). */
  getter(value: MapValue, key: string, required: boolean): Getter {
    if (typeof value !== 'string') return () => value.value;
    const read = { key, path: columnPath(value) };
    this.#reads.push(read);
    if (required) this.#unfound.push(read);
    return (record) => lookUp(record, read.path);
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

  /** To be called with every record, before it is mapped: a fault in one field must not hide that another was there. */
  note(record: RawRecord): void {
    if (this.#unfound.length > 0) this.#unfound = this.#unfound.filter((read) => lookUp(record, read.path) === nothing);
    if (this.#looked >= 100) return;
    this.#looked += 1;
    for (const [column, value] of Object.entries(record)) {
      this.#note([column]);
      if (isObject(value)) this.#note(Object.keys(value).map((key) => `${column}.${key}`));
    }
  }

  /** @throws AssizeError `config` where a column that was asked for was in no record; to be called after the last, if there was one. */
  check(): void {
    const [missing] = this.#unfound;
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
