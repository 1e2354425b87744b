import { expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { CallRecord, CallStore } from '../call-store.ts';
import { ModelError, type ModelReply, type ModelRequest } from '../language-model.ts';
import { cached } from './cache.ts';
import type { CallContext, CallResult, Invoke } from './call.ts';

const never = new AbortController().signal;
const request: ModelRequest = { messages: [{ role: 'user', content: 'abc' }], maxTokens: 10 };
const turn = () => new Promise((resolve) => setImmediate(resolve));
const context = (key: string, signal = never): CallContext => ({ key, signal, observer: {} });
const replyOf = (text: string): ModelReply => ({ text, finish: 'stop', usage: {}, warnings: [], latencyMs: 0 });

/** A store whose writes are durable when the test says so. */
function slowStore() {
  const records = new Map<string, CallRecord>();
  const writes: (() => void)[] = [];
  const store: CallStore = {
    get: (id) => records.get(id),
    paidBy: () => ({ calls: 0, usd: 0, atLeast: false }),
    put: (record) =>
      new Promise((resolve) => {
        writes.push(() => {
          records.set(record.id, record);
          resolve();
        });
      }),
  };
  return { store, records, writes };
}

/** A call that the test ends, one at a time; `flights` are those begun. */
function manual() {
  const flights: { key: string; signal: AbortSignal; land: (result: CallResult) => void; fail: (error: unknown) => void }[] = [];
  const inner: Invoke = (_request, { key, signal }) =>
    new Promise((land, fail) => {
      flights.push({ key, signal, land, fail });
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    });
  return { flights, inner };
}

function memory() {
  const { store, records } = slowStore();
  return { records, store: { ...store, put: async (record: CallRecord) => void records.set(record.id, record) } };
}

const at = { clock: () => '2026-01-02T03:04:05.000Z', modelName: 'e:m' };

test('the inner call is told when its reply is durable, or that there is none', async () => {
  const { store, writes } = slowStore();
  const { flights, inner } = manual();
  const told: string[] = [];
  const call = cached({ store, ...at }, (asked, given) => {
    void given.kept?.then(() => told.push(given.key));
    return inner(asked, given);
  });
  const kept = call(request, context('kept'));
  const lost = call(request, context('lost'));
  flights[0]?.land({ reply: replyOf('yes'), cached: false });
  await turn();
  expect([told, writes.length]).toEqual([[], 1]);
  flights[1]?.fail(new ModelError('server', 'down'));
  await expect(lost).rejects.toThrow('down');
  expect(told).toEqual(['lost']);
  writes[0]?.();
  await kept;
  expect(told).toEqual(['lost', 'kept']);
});

test('a reply that cannot be kept holds its place for a while, so that no waiting call is paid for and lost', async () => {
  const { store } = slowStore();
  const { flights, inner } = manual();
  let told = false;
  const full = { ...store, put: () => Promise.reject(new Error('disk full')) };
  const call = cached({ store: full, ...at }, (asked, given) => {
    void given.kept?.then(() => (told = true));
    return inner(asked, given);
  });
  const lost = call(request, context('k'));
  flights[0]?.land({ reply: replyOf('yes'), cached: false });
  await expect(lost).rejects.toThrow('disk full');
  await turn();
  expect(told).toBe(false);
});

test('a miss is made, kept whole, and then a hit that goes no further', async () => {
  const { store, records } = memory();
  const model = scriptedModel({ rules: [{ text: 'yes' }] });
  const inner: Invoke = async (asked, { signal }) => ({
    reply: await model.generate(asked, { signal }),
    cached: false,
    costUsd: 0.25,
  });
  const call = cached({ store, ...at }, inner);
  const reply = { ...replyOf('yes'), usage: { inputTokens: 1, outputTokens: 1 } };
  expect(await call(request, { ...context('k'), payer: 'run#0' })).toEqual({ reply, cached: false, costUsd: 0.25 });
  const kept = { id: 'k', model: 'e:m', request, reply, costUsd: 0.25, madeAt: '2026-01-02T03:04:05.000Z', run: 'run#0' };
  expect(records.get('k')).toEqual(kept);
  expect(await call(request, context('k'))).toEqual({ reply, cached: true, costUsd: 0.25 });
  expect(model.requests.length).toBe(1);
});

test('an unknown cost stays unknown, in the record and in the hit', async () => {
  const { store, records } = memory();
  const call = cached({ store, ...at }, async () => ({ reply: replyOf('yes'), cached: false }));
  await call(request, context('k'));
  expect(Object.keys(records.get('k') as object).includes('costUsd')).toBe(false);
  expect(await call(request, context('k'))).toEqual({ reply: replyOf('yes'), cached: true });
});

test('the key alone decides: one request under two keys is two calls', async () => {
  const { store } = memory();
  let made = 0;
  const call = cached({ store, ...at }, async () => ({ reply: replyOf(`${(made += 1)}`), cached: false }));
  const texts = await Promise.all(['a', 'b', 'a'].map(async (key) => (await call(request, context(key))).reply.text));
  expect(texts).toEqual(['1', '2', '1']);
});

test('a call ends only once its record is durable', async () => {
  const { store, writes } = slowStore();
  const call = cached({ store, ...at }, async () => ({ reply: replyOf('yes'), cached: false }));
  const ended: string[] = [];
  const all = [
    call(request, context('k')).then(() => ended.push('first')),
    call(request, context('k')).then(() => ended.push('second')),
  ];
  await turn();
  expect([ended, writes.length]).toEqual([[], 1]);
  writes[0]?.();
  await Promise.all(all);
  expect(ended).toEqual(['first', 'second']);
});

test('a store that cannot write fails the call', async () => {
  const store: CallStore = { ...memory().store, put: () => Promise.reject(new Error('disk full')) };
  const call = cached({ store, ...at }, async () => ({ reply: replyOf('yes'), cached: false }));
  await expect(call(request, context('k'))).rejects.toThrow('disk full');
});

test('failures are not kept, and reach all that waited for the call', async () => {
  const { store, records } = memory();
  const { flights, inner } = manual();
  const call = cached({ store, ...at }, inner);
  const two = [call(request, context('k')), call(request, context('k'))];
  await turn();
  const error = new ModelError('server', 'down');
  flights[0]?.fail(error);
  expect(await Promise.allSettled(two)).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
  ]);
  const again = call(request, context('k'));
  await turn();
  flights[1]?.land({ reply: replyOf('yes'), cached: false });
  expect([(await again).cached, records.size, flights.length]).toEqual([false, 1, 2]);
});

