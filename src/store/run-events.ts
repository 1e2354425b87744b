import type { RunEvent, RunStore } from '../run/ports.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { paged } from './pages.ts';
import { query } from './query.ts';
import type { Parameters } from './query.ts';
import { findRun, numberOfRun, writeOfRun } from './run-number.ts';
import { toStored } from './stored-text.ts';

const rowsPerPage = 500;

const insertEvent = query((tables, values: Parameters<{ run: string; type: string; at: string; details: string }>) =>
  tables.insertInto('events').values({ run: numberOfRun(values.run), type: values.type, at: values.at, details: values.details }),
);
const selectEvents = query((tables, { run, after }: Parameters<{ run: number; after: number }>) =>
  tables
    .selectFrom('events')
    .select(['number', 'type', 'at', 'details'])
    .where('run', '=', run)
    .where('number', '>', after)
    .orderBy('number')
    .limit(rowsPerPage),
);

/** Events of runs, in the order of appending. `append` goes with the next group commit; `events` begins by making it. */
export function sqlRunEvents(connection: Connection, group: GroupCommit): Pick<RunStore, 'append' | 'events'> {
  return {
    append: (id, { type, at, details }) => {
      group.post(() => {
        writeOfRun(connection, id, () =>
          connection.run(insertEvent, { run: toStored(id), type, at, details: JSON.stringify(details) }),
        );
      });
    },
    *events(id) {
      group.commit();
      const run = findRun(connection, id);
      if (run === undefined) return;
      const fetch = (after: number) => connection.all(selectEvents, { run, after });
      for (const { type, at, details } of paged(rowsPerPage, 0, { fetch, keyOf: ({ number }) => number })) {
        yield { type: type as RunEvent['type'], at, details: JSON.parse(details) as RunEvent['details'] };
      }
    },
  };
}
