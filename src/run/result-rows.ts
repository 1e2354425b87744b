import type { JudgmentRecord, RunItem, RunRecord, RunStore } from './ports.ts';

/** One row of `--out`: a judgment with what identifies it. Absent members are absent, unknown sums are null. */
export type ResultRow = {
  readonly judge: string;
  readonly judgeHash: string;
  readonly item: string;
  readonly draw: number;
  readonly language?: string;
  readonly group: string;
  readonly status: string;
  readonly value?: string | number;
  readonly problem?: string;
  readonly code?: string;
  readonly message?: string;
  readonly reading?: string;
  readonly rationale?: string;
  readonly reply?: string;
  readonly distribution?: Readonly<Record<string, number>>;
  readonly coverage?: number;
  readonly expected?: number;
  readonly gold?: string | number | boolean;
  readonly calls: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  readonly latencyMs: number;
};

/** Column order and types, for formats that need them. */
export const resultColumns = [
  { name: 'judge', type: 'text' },
  { name: 'judgeHash', type: 'text' },
  { name: 'item', type: 'text' },
  { name: 'draw', type: 'integer' },
  { name: 'language', type: 'text' },
  { name: 'group', type: 'text' },
  { name: 'status', type: 'text' },
  { name: 'value', type: 'scalar' },
  { name: 'problem', type: 'text' },
  { name: 'code', type: 'text' },
  { name: 'message', type: 'text' },
  { name: 'reading', type: 'text' },
  { name: 'rationale', type: 'text' },
  { name: 'reply', type: 'text' },
  { name: 'distribution', type: 'json' },
  { name: 'coverage', type: 'number' },
  { name: 'expected', type: 'number' },
  { name: 'gold', type: 'scalar' },
  { name: 'calls', type: 'integer' },
  { name: 'inputTokens', type: 'integer' },
  { name: 'outputTokens', type: 'integer' },
  { name: 'costUsd', type: 'number' },
  { name: 'latencyMs', type: 'number' },
] as const;

/** A run's judgments in order of the data, then draw, then judge. A judgment that was not made has no row. */
export function* resultRows(runs: RunStore, run: RunRecord): Generator<ResultRow> {
  const items = runs.items(run.id)[Symbol.iterator]();
  let item = items.next().value as RunItem | undefined;
  for (const record of runs.judgments(run.id)) {
    while (item !== undefined && item.row < record.row) item = items.next().value as RunItem | undefined;
    const judge = run.judges[record.judge];
    if (item === undefined || item.row !== record.row || judge === undefined) continue;
    yield resultRow(record, item, judge);
  }
}

function resultRow(record: JudgmentRecord, item: RunItem, judge: RunRecord['judges'][number]): ResultRow {
  const { verdict, spend } = record;
  return {
    judge: judge.name,
    judgeHash: judge.hash,
    item: item.id,
    draw: record.draw,
    ...(item.language !== undefined && { language: item.language }),
    group: item.group,
    status: verdict.status,
    ...(verdict.status === 'scored' && {
      value: verdict.value,
      ...(verdict.reading !== undefined && { reading: verdict.reading }),
      ...(verdict.distribution !== undefined && { distribution: verdict.distribution }),
      ...(verdict.coverage !== undefined && { coverage: verdict.coverage }),
      ...(verdict.expected !== undefined && { expected: verdict.expected }),
    }),
    ...(verdict.status === 'abstained' && { message: verdict.reason }),
    ...(verdict.status === 'unreadable' && { problem: verdict.problem, message: verdict.message }),
    ...(verdict.status === 'failed' && { code: verdict.code, message: verdict.message }),
    ...(record.rationale !== undefined && { rationale: record.rationale }),
    ...(record.reply !== undefined && { reply: record.reply }),
    ...(item.gold !== undefined && { gold: item.gold }),
    calls: spend.calls,
    inputTokens: spend.inputTokens ?? null,
    outputTokens: spend.outputTokens ?? null,
    costUsd: spend.costUsd ?? null,
    latencyMs: record.latencyMs,
  };
}