test('identical keys in flight are made once: one paid, the others cached', async () => {
  const { store } = memory();
  const { flights, inner } = manual();
  const call = cached({ store, ...at }, inner);
  const all = Promise.all(['k', 'k', 'other', 'k'].map((key) => call(request, context(key))));
  await turn();
  expect(flights.map(({ key }) => key)).toEqual(['k', 'other']);
  for (const flight of flights) flight.land({ reply: replyOf(flight.key), cached: false, costUsd: 1 });
  expect((await all).map(({ reply, cached: hit, costUsd }) => [reply.text, hit, costUsd])).toEqual([
    ['k', false, 1],
    ['k', true, 1],
    ['other', false, 1],
    ['k', true, 1],
  ]);
});

test('when the first is aborted by its own caller, the others make the call among themselves, once', async () => {
  const { store } = memory();
  const { flights, inner } = manual();
  const call = cached({ store, ...at }, inner);
  const caller = new AbortController();
  const first = call(request, context('k', caller.signal));
  const others = Promise.all([call(request, context('k')), call(request, context('k'))]);
  caller.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  await turn();
  expect(flights.length).toBe(2);
  flights[1]?.land({ reply: replyOf('yes'), cached: false });
  expect((await others).map(({ cached: hit }) => hit)).toEqual([false, true]);
});

test('a waiting caller that is aborted leaves alone', async () => {
  const { store } = memory();
  const { flights, inner } = manual();
  const call = cached({ store, ...at }, inner);
  const caller = new AbortController();
  const first = call(request, context('k'));
  const second = call(request, context('k', caller.signal));
  await turn();
  caller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  flights[0]?.land({ reply: replyOf('yes'), cached: false });
  expect([(await first).reply.text, flights.length]).toEqual(['yes', 1]);
  await expect(call(request, context('k', caller.signal))).rejects.toThrow('enough');
});
