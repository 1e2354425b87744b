import type { Generated } from 'kysely';

/** What a column can hold. Booleans are 0 or 1: the driver aborts the whole process on one it is given. */
export type SqlValue = string | number | null;

/** A run. `number` orders runs by creation and stands for the id in the other tables. */
type RunsTable = {
  number: Generated<number>;
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
  /** JSON list of texts. */
  warnings: string;
  /** JSON of what never changes: identity, judges, data, versions. */
  body: string;
  /** JSON of the process that works on it. */
  owner: string | null;
};

type RunItemsTable = {
  run: number;
  row: number;
  item_id: string;
  item_hash: string;
  language: string | null;
  cluster: string;
  /** JSON, so that 4 and "4" stay apart. */
  gold: string | null;
  /** JSON object of rater to label. */
  labels: string | null;
};

/** Compact columns first: a scan of them reads at most the first kilobyte of a row, however long its texts. */
type JudgmentsTable = {
  run: number;
  row: number;
  draw: number;
  judge: number;
  status: string;
  /** JSON, so that 4 and "4" stay apart. */
  value: string | null;
  cause: string | null;
  retries: number;
  calls: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
  latency_ms: number;
  /** JSON of the verdict, reason, reply and parts. */
  body: string;
};

type EventsTable = { number: Generated<number>; run: number; type: string; at: string; details: string };

type CallsTable = {
  number: Generated<number>;
  id: string;
  model: string;
  /** JSON; texts met before stand as their number in `texts`. */
  request: string;
  reply: string;
  cost_usd: number | null;
  made_at: string;
  /** Names who paid. No reference: calls outlive runs. */
  paid_by: string | null;
};

/** Texts that several requests share. */
type TextsTable = { number: Generated<number>; body: string };
type KeyValueTable = { key: string; value: string };

/** Every table of the store, for the query builder. */
export type StoreTables = {
  runs: RunsTable;
  run_items: RunItemsTable;
  judgments: JudgmentsTable;
  events: EventsTable;
  calls: CallsTable;
  texts: TextsTable;
  artifacts: KeyValueTable;
  facts: KeyValueTable;
};
