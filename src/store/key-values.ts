import type { ArtifactStore, FactStore } from '../core/artifact-store.ts';
import type { Json } from '../core/json.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { excluded, inserted, query } from './query.ts';
import type { Parameters } from './query.ts';
import { toStored } from './stored-text.ts';

type Table = 'artifacts' | 'facts';

const upsert = (table: Table) =>
  query((tables, values: Parameters<{ key: string; value: string }>) =>
    tables
      .insertInto(table)
      .values(inserted(values, ['key', 'value']))
      .onConflict((conflict) => conflict.column('key').doUpdateSet(excluded(['value']))),
  );
const select = (table: Table) =>
  query((tables, { key }: Parameters<{ key: string }>) => tables.selectFrom(table).select('value').where('key', '=', key));

const queries = {
  artifacts: { upsert: upsert('artifacts'), select: select('artifacts') },
  facts: { upsert: upsert('facts'), select: select('facts') },
};

/** Derived texts and learned state; a later value of a key takes the place of the earlier. */
export function sqlArtifactStore(connection: Connection, group: GroupCommit): ArtifactStore {
  return {
    get: (key) => valueOf(connection, 'artifacts', key),
    put: (key, value) =>
      group.put(() => {
        connection.run(queries.artifacts.upsert, { key: toStored(key), value: JSON.stringify(value) });
      }),
  };
}

/** Small facts; `put` is durable when it returns. */
export function sqlFactStore(connection: Connection, group: GroupCommit): FactStore {
  return {
    get: (key) => valueOf(connection, 'facts', key),
    put: (key, value) => {
      group.now(() => connection.run(queries.facts.upsert, { key: toStored(key), value: JSON.stringify(value) }));
    },
  };
}

function valueOf(connection: Connection, table: Table, key: string): Json | undefined {
  const row = connection.first(queries[table].select, { key: toStored(key) });
  return row === undefined ? undefined : (JSON.parse(row.value) as Json);
}
