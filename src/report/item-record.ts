import { viewOf, type SpaceView } from '../core/space-view.ts';
import type { Part } from '../judge/judge.ts';
import type { CallStore } from '../model/call-store.ts';
import type { JudgmentRecord, RunItem, RunRecord } from '../run/ports.ts';

/**
 * A judgment as the page's list has it: `[item, language, group, judge, draw, status, verdict, gold, distance, excerpt]`. `verdict` is the value as text, or the cause where there is none; `distance` from gold
 * on the scale (0 agrees), null where one of both is missing. The place of each member is known to the page's script.
 */
export type ItemLine = readonly [
  item: string,
  language: string,
  group: string,
  judge: number,
  draw: number,
  status: string,
  verdict: string,
  gold: string | null,
  distance: number | null,
  excerpt: string,
];

/** Everything the page shows of one judgment when it is opened. */
export type ItemDetail = {
  readonly message?: string | undefined;
  readonly rationale?: string | undefined;
  readonly reply?: string | undefined;
  readonly reading?: string | undefined;
  readonly distribution?: Readonly<Record<string, number>> | undefined;
  readonly coverage?: number | undefined;
  readonly expected?: number | undefined;
  readonly labels?: RunItem['labels'] | undefined;
  readonly calls: number;
  readonly tokens: readonly [input: number | null, output: number | null];
  readonly costUsd: number | null;
  readonly latencyMs: number;
  readonly parts: readonly DetailPart[];
};

/** A step of a judgment with the messages that were sent and the replies that came. */
export type DetailPart = {
  readonly path: string;
  readonly role: string;
  readonly language?: string | undefined;
  readonly round?: number | undefined;
  readonly verdict?: string | undefined;
  readonly rationale?: string | undefined;
  readonly text?: string | undefined;
  readonly fault?: string | undefined;
  readonly calls: readonly {
    readonly model: string;
    readonly messages: readonly (readonly [string, string])[];
    readonly reply: string;
  }[];
  readonly parts: readonly DetailPart[];
};

const excerptCharacters = 140;
/** Of one text: a page must not choke on an output of megabytes. */
const textCharacters = 20_000;

/** A judgment as a line of the page's list. */
export function itemLine({ judge, draw, verdict, rationale }: JudgmentRecord, item: RunItem, run: RunRecord): ItemLine {
  const spec = run.judges[judge]?.spec;
  const told =
    verdict.status === 'scored'
      ? String(verdict.value)
      : verdict.status === 'unreadable'
        ? verdict.problem
        : verdict.status === 'failed'
          ? verdict.code
          : '';
  const message = verdict.status === 'scored' ? '' : verdict.status === 'abstained' ? verdict.reason : verdict.message;
  const excerpt = (rationale ?? message).replace(/\s+/gu, ' ').slice(0, excerptCharacters);
  return [
    item.id,
    item.language ?? '',
    item.group,
    judge,
    draw,
    verdict.status,
    told,
    item.gold === undefined ? null : String(item.gold),
    spec === undefined ? null : distanceOf(verdict, item, viewOf(spec.verdict)),
    excerpt,
  ];
}

function distanceOf(verdict: JudgmentRecord['verdict'], { gold }: RunItem, view: SpaceView): number | null {
  if (verdict.status !== 'scored' || gold === undefined) return null;
  const admission = view.admit(gold);
  if (!('ok' in admission)) return null;
  const [one, other] = [view.rank(verdict.value), view.rank(admission.ok)];
  if (one === undefined || other === undefined) return verdict.value === admission.ok ? 0 : 1;
  return Math.abs(one - other);
}

/** Everything of a judgment but what its line has. Texts are cut at 20,000 characters, and say so. */
export function itemDetail(record: JudgmentRecord, item: RunItem, calls: CallStore): ItemDetail {
  const { verdict, rationale, reply, spend, latencyMs } = record;
  const scored = verdict.status === 'scored' ? verdict : undefined;
  return {
    message: verdict.status === 'scored' ? undefined : cut(verdict.status === 'abstained' ? verdict.reason : verdict.message),
    rationale: cut(rationale),
    reply: cut(reply),
    reading: scored?.reading,
    distribution: scored?.distribution,
    coverage: scored?.coverage,
    expected: scored?.expected,
    labels: item.labels,
    calls: spend.calls,
    tokens: [spend.inputTokens ?? null, spend.outputTokens ?? null],
    costUsd: spend.costUsd ?? null,
    latencyMs,
    parts: record.parts.map((part) => detailPart(part, calls)),
  };
}

function detailPart(
  { path, role, language, round, verdict, rationale, text, fault, calls: ids, children }: Part,
  calls: CallStore,
): DetailPart {
  return {
    path,
    role,
    language,
    round,
    verdict: verdict === undefined ? undefined : verdictWords(verdict),
    rationale: cut(rationale),
    text: ids.length === 0 ? cut(text) : undefined,
    fault: cut(fault),
    calls: ids.flatMap((id) => {
      const call = calls.get(id);
      if (call === undefined) return [];
      const messages = call.request.messages.map(({ role: of, content }) => [of, cut(content) as string] as const);
      return [{ model: call.model, messages, reply: cut(call.reply.text) as string }];
    }),
    parts: children.map((child) => detailPart(child, calls)),
  };
}

function verdictWords(verdict: JudgmentRecord['verdict']): string {
  switch (verdict.status) {
    case 'scored':
      return String(verdict.value);
    case 'abstained':
      return `abstained: ${verdict.reason}`;
    case 'unreadable':
      return `unreadable (${verdict.problem})`;
    case 'failed':
      return `failed (${verdict.code})`;
  }
}

function cut(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= textCharacters) return text;
  return `${text.slice(0, textCharacters)}\n… ${text.length - textCharacters} more characters are not in this page.`;
}
