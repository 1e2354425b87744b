import { AssizeError } from '../core/errors.ts';
import type { Connection } from './connection.ts';
import type { Migration } from './migrations/migration.ts';
import { runsAndCalls } from './migrations/0001-runs-and-calls.ts';
import { labelsOfItems } from './migrations/0002-labels-of-items.ts';
import { isBusy } from './store-error.ts';

/** Every step in order; the last one's number is the format that this version reads and writes. */
export const migrations: readonly Migration[] = [runsAndCalls, labelsOfItems];

/** What marks a SQLite file as a store of ours: `ASZE` in its header. */
const applicationId = 0x41_53_5a_45;

/**
 * Makes an empty file a store, brings an older one to the newest format, and refuses every other, without changing it.
 *
 * Several processes may do this at once: one does the work, the others find it done. Each step and its number are one transaction.
 *
 * @throws AssizeError `store` for a file that is not a store, or of a newer format (`details`: `format`, `supported`).
 */
export function bringToFormat(connection: Connection, steps: readonly Migration[] = migrations): void {
  const supported = steps.at(-1)?.number ?? 0;
  admit(connection, supported);
  writeAhead(connection);
  connection.transaction(() => {
    const format = admit(connection, supported);
    for (const { number, statements } of steps) {
      if (number > format) connection.define(statements);
    }
    if (format < supported) connection.exec(`pragma application_id = ${applicationId}`);
    // Written even where it is so already: a store that is read-only is told here, and not after the first paid call.
    connection.exec(`pragma user_version = ${supported}`);
  });
}

/** The file's format, 0 for an empty one. */
function admit(connection: Connection, supported: number): number {
  const { mark, format, tables } = header(connection);
  if (mark !== applicationId && (mark !== 0 || format !== 0 || tables !== 0)) {
    throw new AssizeError(
      'store',
      `${connection.file}: expected a store of assize, got a database of another program. ` +
        'Choose another place with store: in assize.yaml or ASSIZE_STORE.',
      { details: { file: connection.file } },
    );
  }
  if (format > supported) {
    throw new AssizeError(
      'store',
      `${connection.file}: expected a store of format ${supported} or older, got format ${format}. ` +
        'Update assize, or choose another place with store: in assize.yaml or ASSIZE_STORE.',
      { details: { file: connection.file, format, supported } },
    );
  }
  return format;
}

/** Read in one transaction: between two reads another process may make the file a store. */
function header(connection: Connection): { mark: number; format: number; tables: number } {
  const read = () => ({
    mark: Number(connection.pragma('application_id')),
    format: Number(connection.pragma('user_version')),
    tables: connection.count('sqlite_master'),
  });
  if (connection.inTransaction) return read();
  connection.exec('begin');
  try {
    return read();
  } finally {
    if (connection.inTransaction) connection.exec('commit');
  }
}

/**
 * Readers and one writer side by side. The switch takes the whole file for a moment, and the driver does not wait for that as it does for other
 * locks; where a file system cannot do it, the older journal stays, which is slower and as safe.
 */
function writeAhead(connection: Connection, attempts = 100): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      connection.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || attempt === attempts) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
