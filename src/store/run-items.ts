import type { RunItem, RunStore } from '../run/ports.ts';
import type { Connection } from './connection.ts';
import type { GroupCommit } from './group-commit.ts';
import { paged } from './pages.ts';
import { excluded, inserted, query } from './query.ts';
import type { Parameters } from './query.ts';
import { expectRun, findRun } from './run-number.ts';
import { fromStored, toStored } from './stored-text.ts';

type ItemColumns = {
  row: number;
  item_id: string;
  item_hash: string;
  language: string | null;
  cluster: string;
  gold: string | null;
  labels: string | null;
};

const rowsPerPage = 1_000;
const texts = ['item_id', 'item_hash', 'language', 'cluster', 'gold', 'labels'] as const;

const upsertItem = query((tables, values: Parameters<ItemColumns & { run: number }>) =>
  tables
    .insertInto('run_items')
    .values(inserted(values, ['run', 'row', ...texts]))
    .onConflict((conflict) => conflict.columns(['run', 'row']).doUpdateSet(excluded(texts))),
);
const selectItems = query((tables, { run, after }: Parameters<{ run: number; after: number }>) =>
  tables
    .selectFrom('run_items')
    .select(['row', ...texts])
    .where('run', '=', run)
    .where('row', '>', after)
    .orderBy('row')
    .limit(rowsPerPage),
);

/** The rows of runs' data. `putItems` is one transaction, durable when it returns; a row put again replaces the earlier one. */
export function sqlRunItems(connection: Connection, group: GroupCommit): Pick<RunStore, 'putItems' | 'items'> {
  return {
    putItems: (id, items) => {
      group.now(() => {
        const run = expectRun(connection, id);
        for (const item of items) connection.run(upsertItem, { run, ...columnsOf(item) });
      });
    },
    *items(id) {
      const run = findRun(connection, id);
      if (run === undefined) return;
      const fetch = (after: number) => connection.all(selectItems, { run, after });
      for (const columns of paged(rowsPerPage, -1, { fetch, keyOf: ({ row }) => row })) yield itemOf(columns);
    },
  };
}

function columnsOf({ row, id, itemHash, language, group, gold, labels }: RunItem): ItemColumns {
  return {
    row,
    item_id: toStored(id),
    item_hash: itemHash,
    language: language === undefined ? null : toStored(language),
    cluster: toStored(group),
    gold: gold === undefined ? null : JSON.stringify(gold),
    labels: labels === undefined ? null : JSON.stringify(labels),
  };
}

function itemOf(columns: ItemColumns): RunItem {
  return {
    row: columns.row,
    id: fromStored(columns.item_id),
    itemHash: columns.item_hash,
    ...(columns.language !== null && { language: fromStored(columns.language) }),
    group: fromStored(columns.cluster),
    ...(columns.gold !== null && { gold: JSON.parse(columns.gold) as string | number | boolean }),
    ...(columns.labels !== null && { labels: JSON.parse(columns.labels) as NonNullable<RunItem['labels']> }),
  };
}
