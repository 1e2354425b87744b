import { expect, test } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { scriptedModel, type ScriptedModelOptions } from '../../testing/scripted-model.ts';
import { virtualTime } from '../../testing/virtual-time.ts';
import type { CallRecord } from '../call-store.ts';
import type { ModelError, ModelRequest } from '../language-model.ts';
import { createBudget } from './budget.ts';
import type { CallObserver } from './call.ts';
import { createLimiter } from './limit.ts';
import { callPipeline } from './pipeline.ts';

const never = new AbortController().signal;

/** The whole way to a scripted model in virtual time, and what the observer saw of it. */
function rig(script: ScriptedModelOptions, options: { capUsd?: number; maxConcurrency?: number; retries?: number } = {}) {
  const { capUsd, maxConcurrency = 32, retries = 2 } = options;
  const time = virtualTime();
  const records = new Map<string, CallRecord>();
  const events: string[] = [];
  const warnings: string[] = [];
  const observer: CallObserver = {
    warning: (text) => warnings.push(text),
    attemptStarted: ({ attempt }) => events.push(`sent ${attempt} at ${time.now()}`),
    attemptEnded: ({ attempt, error, costUsd }) =>
      events.push(`ended ${attempt} at ${time.now()}: ${error?.code ?? `$${costUsd}`}`),
  };
  const model = scriptedModel({ sleep: time.sleep, ...script });
  const budget = createBudget(capUsd === undefined ? {} : { capUsd });
  const limiter = createLimiter({ maxConcurrency });
  const invoke = callPipeline({
    model,
    store: {
      get: (id) => records.get(id),
      put: async (record) => void records.set(record.id, record),
      paidBy: () => ({ calls: 0, usd: 0, atLeast: false }),
    },
    clock: () => '2026-01-02T03:04:05.000Z',
    limiter,
    budget,
    retries,
    random: seededRandom(1),
    sleep: time.sleep,
    now: time.now,
  });
  const call = (key: string, text = key) => {
    const request: ModelRequest = { messages: [{ role: 'user', content: text }], maxTokens: 1000 };
    return invoke(request, { key, signal: never, observer }).then(
      ({ reply, cached }) => `${reply.text}${cached ? ' (cached)' : ''} at ${time.now()}`,
      ({ code }: ModelError) => `${code} at ${time.now()}`,
    );
  };
  return { call, time, events, warnings, model, budget, limiter, records };
}

test('a call that always outlasts its timeout: three attempts, failed(timeout), each charged its reserve', async () => {
  const { call, time, model, budget } = rig({
    rules: [{ delayMs: 60_000, error: { code: 'timeout' } }],
    traits: { price: { input: 0, output: 1 } },
  });
  expect(await time.run(call('k'))).toMatch(/^timeout at 18\d\d\d\d\./u);
  expect([model.requests.length, budget.spentUsd, budget.atLeast]).toEqual([3, 0.003, true]);
});

test('one of twenty gets 429 with Retry-After 5: it comes back after five seconds, the others are not held up', async () => {
  const { call, time, model } = rig({
    rules: [
      { contains: 'item 7.', times: 1, delayMs: 10, error: { code: 'rate-limit', status: 429, retryAfterMs: 5000 } },
      { delayMs: 100, text: 'yes' },
    ],
  });
  const ends = await time.run(Promise.all(Array.from({ length: 20 }, (_, index) => call(`item ${index}.`))));
  expect(ends).toEqual(Array.from({ length: 20 }, (_, index) => (index === 7 ? 'yes at 5110' : 'yes at 100')));
  expect(model.requests.length).toBe(21);
});

