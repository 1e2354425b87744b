import type { Compilable, Kysely } from 'kysely';
import Database from 'libsql';
import { AssizeError } from '../core/errors.ts';
import { ParameterName, compileQuery, sqliteBuilder } from './query.ts';
import type { CompiledText, Query, QueryValues } from './query.ts';
import { storeError } from './store-error.ts';
import type { SqlValue, StoreTables } from './tables.ts';

/** How a connection is made. */
export type ConnectionOptions = {
  /** How long a statement waits for another process's transaction. */
  readonly busyTimeoutMs: number;
  /** `kill`: a commit survives the end of the process. `power-loss`: it is forced to the disk too. */
  readonly survives: 'kill' | 'power-loss';
  /** The size that the file may grow to; beyond it a write is refused as on a full disk. */
  readonly largestBytes?: number;
};

type Prepared = {
  readonly statement: Database.Statement;
  readonly places: CompiledText['places'];
  readonly columns: readonly string[];
};

/** Pages kept in memory, in KiB: the index of calls stays at hand, memory stays flat. */
const cacheKib = 16_384;
/** Pages of 4 KiB in the write-ahead log before it is written back. At the usual 1,000, writing back took a third of the time of a run of 64,000 calls. */
const pagesBeforeCheckpoint = 8_000;

/**
 * One connection to a SQLite file through libsql, synchronous throughout. Queries are compiled and prepared once.
 *
 * Every complaint of the driver comes out as an `AssizeError` of code `store` that names the file.
 */
export class Connection {
  readonly file: string;
  readonly #database: Database.Database;
  readonly #builder = sqliteBuilder();
  readonly #prepared = new Map<Query<never, unknown>, Prepared>();
  #open = true;

  /** @param file An absolute path (anything else may be taken for an address), or `:memory:`. */
  constructor(file: string, { busyTimeoutMs, survives, largestBytes }: ConnectionOptions) {
    this.file = file;
    this.#database = this.#told(() => new Database(file, { timeout: busyTimeoutMs }));
    this.exec(`pragma synchronous = ${survives === 'kill' ? 'normal' : 'full'}`);
    this.exec(`pragma cache_size = -${cacheKib}`);
    this.exec(`pragma wal_autocheckpoint = ${pagesBeforeCheckpoint}`);
    this.exec('pragma foreign_keys = on');
    if (largestBytes !== undefined)
      this.exec(`pragma max_page_count = ${Math.ceil(largestBytes / Number(this.pragma('page_size')))}`);
  }

  /** Every row. */
  all<P extends QueryValues, R>(query: Query<P, R>, values: P): R[] {
    const { statement, places, columns } = this.#prepare(query);
    const rows = this.#told(() => statement.all(bound(places, values))) as SqlValue[][];
    return rows.map((row) => named(columns, row) as R);
  }

  /** The first row, if there is one. */
  first<P extends QueryValues, R>(query: Query<P, R>, values: P): R | undefined {
    const { statement, places, columns } = this.#prepare(query);
    const row = this.#told(() => statement.get(bound(places, values))) as SqlValue[] | undefined;
    return row === undefined ? undefined : (named(columns, row) as R);
  }

  /** Writes. `changed` rows were met; `inserted` is the number of the row that the last insert made. */
  run<P extends QueryValues>(query: Query<P, unknown>, values: P): { readonly changed: number; readonly inserted: number } {
    const { statement, places } = this.#prepare(query);
    const { changes, lastInsertRowid } = this.#told(() => statement.run(bound(places, values)));
    return { changed: changes, inserted: Number(lastInsertRowid) };
  }

  /** A statement without values or rows. */
  exec(text: string): void {
    this.#told(() => this.#database.exec(text));
  }

  /** Statements that define tables, in the order given. */
  define(statements: (tables: Kysely<StoreTables>) => readonly Compilable[]): void {
    for (const statement of statements(this.#builder)) this.exec(statement.compile().sql);
  }

  /** What a pragma answers: the first column of its first row. */
  pragma(name: string): SqlValue | undefined {
    const rows = this.#told(() => this.#database.prepare(`pragma ${name}`).raw().all([])) as SqlValue[][];
    return rows[0]?.[0];
  }

  /** How many rows a table has. */
  count(table: 'sqlite_master' | keyof StoreTables): number {
    const rows = this.#told(() => this.#database.prepare(`select count(*) from ${table}`).raw().all([])) as number[][];
    return rows[0]?.[0] ?? 0;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** Whether a transaction is open: some errors end it on their own. */
  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  /** Runs `work` in one transaction; an error undoes it. The lock for writing is taken first, so that what is read stays true. */
  transaction<T>(work: () => T): T {
    this.exec('begin immediate');
    try {
      const result = work();
      this.exec('commit');
      return result;
    } catch (error) {
      if (this.inTransaction) this.exec('rollback');
      throw error;
    }
  }

  /** Closes; a second time does nothing. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    // Prepared statements keep the driver's file open until they are collected, so its own write-back at closing comes late or never.
    try {
      this.#database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // Another process reads or writes: it will write back.
    }
    this.#prepared.clear();
    this.#database.close();
  }

  #prepare<P extends QueryValues, R>(query: Query<P, R>): Prepared {
    const key = query as unknown as Query<never, unknown>;
    const found = this.#prepared.get(key);
    if (found !== undefined) return found;
    const { text, places } = compileQuery(this.#builder, query);
    const prepared = this.#told(() => {
      const statement = this.#database.prepare(text);
      // Rows as lists: as objects the driver would add a field of its own.
      const columns = statement.reader
        ? statement
            .raw()
            .columns()
            .map(({ name }) => name)
        : [];
      return { statement, places, columns };
    });
    this.#prepared.set(key, prepared);
    return prepared;
  }

  #told<T>(work: () => T): T {
    if (!this.#open) throw new AssizeError('store', `${this.file}: expected an open store, got a closed one. Open it again.`);
    try {
      return work();
    } catch (error) {
      throw storeError(error, this.file);
    }
  }
}

function named(columns: readonly string[], row: readonly (SqlValue | undefined)[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) fields[columns[index] as string] = row[index];
  return fields;
}

function bound(places: CompiledText['places'], values: QueryValues): SqlValue[] {
  return places.map((place) => (place instanceof ParameterName ? (values[place.name] ?? null) : place));
}
