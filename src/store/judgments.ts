import type { Kysely } from 'kysely';
import type { JudgmentKey, RunStore } from '../run/ports.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { columnsOfJudgment, judgmentOf, summaryOf } from './judgment-columns.ts';
import type { JudgmentColumns } from './judgment-columns.ts';
import { paged } from './pages.ts';
import { excluded, inserted, query } from './query.ts';
import type { Parameters } from './query.ts';
import { findRun, numberOfRun, writeOfRun } from './run-number.ts';
import { toStored } from './stored-text.ts';
import type { StoreTables } from './tables.ts';

type Place = Parameters<{ run: number; row: number; draw: number; judge: number }>;

/** Few, since their texts may be long. */
const judgmentsPerPage = 100;
const summariesPerPage = 1_000;

const key = ['row', 'draw', 'judge'] as const;
const compact = ['status', 'value', 'cause', 'retries', 'calls', 'input_tokens', 'output_tokens', 'cost_usd'] as const;
const rest = ['latency_ms', 'body'] as const;

const upsertJudgment = query((tables, values: Parameters<JudgmentColumns & { run: string }>) =>
  tables
    .insertInto('judgments')
    .values({ run: numberOfRun(values.run), ...inserted(values, [...key, ...compact, ...rest]) })
    .onConflict((conflict) => conflict.columns(['run', ...key]).doUpdateSet(excluded([...compact, ...rest]))),
);
const selectJudgment = query((tables, { run, row, draw, judge }: Place) =>
  tables
    .selectFrom('judgments')
    .select([...key, ...compact, ...rest])
    .where('run', '=', run)
    .where('row', '=', row)
    .where('draw', '=', draw)
    .where('judge', '=', judge),
);
const selectJudgments = query((tables, after: Place) =>
  afterPlace(tables, after)
    .select([...key, ...compact, ...rest])
    .limit(judgmentsPerPage),
);
const selectSummaries = query((tables, after: Place) =>
  afterPlace(tables, after)
    .select([...key, ...compact])
    .limit(summariesPerPage),
);

/** Judgments of runs. `putJudgment` resolves when its group is committed; reads see what was committed. */
export function sqlJudgments(
  connection: Connection,
  group: GroupCommit,
): Pick<RunStore, 'putJudgment' | 'getJudgment' | 'judgments' | 'summaries'> {
  return {
    putJudgment: (id, record) =>
      group.put(() => {
        writeOfRun(connection, id, () => connection.run(upsertJudgment, { run: toStored(id), ...columnsOfJudgment(record) }));
      }),
    getJudgment: (id, { row, draw, judge }) => {
      const run = findRun(connection, id);
      const columns = run === undefined ? undefined : connection.first(selectJudgment, { run, row, draw, judge });
      return columns === undefined ? undefined : judgmentOf(columns);
    },
    *judgments(id) {
      const run = findRun(connection, id);
      if (run === undefined) return;
      const fetch = (after: JudgmentKey) => connection.all(selectJudgments, { run, ...after });
      for (const columns of paged(judgmentsPerPage, start, { fetch, keyOf })) yield judgmentOf(columns);
    },
    *summaries(id) {
      const run = findRun(connection, id);
      if (run === undefined) return;
      const fetch = (after: JudgmentKey) => connection.all(selectSummaries, { run, ...after });
      for (const columns of paged(summariesPerPage, start, { fetch, keyOf })) yield summaryOf(columns);
    },
  };
}

const start: JudgmentKey = { row: -1, draw: 0, judge: 0 };

function keyOf({ row, draw, judge }: JudgmentKey): JudgmentKey {
  return { row, draw, judge };
}

function afterPlace(tables: Kysely<StoreTables>, { run, row, draw, judge }: Place) {
  return tables
    .selectFrom('judgments')
    .where('run', '=', run)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('row', 'draw', 'judge'), '>', tuple(row, draw, judge)))
    .orderBy('row')
    .orderBy('draw')
    .orderBy('judge');
}
