import { expect, test } from 'vitest';
import { ModelError, type ModelReply } from '../language-model.ts';
import type { Invoke } from './call.ts';
import { steppingDown } from './step-down.ts';

const request = { messages: [], maxTokens: 1 };
const reply: ModelReply = { text: 'yes', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 };
const step = new ModelError('bad-request', 'no schema, please', { retryable: true, steppedDown: true, retryAfterMs: 0 });

/** Makes a call as a call's attempt number `first`, whose attempts end as listed and then with a reply. */
async function play(ends: readonly ModelError[], first?: number) {
  const attempts: (number | undefined)[] = [];
  const requests = new Set<unknown>();
  const inner: Invoke = async (asked, { attempt }) => {
    requests.add(asked);
    const end = ends[attempts.push(attempt) - 1];
    if (end !== undefined) throw end;
    return { reply, cached: false };
  };
  const context = {
    key: 'k',
    signal: new AbortController().signal,
    observer: {},
    ...(first !== undefined && { attempt: first }),
  };
  const end = await steppingDown(inner)(request, context).then(
    (result) => result.reply.text,
    (error: ModelError) => error.code,
  );
  return { end, attempts, requests: [...requests] };
}

test('steps are made again at once, with the very same request, and numbered on', async () => {
  expect(await play([])).toEqual({ end: 'yes', attempts: [undefined], requests: [request] });
  expect(await play([step, step])).toEqual({ end: 'yes', attempts: [undefined, 1, 2], requests: [request] });
  expect(await play([step], 3)).toEqual({ end: 'yes', attempts: [3, 4], requests: [request] });
});

test('any other error is left to the retries', async () => {
  const server = new ModelError('server', 'down', { retryable: true });
  expect(await play([step, server])).toEqual({ end: 'server', attempts: [undefined, 1], requests: [request] });
});

test('a model that never ends stepping fails', async () => {
  const { end, attempts } = await play(Array.from({ length: 100 }, () => step));
  expect([end, attempts.length]).toEqual(['bad-request', 9]);
});

test('an aborted call takes no further step', async () => {
  const caller = new AbortController();
  let attempts = 0;
  const inner: Invoke = async () => {
    attempts += 1;
    caller.abort(new Error('enough'));
    throw step;
  };
  await expect(steppingDown(inner)(request, { key: 'k', signal: caller.signal, observer: {} })).rejects.toBe(step);
  expect(attempts).toBe(1);
});
