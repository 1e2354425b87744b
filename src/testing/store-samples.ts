import type { CallRecord } from '../model/call-store.ts';
import type { JudgmentKey, JudgmentRecord, Owner, RunItem, RunRecord } from '../run/ports.ts';

/** Texts that a store may cut, replace or take for something else. */
const oddTexts = [
  '',
  'plain',
  'नमस्ते 你好 مرحبا 👩‍👩‍👧',
  'a\u0000b',
  '\ud800 alone',
  '\u001bescape',
  "'); drop table calls; --",
  'line\nline\r\n',
];

/** A run as `create` takes it. */
export function newRun(id: string): Omit<RunRecord, 'state' | 'updatedAt'> {
  return {
    id,
    identity: { command: 'judge', judges: ['j1', 'j2'], rowsHash: 'rows', draws: 2, seed: 0 },
    identityHash: `identity of ${id}`,
    createdAt: '2026-01-01T00:00:00.000Z',
    judges: [
      {
        name: 'faithful \ud800',
        hash: 'j1',
        spec: {
          prompt: { layout: 'item-last' },
          harness: { strategy: { kind: 'single' }, reader: { kind: 'json' }, reask: 0 },
          verdict: { kind: 'preference', ties: true },
        },
      },
    ],
    data: 'answers',
    noCache: false,
    items: 3,
    skipped: 1,
    cost: { usd: 0, atLeast: false },
    seconds: 0,
    warnings: [],
    versions: { assize: '0.1.0' },
  };
}

/** Items in order of row, with every kind of gold and text. */
export const sampleItems: readonly RunItem[] = [
  { row: 0, id: '7', itemHash: 'h0', group: '7' },
  { row: 1, id: 'b', itemHash: 'h1', group: 'g', gold: 4, language: 'hi' },
  { row: 2, id: 'c\u0000', itemHash: 'h2', group: '\ud800', gold: '4' },
  { row: 3, id: '', itemHash: 'h3', group: '', gold: true, labels: { 'a\u0000': true, '\ud800': 'no', 3: 4 } },
  { row: 1_500, id: 'e', itemHash: 'h4', group: 'e', gold: '' },
];

/** A small scored judgment. */
export function judgment({ row, draw, judge }: JudgmentKey): JudgmentRecord {
  return {
    row,
    draw,
    judge,
    verdict: { status: 'scored', value: 'pass' },
    parts: [],
    spend: { calls: 1 },
    latencyMs: 1.25,
    retries: 0,
  };
}

/** Judgments in order, of every status, with values and texts that are easily lost. */
export const sampleJudgments: readonly JudgmentRecord[] = [
  ...(
    [
      'pass',
      '',
      '4',
      '-0',
      '1e999',
      'null',
      '"',
      ...oddTexts,
      4,
      0,
      -0,
      -1.5,
      0.1,
      5e-324,
      1.7976931348623157e308,
      2 ** 53 + 2,
      123456789012345680000,
    ] as const
  ).map((value, draw): JudgmentRecord => ({ ...judgment({ row: 0, draw, judge: 0 }), verdict: { status: 'scored', value } })),
  {
    ...judgment({ row: 1, draw: 0, judge: 0 }),
    verdict: {
      status: 'scored',
      value: 4,
      reading: 'logprobs',
      distribution: { 4: 0.75, 5: 0.25, __proto__x: 0 },
      coverage: 0.9,
      expected: 4.25,
    },
    rationale: oddTexts.join(' '),
    reply: '{"verdict": 4}',
    parts: [
      {
        path: 'vote/0',
        role: 'ask',
        language: 'hi',
        round: 1,
        text: '{"verdict": 4}',
        rationale: oddTexts.join(' '),
        verdict: { status: 'scored', value: 4 },
        calls: ['c1', 'c2'],
        children: [{ path: 'vote/0/critique', role: 'critique', text: '', calls: [], children: [] }],
      },
    ],
    spend: { calls: 3, inputTokens: 0, outputTokens: 12, costUsd: 0.1 + 0.2 },
    latencyMs: 1234.5678,
    retries: 2,
  },
  { ...judgment({ row: 2, draw: 0, judge: 0 }), verdict: { status: 'abstained', reason: 'two votes each' } },
  {
    ...judgment({ row: 2, draw: 0, judge: 1 }),
    verdict: { status: 'unreadable', problem: 'no-answer', message: 'no verdict' },
    reply: '',
    rationale: '',
    parts: [{ path: 'ask', role: 'ask', text: '', rationale: '', calls: ['c3'], children: [] }],
    spend: { calls: 1, inputTokens: 10 },
  },
  {
    ...judgment({ row: 2, draw: 1, judge: 0 }),
    verdict: { status: 'failed', code: 'rate-limit', message: 'refused 5 times' },
    spend: { calls: 0 },
  },
];

/** A small call. */
export function call(id: string, content: string): CallRecord {
  return {
    id,
    model: 'gateway:small',
    request: { messages: [{ role: 'user', content }], maxTokens: 16 },
    reply: { text: 'pass', finish: 'stop', usage: {}, warnings: [], latencyMs: 3 },
    madeAt: '2026-01-01T00:00:00.000Z',
  };
}

/** Calls with every field, and with texts that are easily lost. */
export const sampleCalls: readonly CallRecord[] = [
  call('plain', 'Judge this.'),
  { ...call('\u0000\ud800', '\ud800'), model: 'a:\ud800', run: '\u001b' },
  ...oddTexts.map((text, index) => call(`odd-${index}`, text.repeat(70))),
  {
    id: 'full',
    model: 'gateway:large',
    request: {
      messages: [
        { role: 'system', content: 'Be fair.' },
        { role: 'user', content: oddTexts.join('\n') },
        { role: 'assistant', content: '' },
      ],
      maxTokens: 1024,
      temperature: 0,
      topP: 0.95,
      seed: 2 ** 31 - 1,
      stop: ['\n'],
      reasoningEffort: 'low',
      schema: {
        name: 'verdict',
        schema: { type: 'object', properties: { verdict: { enum: [1, '1', null] } }, required: ['verdict'] },
      },
      logprobs: { menu: ['A', 'B'], after: 'VERDICT:' },
    },
    reply: {
      text: oddTexts.join('\n'),
      reasoning: 'because',
      finish: 'length',
      usage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 },
      logprobs: [{ token: 'A', logprob: -0.01, top: [{ token: 'A', logprob: -0.01 }] }],
      menuProbabilities: { A: 0.99, B: 1e-9 },
      warnings: ['seed dropped'],
      structured: 'json-schema',
      latencyMs: 12.75,
    },
    costUsd: 1e-7,
    madeAt: '2026-01-01T00:00:00.001Z',
    run: 'r1',
  },
];

/** A process of this host. */
export function owner(pid: number): Owner {
  return { pid, host: 'here', startedAt: '2026-01-01T00:00:00Z' };
}
