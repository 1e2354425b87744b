import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { seededRandom } from '../../core/random.ts';
import { scriptedEndpoint, type Script } from '../../testing/scripted-endpoint.ts';
import type { CallRecord } from '../call-store.ts';
import { endpointDefaults } from '../endpoint.ts';
import type { ModelError, ModelRequest } from '../language-model.ts';
import { createModelRegistry } from '../registry.ts';
import { createBudget } from './budget.ts';
import type { CallObserver } from './call.ts';
import { createLimiter } from './limit.ts';
import { callPipeline } from './pipeline.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The whole way to a scripted endpoint over HTTP, with a stop that ends the run after five terminal errors in a row. */
async function rig(script: Script, maxConcurrency: number) {
  const endpoint = await scriptedEndpoint(script);
  const facts = new Map<string, Json>();
  const registry = createModelRegistry({
    endpoints: { mock: { name: 'mock', kind: 'openai-compatible', baseUrl: endpoint.baseUrl, ...endpointDefaults } },
    env: {},
    facts: { get: (key) => facts.get(key), put: (key, value) => void facts.set(key, value) },
    now: () => 0,
  });
  closing.push(
    () => registry.close(),
    () => endpoint.close(),
  );
  const run = new AbortController();
  const sent: number[] = [];
  let inARow = 0;
  const observer: CallObserver = {
    attemptStarted: ({ attempt }) => sent.push(attempt),
    attemptEnded: ({ error }) => {
      inARow = error?.terminal === true ? inARow + 1 : 0;
      if (inARow === 5) run.abort(new Error('the endpoint refuses every call'));
    },
  };
  const records = new Map<string, CallRecord>();
  const invoke = callPipeline({
    model: await registry.resolve('mock:judge'),
    store: {
      get: (id) => records.get(id),
      put: async (record) => void records.set(record.id, record),
      paidBy: () => ({ calls: 0, usd: 0, atLeast: false }),
    },
    clock: () => '2026-01-02T03:04:05.000Z',
    limiter: createLimiter({ maxConcurrency }),
    budget: createBudget(),
    retries: 0,
    random: seededRandom(1),
  });
  const schema = { name: 'verdict', schema: { type: 'object' } };
  const call = (text: string) => {
    const request: ModelRequest = { messages: [{ role: 'user', content: text }], maxTokens: 10, schema };
    return invoke(request, { key: text, signal: run.signal, observer }).then(
      ({ reply }) => reply.text,
      (error: ModelError | Error) => ('code' in error ? error.code : error.message),
    );
  };
  const texts = (count: number) => Array.from({ length: count }, (_, index) => `item ${index}`);
  return { endpoint, sent, texts, call };
}

test('a form refused twice is stepped down by the very call that met it, before any other is sent', async () => {
  const { endpoint, sent, texts, call } = await rig(({ body }) => {
    if (body?.['response_format'] !== undefined)
      return { status: 400, body: { error: { message: 'response_format is not supported' } } };
    return '{"verdict": 1}';
  }, 4);
  expect(await Promise.all(texts(12).map(call))).toEqual(Array.from({ length: 12 }, () => '{"verdict": 1}'));
  const forms = endpoint.requests.map(({ body }) => (body?.['response_format'] as { type?: string } | undefined)?.type ?? 'none');
  expect(forms).toEqual(['json_schema', 'json_object', ...Array.from({ length: 12 }, () => 'none')]);
  expect(endpoint.requests.slice(0, 3).map(({ text }) => /item \d+/u.exec(text)?.[0])).toEqual(['item 0', 'item 0', 'item 0']);
  expect(sent.filter((attempt) => attempt > 0)).toEqual([1, 2]);
});

test('a key refused from the first call on meets five requests of a hundred', async () => {
  const { endpoint, sent, texts, call } = await rig(() => ({ status: 401, body: { error: { message: 'no such key' } } }), 32);
  const ends = await Promise.all(texts(100).map(call));
  expect(ends.filter((end) => end === 'auth').length).toBe(5);
  expect(ends.filter((end) => end === 'the endpoint refuses every call').length).toBe(95);
  expect([endpoint.count, sent.length]).toEqual([5, 5]);
});
