import type { Verdict } from '../core/verdict.ts';
import type { Part, Spend } from '../judge/judge.ts';
import type { JudgmentRecord, JudgmentSummary } from '../run/ports.ts';
import { valueFromStored, valueToStored } from './stored-text.ts';

/** What a summary reads of a judgment. */
export type SummaryColumns = {
  row: number;
  draw: number;
  judge: number;
  status: string;
  value: string | null;
  cause: string | null;
  retries: number;
  calls: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost_usd: number | null;
};
export type JudgmentColumns = SummaryColumns & { latency_ms: number; body: string };

/** A part in which `true` stands for the judgment's own reply or reason: most judgments have one part, which says both again. */
type StoredPart = Omit<Part, 'text' | 'rationale' | 'children'> & {
  readonly text?: string | true | undefined;
  readonly rationale?: string | true | undefined;
  readonly children: readonly StoredPart[];
};
type BodyOf<P> = Pick<JudgmentRecord, 'verdict' | 'rationale' | 'reply'> & { readonly parts: readonly P[] };

/** What the columns hold already; JSON leaves it out. (Taking it out of a copy costs several times as much as the copy.) */
const inColumns = {
  row: undefined,
  draw: undefined,
  judge: undefined,
  retries: undefined,
  spend: undefined,
  latencyMs: undefined,
};

/** A judgment as columns. */
export function columnsOfJudgment(record: JudgmentRecord): JudgmentColumns {
  const { row, draw, judge, retries, spend, latencyMs, verdict } = record;
  return {
    row,
    draw,
    judge,
    status: verdict.status,
    value: verdict.status === 'scored' ? valueToStored(verdict.value) : null,
    cause: causeOf(verdict) ?? null,
    retries,
    calls: spend.calls,
    input_tokens: spend.inputTokens ?? null,
    output_tokens: spend.outputTokens ?? null,
    cost_usd: spend.costUsd ?? null,
    latency_ms: latencyMs,
    body: JSON.stringify({ ...record, ...inColumns, parts: record.parts.map((part) => storedPart(part, record)) }),
  };
}

/** The judgment that `columnsOfJudgment` was given. */
export function judgmentOf(columns: JudgmentColumns): JudgmentRecord {
  const { parts, verdict, ...body } = JSON.parse(columns.body) as BodyOf<StoredPart>;
  const { row, draw, judge, retries, value } = columns;
  return {
    row,
    draw,
    judge,
    ...body,
    // JSON has no −0; the column has.
    verdict: verdict.status === 'scored' && value !== null ? { ...verdict, value: valueFromStored(value) } : verdict,
    parts: parts.map((part) => partOf(part, body)),
    spend: spendOf(columns),
    latencyMs: columns.latency_ms,
    retries,
  };
}

/** A judgment without its texts. */
export function summaryOf(columns: SummaryColumns): JudgmentSummary {
  const { row, draw, judge, status, value, cause, retries } = columns;
  return {
    row,
    draw,
    judge,
    status: status as Verdict['status'],
    ...(value !== null && { value: valueFromStored(value) }),
    ...(cause !== null && { cause }),
    retries,
    spend: spendOf(columns),
  };
}

function causeOf(verdict: Verdict): string | undefined {
  if (verdict.status === 'unreadable') return verdict.problem;
  return verdict.status === 'failed' ? verdict.code : undefined;
}

function spendOf({ calls, input_tokens, output_tokens, cost_usd }: SummaryColumns): Spend {
  return {
    calls,
    ...(input_tokens !== null && { inputTokens: input_tokens }),
    ...(output_tokens !== null && { outputTokens: output_tokens }),
    ...(cost_usd !== null && { costUsd: cost_usd }),
  };
}

function storedPart(part: Part, whole: JudgmentRecord): StoredPart {
  const { text, rationale, children } = part;
  return {
    ...part,
    text: text !== undefined && text === whole.reply ? true : text,
    rationale: rationale !== undefined && rationale === whole.rationale ? true : rationale,
    children: children.map((child) => storedPart(child, whole)),
  };
}

function partOf(part: StoredPart, whole: Pick<JudgmentRecord, 'reply' | 'rationale'>): Part {
  const { text, rationale, children, ...rest } = part;
  const itsText = text === true ? whole.reply : text;
  const itsRationale = rationale === true ? whole.rationale : rationale;
  return {
    ...rest,
    ...(itsText !== undefined && { text: itsText }),
    ...(itsRationale !== undefined && { rationale: itsRationale }),
    children: children.map((child) => partOf(child, whole)),
  };
}
