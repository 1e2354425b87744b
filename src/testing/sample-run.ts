import { seededRandom } from '../core/random.ts';
import type { Verdict } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { Part } from '../judge/judge.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { CallRecord } from '../model/call-store.ts';
import { payerOf } from '../run/session.ts';
import type { JudgmentRecord, RunItem, RunRecord, Store } from '../run/ports.ts';

/** A finished run to make reports of: two judges of passes and fails in four languages, with raters, probabilities, parts, and every way a judgment can end. */
export type SampleRunOptions = {
  readonly items: number;
  readonly judges?: readonly string[];
  /** Stands in every place that data, raters and models write to. */
  readonly hostile?: string;
  /** Steps of each judgment, each with a call. */
  readonly steps?: number;
  /** Where not passes and fails: a space, and the values that gold and verdicts take, worst to best. */
  readonly space?: { readonly verdict: VerdictSpace; readonly values: readonly (string | number)[] };
  /** Further words in each answer, never the same twice. */
  readonly words?: number;
};

const spec: JudgeSpec = {
  model: { id: 'desk:judge', maxTokens: 256 },
  prompt: { layout: 'item-last' },
  harness: { strategy: { kind: 'single' }, reader: { kind: 'json' }, reask: 0 },
  verdict: { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } },
};

type Values = readonly (string | number)[];

const passes: NonNullable<SampleRunOptions['space']> = { verdict: spec.verdict, values: ['fail', 'pass'] };

const languages = ['en', 'hi', 'ar', 'ja'] as const;

/** One answer in each language, on which the judges' words are as long as a real judge's. */
const texts: Readonly<Record<(typeof languages)[number], { readonly answer: string; readonly reason: string }>> = {
  en: {
    answer: 'The tower opened to visitors in spring and is 312 metres high.',
    reason: 'The answer gives the height that the passage has, and nothing that it lacks.',
  },
  hi: { answer: 'यह मीनार वसंत में खुली और 312 मीटर ऊँची है।', reason: 'उत्तर में दी गई ऊँचाई पाठ से मेल खाती है।' },
  ar: {
    answer: 'افتُتح البرج في الربيع ويبلغ ارتفاعه 312 متراً (انظر Tower A).',
    reason: 'يطابق الجواب ما ورد في النص، ولا يزيد عليه شيئاً.',
  },
  ja: {
    answer: '塔は春に公開され、高さは三百十二メートルである。',
    reason: '回答の高さは本文と一致しており、余計な情報はない。',
  },
};

/**
 * Puts a run with items, judgments and calls into a store, the same for the same options. The first judge agrees with gold in 82% of items, is strict on Hindi and gives probabilities that are about
 * right; the others in 70%. One item in fifty has no verdict.
 */
export async function putSampleRun(
  store: Store,
  { items, judges = ['helpful'], hostile = '', steps = 1, words = 0, space = passes }: SampleRunOptions,
): Promise<RunRecord> {
  const random = seededRandom(7);
  const id = 'r-sample';
  store.runs.create({
    id,
    identity: { command: judges.length > 1 ? 'compare' : 'judge', judges: [...judges], rowsHash: 'rows', draws: 1, seed: 0 },
    identityHash: 'sample',
    createdAt: '2026-01-01T00:00:00.000Z',
    judges: judges.map((name) => ({
      name: `${name}${hostile}`,
      hash: `hash of ${name}`,
      spec: { ...spec, verdict: space.verdict },
    })),
    data: `answers${hostile}`,
    noCache: false,
    items,
    skipped: 0,
    cost: { usd: 0, atLeast: false },
    seconds: 12.5,
    warnings: hostile === '' ? [] : [hostile],
    versions: { assize: '0.1.0' },
  });
  const rows = Array.from({ length: items }, (_, row) => sampleItem(row, random, { hostile, values: space.values }));
  store.runs.putItems(id, rows);
  const puts: Promise<void>[] = [];
  for (const item of rows)
    for (const [judge] of judges.entries()) {
      const { record, calls } = sampleJudgment(item, judge, { random, hostile, steps, words, values: space.values });
      puts.push(
        ...calls.map((call) => store.calls.put({ ...call, run: payerOf(id, judge) })),
        store.runs.putJudgment(id, record),
      );
    }
  await Promise.all(puts);
  store.runs.update(id, { state: 'complete' });
  return store.runs.get(id) as RunRecord;
}

