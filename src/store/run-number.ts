import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { AssizeError } from '../core/errors.ts';
import type { Connection } from './connection.ts';
import { query } from './query.ts';
import type { Parameters } from './query.ts';
import { toStored } from './stored-text.ts';

const selectNumber = query((tables, { id }: Parameters<{ id: string }>) =>
  tables.selectFrom('runs').select('number').where('id', '=', id),
);

/** A run's number, found inside the statement that needs it: null for a run that is not there, which no column takes. */
export function numberOfRun(id: RawBuilder<string>): RawBuilder<number> {
  return sql<number>`(select number from runs where id = ${id})`;
}

/** A run's number, or `undefined`. It stands for this run for ever: numbers are not given out twice. */
export function findRun(connection: Connection, id: string): number | undefined {
  return connection.first(selectNumber, { id: toStored(id) })?.number;
}

/** A run's number; throws where there is no such run. */
export function expectRun(connection: Connection, id: string): number {
  const number = findRun(connection, id);
  if (number === undefined) throw noSuchRun(connection, id);
  return number;
}

/** Does a write that holds `numberOfRun`, and says so where the run is not there. */
export function writeOfRun(connection: Connection, id: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (
      error instanceof AssizeError &&
      error.details['code'] === 'SQLITE_CONSTRAINT_NOTNULL' &&
      findRun(connection, id) === undefined
    ) {
      throw noSuchRun(connection, id);
    }
    throw error;
  }
}

function noSuchRun({ file }: Connection, run: string): AssizeError {
  return new AssizeError(
    'store',
    `${file}: expected run ${run} in the store, got none. See the runs there are with: assize runs list.`,
    {
      details: { file, run },
    },
  );
}
