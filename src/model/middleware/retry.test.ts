import { expect, test } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { ModelError, type ModelReply } from '../language-model.ts';
import type { CallContext, Invoke } from './call.ts';
import { retried, type RetryOptions } from './retry.ts';
import type { Sleep } from './sleep.ts';

const request = { messages: [], maxTokens: 1 };
const reply: ModelReply = { text: 'yes', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 };
const error = (code: ModelError['code'], facts: ConstructorParameters<typeof ModelError>[2] = {}) =>
  new ModelError(code, code, facts);
const timeout = () => error('timeout', { retryable: true, charged: true });

/** Makes a call whose attempts end as listed (a reply after the list), with half jitter, and tells what happened. */
async function play(ends: readonly ModelError[], options: Partial<RetryOptions> = {}) {
  const attempts: (number | undefined)[] = [];
  const waits: number[] = [];
  const inner: Invoke = async (_request, context) => {
    attempts.push(context.attempt);
    const end = ends[attempts.length - 1];
    if (end !== undefined) throw end;
    return { reply, cached: false };
  };
  const sleep: Sleep = async (ms) => void waits.push(ms);
  const call = retried({ retries: 2, random: () => 0.5, sleep, ...options }, inner);
  const context: CallContext = { key: 'k', signal: new AbortController().signal, observer: {} };
  const end = await call(request, context).then(
    (result) => result.reply.text,
    (thrown: ModelError) => thrown.code,
  );
  return { end, attempts, waits };
}

test('a reply needs one attempt', async () => {
  expect(await play([])).toEqual({ end: 'yes', attempts: [undefined], waits: [] });
});

test('a call that always outlasts its timeout: two retries are exactly three attempts', async () => {
  expect(await play([timeout(), timeout(), timeout(), timeout()])).toEqual({
    end: 'timeout',
    attempts: [undefined, 1, 2],
    waits: [375, 750],
  });
});

test.each(['timeout', 'rate-limit', 'transport', 'server'] as const)('%s is made again where it is retryable', async (code) => {
  expect(await play([error(code, { retryable: true })])).toEqual({ end: 'yes', attempts: [undefined, 1], waits: [375] });
});

test.each([
  ['insufficient quota', error('quota', { terminal: true, status: 429 })],
  ['a key refused', error('auth', { terminal: true, status: 401 })],
  ['terminal wins over retryable', error('quota', { terminal: true, retryable: true })],
  ['bad request', error('bad-request', { status: 400 })],
  ['context overflow', error('context-overflow')],
  ['budget', error('budget')],
])('not made again: %s', async (_name, thrown) => {
  expect(await play([thrown])).toEqual({ end: thrown.code, attempts: [undefined], waits: [] });
});

test('waits double up to 30 s', async () => {
  const ends = Array.from({ length: 9 }, timeout);
  expect(await play(ends, { retries: 9, random: () => 0 })).toEqual({
    end: 'yes',
    attempts: [undefined, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    waits: [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
  });
});

test('jitter takes at most half, and is the same for the same seed', async () => {
  const ends = Array.from({ length: 50 }, timeout);
  const [first, again] = [
    await play(ends, { retries: 50, random: seededRandom(1) }),
    await play(ends, { retries: 50, random: seededRandom(1) }),
  ];
  expect(first).toEqual(again);
  const shares = first.waits.map((ms, index) => ms / Math.min(30_000, 500 * 2 ** index));
  expect(Math.min(...shares)).toBeGreaterThan(0.5);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  expect(new Set(shares).size).toBe(50);
});

test.each([
  ['is waited exactly', 5000, [5000]],
  ['of nothing is no instruction', 0, [375]],
  ['at the longest', 600_000, [600_000]],
])('Retry-After %s', async (_name, retryAfterMs, waits) => {
  expect(await play([error('rate-limit', { retryable: true, retryAfterMs })])).toEqual({
    end: 'yes',
    attempts: [undefined, 1],
    waits,
  });
});

test('a Retry-After beyond the longest wait fails the call at once, and says both', async () => {
  const inner: Invoke = () => Promise.reject(error('rate-limit', { retryable: true, retryAfterMs: 3_600_000, status: 429 }));
  const call = retried({ retries: 4, random: () => 0, sleep: () => Promise.reject(new Error('slept')) }, inner);
  const thrown: unknown = await call(request, { key: 'k', signal: new AbortController().signal, observer: {} }).catch(
    (e: unknown) => e,
  );
  expect(thrown).toMatchObject({
    code: 'rate-limit',
    status: 429,
    retryable: false,
    message: 'rate-limit (expected a Retry-After of at most 600 s, got 3600 s. Run again later.)',
  });
});

test('an abort ends the wait with its reason, and no attempt follows', async () => {
  const caller = new AbortController();
  let attempts = 0;
  const inner: Invoke = async () => {
    attempts += 1;
    throw timeout();
  };
  const sleep: Sleep = (_ms, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const call = retried({ retries: 2, random: () => 0, sleep }, inner)(request, { key: 'k', signal: caller.signal, observer: {} });
  await Promise.resolve();
  caller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect(attempts).toBe(1);
});

test.each([-1, 0.5, Number.NaN, Infinity])('retries %s are refused', (retries) => {
  expect(() => retried({ retries, random: () => 0 }, () => Promise.reject(timeout()))).toThrow(
    'retries: expected a whole number',
  );
});

test('a further attempt that the budget refuses is a budget failure of a call that was begun, if an earlier one was charged', async () => {
  const refusals = async (first: ModelError) => {
    const ends = [first, error('budget')];
    const call = retried({ retries: 2, random: () => 0.5, sleep: async () => {} }, async () => {
      throw ends.shift();
    });
    const thrown: ModelError = (await call(request, { key: 'k', signal: new AbortController().signal, observer: {} }).catch(
      (refused: ModelError) => refused,
    )) as ModelError;
    return [thrown.code, thrown.charged, thrown.message];
  };
  expect(await refusals(timeout())).toEqual(['budget', true, 'budget An earlier attempt was charged: timeout']);
  expect(await refusals(error('rate-limit', { retryable: true }))).toEqual(['budget', false, 'budget']);
});