function sampleItem(row: number, random: () => number, { hostile, values }: { hostile: string; values: Values }): RunItem {
  const gold: string | number = random() < 0.55 ? (values.at(-1) as string) : otherThan(values.at(-1), values, random);
  const other = random() < 0.85 ? gold : otherThan(gold, values, random);
  return {
    row,
    id: `item-${row + 1}${hostile}`,
    itemHash: `content ${row}`,
    language: languages[row % languages.length] as string,
    group: `source-${Math.floor(row / 8) % 12}${hostile}`,
    gold,
    ...(row % 3 === 0 && { labels: { [`anna${hostile}`]: gold, [`بدر${hostile}`]: other } }),
  };
}

function sampleJudgment(
  item: RunItem,
  judge: number,
  {
    random,
    hostile,
    steps,
    words,
    values,
  }: { random: () => number; hostile: string; steps: number; words: number; values: Values },
): { record: JudgmentRecord; calls: CallRecord[] } {
  const language = item.language as (typeof languages)[number];
  const sure = judge === 0 ? 0.82 : 0.7;
  const right = random() < sure;
  const strict = language === 'hi' && item.gold === values.at(-1) && random() < 0.5;
  const gold = item.gold as string | number;
  const value = strict ? (values[0] as string) : right ? gold : otherThan(gold, values, random);
  const probability = Math.min(0.99, Math.max(0.51, sure + (random() - 0.5) * 0.3));
  const { answer, reason } = texts[language];
  const filler = Array.from({ length: words }, () => ` ${Math.floor(random() * 2 ** 31).toString(36)}`).join('');
  const reply = JSON.stringify({ reason: reason + hostile, verdict: value });
  const calls = Array.from({ length: steps }, (_, step): CallRecord => {
    const prompt = `Is the answer supported by the passage?\n\n<answer>\n${answer} #${item.row}${hostile}${filler}\n</answer>`;
    return {
      id: `call ${item.row}/${judge}/${step}`,
      model: 'desk:judge',
      request: {
        messages: [
          { role: 'system', content: 'You are a careful evaluator.' },
          { role: 'user', content: prompt },
        ],
        temperature: 0,
        maxTokens: 256,
      },
      reply: { text: reply, finish: 'stop', usage: { inputTokens: 120, outputTokens: 30 }, warnings: [], latencyMs: 200 },
      costUsd: 0.0001,
      madeAt: '2026-01-01T00:00:00.000Z',
    };
  });
  const verdict = verdictOf(item, value, { probability, hostile });
  const leaves = calls.map((call, step): Part => ({
    path: `vote/${step}${hostile}`,
    role: 'ask',
    text: reply,
    verdict,
    calls: [call.id],
    children: [],
  }));
  const parts: Part[] = steps === 1 ? leaves : [{ path: 'votes', role: 'aggregate', verdict, calls: [], children: leaves }];
  const record: JudgmentRecord = {
    row: item.row,
    draw: 0,
    judge,
    verdict,
    ...(verdict.status !== 'failed' && { rationale: reason + hostile, reply }),
    parts,
    spend: { calls: steps, inputTokens: 120 * steps, outputTokens: 30 * steps, costUsd: 0.0001 * steps },
    latencyMs: 200 + random() * 400,
    retries: 0,
  };
  return { record, calls };
}

function verdictOf(
  { row }: RunItem,
  value: string | number,
  { probability, hostile }: { probability: number; hostile: string },
): Verdict {
  if (row % 50 === 7)
    return { status: 'unreadable', problem: 'off-menu', message: `expected one of pass, fail, got "maybe"${hostile}` };
  if (row % 50 === 23) return { status: 'abstained', reason: `no majority${hostile}` };
  if (row % 50 === 41) return { status: 'failed', code: 'timeout', message: `no reply in 60 s${hostile}` };
  return {
    status: 'scored',
    value,
    reading: 'strict',
    distribution: { [value]: probability, [value === 'pass' ? 'fail' : 'pass']: 1 - probability },
    coverage: 0.98,
  };
}

function otherThan(value: string | number | undefined, values: Values, random: () => number): string | number {
  const others = values.filter((one) => one !== value);
  return others[Math.floor(random() * others.length)] as string | number;
}
