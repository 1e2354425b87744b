import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Runs with their items, judgments and events; calls with their shared texts; artifacts and facts. */
export const runsAndCalls: Migration = {
  number: 1,
  statements: ({ schema }) => [
    schema
      .createTable('runs')
      // Never given out twice: a process that reads a run page by page must not meet another under its number.
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('identity_hash', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('items', 'integer', (column) => column.notNull())
      .addColumn('skipped', 'integer', (column) => column.notNull())
      .addColumn('cost_usd', 'double precision', (column) => column.notNull())
      .addColumn('cost_at_least', 'integer', (column) => column.notNull())
      .addColumn('seconds', 'double precision', (column) => column.notNull())
      .addColumn('warnings', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('owner', 'text'),
    schema.createIndex('runs_of_identity').on('runs').columns(['identity_hash', 'number']),
    schema
      .createTable('run_items')
      .addColumn('run', 'integer', (column) => column.notNull().references('runs.number'))
      .addColumn('row', 'integer', (column) => column.notNull())
      .addColumn('item_id', 'text', (column) => column.notNull())
      .addColumn('item_hash', 'text', (column) => column.notNull())
      .addColumn('language', 'text')
      .addColumn('cluster', 'text', (column) => column.notNull())
      .addColumn('gold', 'text')
      .addPrimaryKeyConstraint('run_items_key', ['run', 'row'])
      .modifyEnd(sql`without rowid`),
    schema
      .createTable('judgments')
      .addColumn('run', 'integer', (column) => column.notNull().references('runs.number'))
      .addColumn('row', 'integer', (column) => column.notNull())
      .addColumn('draw', 'integer', (column) => column.notNull())
      .addColumn('judge', 'integer', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('value', 'text')
      .addColumn('cause', 'text')
      .addColumn('retries', 'integer', (column) => column.notNull())
      .addColumn('calls', 'integer', (column) => column.notNull())
      .addColumn('input_tokens', 'integer')
      .addColumn('output_tokens', 'integer')
      .addColumn('cost_usd', 'double precision')
      .addColumn('latency_ms', 'double precision', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('judgments_key', ['run', 'row', 'draw', 'judge'])
      .modifyEnd(sql`without rowid`),
    schema
      .createTable('events')
      .addColumn('number', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('run', 'integer', (column) => column.notNull().references('runs.number'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('details', 'text', (column) => column.notNull()),
    schema.createIndex('events_of_run').on('events').columns(['run', 'number']),
    schema
      .createTable('calls')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('model', 'text', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('reply', 'text', (column) => column.notNull())
      .addColumn('cost_usd', 'double precision')
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('paid_by', 'text'),
    schema.createIndex('calls_of_run').on('calls').columns(['paid_by', 'cost_usd']),
    schema
      .createTable('texts')
      .addColumn('number', 'integer', (column) => column.primaryKey())
      .addColumn('body', 'text', (column) => column.notNull()),
    schema
      .createTable('artifacts')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull()),
    schema
      .createTable('facts')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull()),
  ],
};