test('a call that waits between attempts holds neither a place nor money', async () => {
  const { call, time, events } = rig(
    {
      rules: [
        { contains: 'first', times: 1, delayMs: 10, error: { code: 'rate-limit', status: 429, retryAfterMs: 1000 } },
        { delayMs: 100, text: 'yes', usage: { inputTokens: 0, outputTokens: 200 } },
      ],
      traits: { price: { input: 0, output: 1 } },
    },
    { capUsd: 0.0015, maxConcurrency: 1 },
  );
  const ends = await time.run(Promise.all([call('first'), call('second')]));
  expect(ends).toEqual(['yes at 1110', 'yes at 110']);
  expect(events).toEqual([
    'sent 0 at 0',
    'ended 0 at 10: rate-limit',
    'sent 0 at 10',
    'ended 0 at 110: $0.0002',
    'sent 1 at 1010',
    'ended 1 at 1110: $0.0002',
  ]);
});

test('a step down keeps its place among calls that wait for it, uses up no retry, and is an attempt of its own', async () => {
  const { call, time, events } = rig(
    {
      rules: [
        { contains: 'first', times: 2, delayMs: 10, error: { code: 'bad-request', steppedDown: true, retryable: true } },
        { delayMs: 10, text: 'yes', usage: {} },
      ],
    },
    { maxConcurrency: 1, retries: 0 },
  );
  expect(await time.run(Promise.all([call('first'), call('second')]))).toEqual(['yes at 30', 'yes at 40']);
  expect(events).toEqual([
    'sent 0 at 0',
    'ended 0 at 10: bad-request',
    'sent 1 at 10',
    'ended 1 at 20: bad-request',
    'sent 2 at 20',
    'ended 2 at 30: $0',
    'sent 0 at 30',
    'ended 0 at 40: $0',
  ]);
});

test('cached and free calls go through a budget of 0; others do not, and are not sent', async () => {
  const paid = rig({ rules: [{ text: 'yes' }], traits: { price: { input: 1, output: 1 } } }, { capUsd: 0 });
  paid.records.set('kept', {
    id: 'kept',
    model: 'scripted:model',
    request: { messages: [], maxTokens: 1 },
    reply: { text: 'kept', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 },
    madeAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await paid.time.run(Promise.all([paid.call('kept'), paid.call('new')]))).toEqual(['kept (cached) at 0', 'budget at 0']);
  expect([paid.model.requests.length, paid.events]).toEqual([0, []]);
  const free = rig({ rules: [{ text: 'yes' }] }, { capUsd: 0 });
  expect(await free.time.run(free.call('k'))).toBe('yes at 0');
});

test('a prompt too long is refused before it takes a place, money, or an attempt; a cached reply needs no window', async () => {
  const { call, time, events, records } = rig({
    rules: [{ text: 'yes' }],
    traits: { contextTokens: 100, price: { input: 1, output: 1 } },
  });
  expect(await time.run(call('k', 'word '.repeat(400)))).toBe('context-overflow at 0');
  expect([events, records.size]).toEqual([[], 0]);
});

test('five repeats, cold then warm: five calls and five replies, then none and the same five in order', async () => {
  const { call, time, model } = rig({ reply: (_request, { index }) => ({ text: `reply ${index}`, delayMs: 50 - 10 * index }) });
  const keys = ['draw 0', 'draw 1', 'draw 2', 'draw 3', 'draw 4'];
  const cold = await time.run(Promise.all(keys.map((key) => call(key, 'one item'))));
  expect(cold).toEqual(['reply 0 at 50', 'reply 1 at 40', 'reply 2 at 30', 'reply 3 at 20', 'reply 4 at 10']);
  const warm = await time.run(Promise.all(keys.map((key) => call(key, 'one item'))));
  expect([warm, model.requests.length]).toEqual([keys.map((_, index) => `reply ${index} (cached) at 50`), 5]);
});

test('what a reply warns of is told, whether the call was made or cached', async () => {
  const { call, time, warnings } = rig({ rules: [{ text: 'yes', warnings: ['seed is left out'] }] });
  await time.run(call('k'));
  await time.run(call('k'));
  expect(warnings).toEqual(['seed is left out', 'seed is left out']);
});
