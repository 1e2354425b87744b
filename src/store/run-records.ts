import type { Owner, RunRecord, RunState, RunStore } from '../run/ports.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { inserted, query } from './query.ts';
import type { Parameters } from './query.ts';
import { expectRun, findRun } from './run-number.ts';
import { fromStored, toStored } from './stored-text.ts';

type RunColumns = {
  id: string;
  identity_hash: string;
  state: string;
  created_at: string;
  updated_at: string;
  items: number;
  skipped: number;
  cost_usd: number;
  cost_at_least: number;
  seconds: number;
  warnings: string;
  body: string;
};
/** What of a run never changes and nothing looks for. */
type RunBody = Pick<RunRecord, 'identity' | 'judges' | 'data' | 'noCache' | 'versions'>;
type RunChange = Parameters<{ [K in ChangeableColumn]: RunColumns[K] | null } & { number: number; updated_at: string }>;
type ChangeableColumn = 'state' | 'items' | 'skipped' | 'cost_usd' | 'cost_at_least' | 'seconds' | 'warnings';

const changeable = ['state', 'items', 'skipped', 'cost_usd', 'cost_at_least', 'seconds', 'warnings'] as const;
const columns = ['id', 'identity_hash', 'created_at', 'updated_at', ...changeable, 'body'] as const;

const insertRun = query((tables, values: Parameters<RunColumns>) => tables.insertInto('runs').values(inserted(values, columns)));
const selectRun = query((tables, { id }: Parameters<{ id: string }>) =>
  tables.selectFrom('runs').select(columns).where('id', '=', id),
);
const selectLatest = query((tables, { identity }: Parameters<{ identity: string }>) =>
  tables.selectFrom('runs').select(columns).where('identity_hash', '=', identity).orderBy('number', 'desc').limit(1),
);
const selectRuns = query((tables, _values: Parameters<Record<never, never>>) =>
  tables.selectFrom('runs').select(columns).orderBy('number', 'desc'),
);
const updateRun = query((tables, values: RunChange) =>
  tables
    .updateTable('runs')
    .set(({ fn, ref }) => ({
      updated_at: values.updated_at,
      ...Object.fromEntries(changeable.map((column) => [column, fn.coalesce(values[column], ref(column))])),
    }))
    .where('number', '=', values.number),
);
const selectOwner = query((tables, { number }: Parameters<{ number: number }>) =>
  tables.selectFrom('runs').select('owner').where('number', '=', number),
);
const updateOwner = query((tables, { number, owner }: Parameters<{ number: number; owner: string | null }>) =>
  tables.updateTable('runs').set({ owner }).where('number', '=', number),
);
const deletions = [
  query((tables, { number }: Parameters<{ number: number }>) => tables.deleteFrom('events').where('run', '=', number)),
  query((tables, { number }: Parameters<{ number: number }>) => tables.deleteFrom('judgments').where('run', '=', number)),
  query((tables, { number }: Parameters<{ number: number }>) => tables.deleteFrom('run_items').where('run', '=', number)),
  query((tables, { number }: Parameters<{ number: number }>) => tables.deleteFrom('runs').where('number', '=', number)),
];

/** The part of a run store that is about runs themselves: their records, and who works on them. */
export type RunRecords = Pick<RunStore, 'create' | 'get' | 'latest' | 'list' | 'update' | 'acquire' | 'release' | 'delete'>;

/** Records of runs and their locks. Every write is durable when it returns. */
export function sqlRunRecords(connection: Connection, group: GroupCommit, now: () => string): RunRecords {
  return {
    create: (run, owner) => {
      group.now(() => {
        connection.run(insertRun, columnsOf(run));
        if (owner !== undefined)
          connection.run(updateOwner, { number: expectRun(connection, run.id), owner: JSON.stringify(owner) });
      });
    },
    get: (id) => recordOf(connection.first(selectRun, { id: toStored(id) })),
    latest: (identityHash) => recordOf(connection.first(selectLatest, { identity: identityHash })),
    list: () => connection.all(selectRuns, {}).flatMap((row) => recordOf(row) ?? []),
    update: (id, change) => {
      group.now(() => connection.run(updateRun, { ...changeOf(change), number: expectRun(connection, id), updated_at: now() }));
    },
    acquire: (id, owner, alive) =>
      group.now(() => {
        const number = expectRun(connection, id);
        const holder = holderOf(connection, number);
        if (holder !== undefined && alive(holder)) return { heldBy: holder };
        connection.run(updateOwner, { number, owner: JSON.stringify(owner) });
        return { held: true };
      }),
    release: (id, owner) => {
      group.now(() => {
        const number = findRun(connection, id);
        const holder = number === undefined ? undefined : holderOf(connection, number);
        if (number !== undefined && holder !== undefined && isSame(holder, owner))
          connection.run(updateOwner, { number, owner: null });
      });
    },
    delete: (id) => {
      group.now(() => {
        const number = findRun(connection, id);
        if (number !== undefined) for (const deletion of deletions) connection.run(deletion, { number });
      });
    },
  };
}

function columnsOf(run: Omit<RunRecord, 'state' | 'updatedAt'>): RunColumns {
  const { id, identityHash, createdAt, items, skipped, cost, seconds, warnings, ...body } = run;
  return {
    id: toStored(id),
    identity_hash: identityHash,
    created_at: createdAt,
    updated_at: createdAt,
    state: 'running',
    items,
    skipped,
    cost_usd: cost.usd,
    cost_at_least: Number(cost.atLeast),
    seconds,
    warnings: JSON.stringify(warnings),
    body: JSON.stringify(body satisfies RunBody),
  };
}

function recordOf(row: RunColumns | undefined): RunRecord | undefined {
  if (row === undefined) return undefined;
  return {
    ...(JSON.parse(row.body) as RunBody),
    id: fromStored(row.id),
    identityHash: row.identity_hash,
    state: row.state as RunState,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    items: row.items,
    skipped: row.skipped,
    cost: { usd: row.cost_usd, atLeast: row.cost_at_least === 1 },
    seconds: row.seconds,
    warnings: JSON.parse(row.warnings) as string[],
  };
}

/** Null leaves a column as it is. */
function changeOf({ state, cost, seconds, warnings, skipped, items }: Partial<RunRecord>): {
  [K in ChangeableColumn]: RunColumns[K] | null;
} {
  return {
    state: state ?? null,
    items: items ?? null,
    skipped: skipped ?? null,
    cost_usd: cost?.usd ?? null,
    cost_at_least: cost === undefined ? null : Number(cost.atLeast),
    seconds: seconds ?? null,
    warnings: warnings === undefined ? null : JSON.stringify(warnings),
  };
}

function holderOf(connection: Connection, number: number): Owner | undefined {
  const owner = connection.first(selectOwner, { number })?.owner;
  return typeof owner === 'string' ? (JSON.parse(owner) as Owner) : undefined;
}

function isSame(one: Owner, other: Owner): boolean {
  return one.pid === other.pid && one.host === other.host && one.startedAt === other.startedAt;
}
