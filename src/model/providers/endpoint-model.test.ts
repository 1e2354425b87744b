import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { scriptedEndpoint, type Script, type ScriptedEndpoint } from '../../testing/scripted-endpoint.ts';
import { endpointDefaults, type EndpointConfig } from '../endpoint.ts';
import { ModelError, type LanguageModel, type ModelRequest } from '../language-model.ts';
import { createModelRegistry, type ModelRegistry } from '../registry.ts';

const secret = 'sk-test-4711-very-secret';
const messages = [
  { role: 'system', content: 'You judge.' },
  { role: 'user', content: 'Is it right?' },
] as const;
const ask: ModelRequest = { messages, maxTokens: 64 };

const open: (ScriptedEndpoint | ModelRegistry)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A scripted endpoint and a model of it. */
async function modelOf(
  script: Script,
  config: Partial<EndpointConfig> = {},
  model = 'm',
): Promise<{ endpoint: ScriptedEndpoint; model: LanguageModel }> {
  const endpoint = await scriptedEndpoint(script);
  open.push(endpoint);
  return { endpoint, model: await modelAt({ baseUrl: endpoint.baseUrl, ...config }, model) };
}

async function modelAt(config: Partial<EndpointConfig>, model = 'm'): Promise<LanguageModel> {
  const facts = new Map<string, Json>();
  const registry = createModelRegistry({
    endpoints: { mock: { name: 'mock', kind: 'openai-compatible', ...endpointDefaults, key: '$MOCK_KEY', ...config } },
    env: { MOCK_KEY: secret, MOCK_TENANT: 'tenant-secret-9' },
    facts: { get: (key) => facts.get(key), put: (key, value) => void facts.set(key, value) },
    now: () => Date.UTC(2030, 0, 1),
  });
  open.push(registry);
  return registry.resolve(`mock:${model}`);
}

const never = new AbortController().signal;

async function errorFrom(model: LanguageModel, request = ask, signal = never): Promise<ModelError> {
  const error: unknown = await model.generate(request, { signal }).then(
    (reply) => expect.fail(`a reply: ${reply.text}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModelError)) throw error;
  return error;
}

/** The facts that decisions are made on. */
function factsOf({ code, retryable, charged, terminal, retryAfterMs, status }: ModelError): object {
  return {
    code,
    status,
    ...(retryable && { retryable }),
    ...(charged && { charged }),
    ...(terminal && { terminal }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

test('a reply of an OpenAI-compatible endpoint, and what was sent for it', async () => {
  const text = 'ราคา ٤٢ “ok” 👩🏽‍⚖️ e\u0301 \u0000';
  const { endpoint, model } = await modelOf(() => ({ text, reasoning: 'because', usage: { input: 12, output: 3, cached: 8 } }), {
    headers: { 'X-Tenant': 'id $MOCK_TENANT' },
    contextTokens: 8192,
    price: { input: 1, output: 2 },
  });
  const reply = await model.generate(
    {
      messages: [...messages, { role: 'assistant', content: text }, { role: 'user', content: text }],
      maxTokens: 64,
      temperature: 0.5,
      topP: 0.9,
      seed: 7,
      stop: ['END'],
      reasoningEffort: 'low',
    },
    { signal: never },
  );
  expect({ ...reply, latencyMs: reply.latencyMs > 0 }).toEqual({
    text,
    reasoning: 'because',
    finish: 'stop',
    usage: { inputTokens: 12, outputTokens: 3, cachedInputTokens: 8 },
    warnings: [],
    latencyMs: true,
  });
  expect(endpoint.requests[0]?.body).toEqual({
    model: 'm',
    max_tokens: 64,
    temperature: 0.5,
    top_p: 0.9,
    seed: 7,
    stop: ['END'],
    reasoning_effort: 'low',
    messages: [...messages, { role: 'assistant', content: text }, { role: 'user', content: text }],
  });
  // The characters themselves, not \uXXXX.
  expect(endpoint.requests[0]?.text).toContain('ราคา ٤٢');
  expect(endpoint.requests[0]?.text).toContain('👩🏽‍⚖️');
  expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-tenant': 'id tenant-secret-9' });
  expect([model.id, model.endpoint, model.traits]).toEqual([
    'mock:m',
    'mock',
    { contextTokens: 8192, price: { input: 1, output: 2 } },
  ]);
  expect(model.identity).toEqual({
    kind: 'openai-compatible',
    baseUrl: endpoint.baseUrl,
    model: 'm',
    structured: 'auto',
    headers: { 'X-Tenant': 'id $MOCK_TENANT' },
  });
});

test('an endpoint without a key gets no authorization header', async () => {
  const endpoint = await scriptedEndpoint(() => 'ok');
  open.push(endpoint);
  for (const kind of ['openai', 'openai-compatible'] as const) {
    const facts = new Map<string, Json>();
    const registry = createModelRegistry({
      endpoints: { free: { name: 'free', kind, baseUrl: endpoint.baseUrl, ...endpointDefaults } },
      env: {},
      facts: { get: (key) => facts.get(key), put: (key, value) => void facts.set(key, value) },
      now: () => 0,
    });
    open.push(registry);
    await (await registry.resolve('free:m')).generate(ask, { signal: never });
  }
  expect(endpoint.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, undefined]);
});

test('finish reasons, an empty text, a refusal', async () => {
  const replies = [
    { text: 'half', finish: 'length' },
    { text: '', finish: 'content-filter' },
    { text: null },
    { text: null, refusal: 'I cannot help with that.' },
  ] as const;
  const { model } = await modelOf(({ index }) => replies[index] ?? 'x');
  const seen = [];
  for (const _ of replies) {
    const { text, finish } = await model.generate(ask, { signal: never });
    seen.push({ text, finish });
  }
  expect(seen).toEqual([
    { text: 'half', finish: 'length' },
    { text: '', finish: 'content-filter' },
    { text: '', finish: 'stop' },
    { text: 'I cannot help with that.', finish: 'content-filter' },
  ]);
});

test.each(['openai', 'openai-compatible', 'anthropic', 'google'] as const)(
  '%s: text, reasoning and usage; a missing usage is unknown, never 0',
  async (kind) => {
    const { model } = await modelOf(
      ({ index }) => (index === 0 ? { text: 'yes', usage: { input: 12, output: 3, cached: 8 } } : { text: 'no', usage: null }),
      { kind },
    );
    const first = await model.generate(ask, { signal: never });
    const second = await model.generate(ask, { signal: never });
    expect([first.text, first.finish, first.usage]).toEqual([
      'yes',
      'stop',
      { inputTokens: 12, outputTokens: 3, cachedInputTokens: 8 },
    ]);
    expect([second.text, second.finish, second.usage]).toEqual(['no', 'stop', {}]);
  },
);

test('a usage with one count has one count', async () => {
  const body = {
    choices: [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 5 },
  };
  const { model } = await modelOf(() => ({ status: 200, body }));
  expect((await model.generate(ask, { signal: never })).usage).toEqual({ inputTokens: 5 });
});

test('anthropic: its key header, reasoning apart, a dropped seed and missing probabilities are warnings', async () => {
  const { endpoint, model } = await modelOf(() => ({ text: 'yes', reasoning: 'hm' }), { kind: 'anthropic' }, 'claude-sonnet-4-5');
  const reply = await model.generate({ ...ask, seed: 1, logprobs: { menu: ['A', 'B'] } }, { signal: never });
  expect([reply.text, reply.reasoning]).toEqual(['yes', 'hm']);
  expect(reply.warnings).toEqual([
    'mock:claude-sonnet-4-5: seed is not supported and was left out or changed.',
    'mock:claude-sonnet-4-5: Anthropic gives no token probabilities.',
  ]);
  expect(endpoint.requests[0]?.headers).toMatchObject({ 'x-api-key': secret, 'anthropic-version': '2023-06-01' });
  expect(endpoint.requests[0]?.path).toBe('/v1/messages');
  expect(endpoint.requests[0]?.body).toEqual({
    model: 'claude-sonnet-4-5',
    max_tokens: 64,
    system: [{ type: 'text', text: 'You judge.' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Is it right?' }] }],
  });
});

test('google: its key header, settings and thinking', async () => {
  const { endpoint, model } = await modelOf(() => ({ text: 'yes', reasoning: 'hm' }), { kind: 'google' }, 'gemini-2.5-flash');
  const reply = await model.generate({ ...ask, seed: 1, temperature: 0, reasoningEffort: 'low' }, { signal: never });
  expect([reply.text, reply.reasoning, reply.warnings]).toEqual(['yes', 'hm', []]);
  expect(endpoint.requests[0]?.headers['x-goog-api-key']).toBe(secret);
  expect(endpoint.requests[0]?.path).toBe('/v1/models/gemini-2.5-flash:generateContent');
  expect(endpoint.requests[0]?.body).toEqual({
    generationConfig: { maxOutputTokens: 64, temperature: 0, seed: 1, thinkingConfig: { thinkingBudget: 1024 } },
    contents: [{ role: 'user', parts: [{ text: 'Is it right?' }] }],
    systemInstruction: { parts: [{ text: 'You judge.' }] },
  });
});

test('openai: a model known to reason gets its own names, and what is dropped is told', async () => {
  const { endpoint, model } = await modelOf(() => 'ok', { kind: 'openai' }, 'o3-mini');
  const reply = await model.generate({ ...ask, temperature: 0, seed: 3, reasoningEffort: 'high' }, { signal: never });
  expect(endpoint.requests[0]?.body).toEqual({
    model: 'o3-mini',
    max_completion_tokens: 64,
    seed: 3,
    reasoning_effort: 'high',
    messages: [
      { role: 'developer', content: 'You judge.' },
      { role: 'user', content: 'Is it right?' },
    ],
  });
  expect(reply.warnings).toEqual([
    'mock:o3-mini: temperature is not supported and was left out or changed (temperature is not supported for reasoning models).',
  ]);
});

test.each(['openai', 'openai-compatible'] as const)('%s: token probabilities', async (kind) => {
  const { endpoint, model } = await modelOf(
    ({ index }) => ({
      text: 'A',
      ...(index === 0 && {
        tokens: [
          [
            ['A', -0.2],
            ['B', -1.8],
          ],
        ],
      }),
    }),
    { kind },
  );
  const request = { ...ask, logprobs: { menu: ['A', 'B'] } };
  const reply = await model.generate(request, { signal: never });
  expect(endpoint.requests[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 20 });
  expect(reply.logprobs).toEqual([
    {
      token: 'A',
      logprob: -0.2,
      top: [
        { token: 'A', logprob: -0.2 },
        { token: 'B', logprob: -1.8 },
      ],
    },
  ]);
  const without = await model.generate(request, { signal: never });
  expect([without.logprobs, without.warnings]).toEqual([
    undefined,
    ['mock:m: token probabilities were asked for, and the endpoint gave none.'],
  ]);
});

const errors: readonly [string, number, string | object, object][] = [
  ['refused key', 401, { error: { message: 'bad key' } }, { code: 'auth', status: 401, terminal: true }],
  ['forbidden', 403, 'no', { code: 'auth', status: 403, terminal: true }],
  [
    'key refused as a bad request',
    400,
    { error: { message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
    { code: 'auth', status: 400, terminal: true },
  ],
  ['payment', 402, { error: { message: 'pay' } }, { code: 'quota', status: 402, terminal: true }],
  [
    'quota',
    429,
    { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    { code: 'quota', status: 429, terminal: true },
  ],
  [
    'low balance',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' } },
    { code: 'quota', status: 400, terminal: true },
  ],
  ['rate limit', 429, { error: { message: 'slow down' } }, { code: 'rate-limit', status: 429, retryable: true }],
  [
    'rate limit with a wait in the body',
    429,
    {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota',
        details: [{ retryDelay: '23s' }],
      },
    },
    { code: 'rate-limit', status: 429, retryable: true, retryAfterMs: 23_000 },
  ],
  [
    'unknown model',
    404,
    { error: { message: "The model 'x' does not exist", code: 'model_not_found' } },
    { code: 'model', status: 404, terminal: true },
  ],
  [
    'unknown model (Ollama)',
    404,
    { error: 'model "x" not found, try pulling it first' },
    { code: 'model', status: 404, terminal: true },
  ],
  ['unknown path', 404, 'Not Found', { code: 'bad-request', status: 404, terminal: true }],
  ['bad request', 400, { error: { message: 'messages: at least one' } }, { code: 'bad-request', status: 400 }],
  [
    'unprocessable (FastAPI)',
    422,
    { detail: [{ loc: ['body', 'n'], msg: 'Input should be 1', input: 'temperature' }] },
    { code: 'bad-request', status: 422 },
  ],
  [
    'too long (code)',
    400,
    { error: { message: 'too long', code: 'context_length_exceeded' } },
    { code: 'context-overflow', status: 400 },
  ],
  [
    'too long (vLLM)',
    400,
    { object: 'error', message: "This model's maximum context length is 4096 tokens. However, you requested 5000.", code: 400 },
    { code: 'context-overflow', status: 400 },
  ],
  [
    'too long (Anthropic)',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } },
    { code: 'context-overflow', status: 400 },
  ],
  [
    'content policy',
    400,
    { error: { message: 'The response was filtered', code: 'content_filter' } },
    { code: 'content-filter', status: 400 },
  ],
  ['request timeout', 408, '', { code: 'timeout', status: 408, retryable: true }],
  ['conflict', 409, '', { code: 'server', status: 409, retryable: true }],
  ['server', 500, { error: { message: 'oops' } }, { code: 'server', status: 500, retryable: true }],
  ['unavailable', 503, '<html><title>Busy</title></html>', { code: 'server', status: 503, retryable: true }],
  ['gateway timeout', 504, '', { code: 'server', status: 504, retryable: true, charged: true }],
  [
    'overloaded',
    529,
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    { code: 'server', status: 529, retryable: true },
  ],
  ['moved', 308, '', { code: 'bad-request', status: 308, terminal: true }],
  ['no JSON', 200, 'model at :8080 HTTP 503', { code: 'server', status: 200, retryable: true, charged: true }],
  ['empty body', 200, '', { code: 'server', status: 200, retryable: true, charged: true }],
  ['no choices', 200, { choices: [] }, { code: 'server', status: 200, retryable: true, charged: true }],
  ['other JSON', 200, { hello: 1 }, { code: 'server', status: 200, retryable: true, charged: true }],
  [
    'error in a good body',
    200,
    { error: { message: 'upstream failed' } },
    { code: 'server', status: 200, retryable: true, charged: true },
  ],
  [
    'a status in a good body',
    200,
    { error: { code: 429, message: 'upstream is busy' } },
    { code: 'rate-limit', status: 200, retryable: true, charged: true },
  ],
  [
    'error in a choice',
    200,
    { choices: [{ message: { role: 'assistant', content: 'PASS' }, finish_reason: 'error', error: { message: 'died' } }] },
    { code: 'server', status: 200, retryable: true, charged: true },
  ],
];

test.each(errors)('error: %s (HTTP %i)', async (_name, status, body, expected) => {
  const { model, endpoint } = await modelOf(() => ({ status, body }));
  const error = await errorFrom(model);
  expect(factsOf(error)).toEqual(expected);
  expect(error.message).toMatch(/^mock:m \(http:\/\/127\.0\.0\.1:\d+\/v1\): expected a reply, got .+\.$/u);
  expect(endpoint.count).toBe(1);
});

test('an error message is one line with the provider’s words, without control characters, key or header', async () => {
  const { model } = await modelOf(({ headers }) => ({
    status: 401,
    body: {
      error: { message: `no\n\u001b[31mred\u001b[0m ${String(headers['authorization'])} / ${secret} / sk-abcdefghijklmnop1234` },
    },
  }));
  const error = await errorFrom(model);
  expect(error.message.replace(/:\d+\/v1/u, ':PORT/v1')).toBe(
    'mock:m (http://127.0.0.1:PORT/v1): expected a reply, got HTTP 401 (auth) “no red Bearer [key] / [key] / [key]”. Check $MOCK_KEY.',
  );
  expect(JSON.stringify([error, error.stack, String(error.cause)])).not.toContain(secret);
});

test.each(['openai', 'openai-compatible', 'anthropic', 'google'] as const)(
  '%s: no error holds a secret, wherever the endpoint echoes it',
  async (kind) => {
    const echo: Script = ({ headers, index }) => {
      const all = `${JSON.stringify(headers)} ${encodeURIComponent(secret)} ${'x'.repeat(index)}`;
      return (
        [
          { status: 500, body: all },
          { status: 400, body: { error: { message: all, code: secret } } },
          { status: 200, body: all },
          { status: 200, body: { error: { message: all } } },
        ][index] ?? 'ok'
      );
    };
    const { model } = await modelOf(echo, { kind, headers: { 'x-tenant': '$MOCK_TENANT' } });
    for (let index = 0; index < 4; index += 1) {
      const error = await errorFrom(model);
      expect(`${error.message} ${String(error.stack)} ${JSON.stringify(error)}`).not.toMatch(/very-secret|tenant-secret/u);
    }
  },
);

test.each([
  [{ 'retry-after': '5' }, 5000],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after-ms': '250', 'retry-after': '1' }, 250],
  [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:07 GMT', date: 'Tue, 01 Jan 2030 00:00:03 GMT' }, 4000],
  [{ 'retry-after': 'Tue, 01 Jan 2019 00:00:07 GMT', date: 'Tue, 01 Jan 2030 00:00:03 GMT' }, 0],
  [{ 'retry-after': 'Tue Jan  1 00:00:07 2030', date: 'Tue, 01 Jan 2030 00:00:03 GMT' }, 4000],
  [{ 'retry-after': 'Tuesday, 01-Jan-30 00:00:07 GMT', date: 'Tue, 01 Jan 2030 00:00:03 GMT' }, 4000],
  [{ 'retry-after': 'soon' }, undefined],
])('Retry-After: %o', async (headers, expected) => {
  const { model } = await modelOf(() => ({ status: 429, headers }));
  expect((await errorFrom(model)).retryAfterMs).toBe(expected);
});

test('a call that outlasts its timeout', async () => {
  const { model, endpoint } = await modelOf(() => ({ hang: true }), { timeoutMs: 60 });
  const error = await errorFrom(model);
  expect(factsOf(error)).toEqual({ code: 'timeout', status: undefined, retryable: true, charged: true });
  expect(error.message).toContain('expected a reply within 60 ms, got none. Raise timeoutMs or lower maxConcurrency.');
  expect(endpoint.count).toBe(1);
});

test('no connection, a reset before the answer, a cut in the body', async () => {
  const gone = createServer();
  const port = await new Promise<number>((resolve) =>
    gone.listen(0, '127.0.0.1', () => resolve((gone.address() as { port: number }).port)),
  );
  await new Promise((resolve) => gone.close(resolve));
  const refused = await errorFrom(await modelAt({ baseUrl: `http://127.0.0.1:${port}/v1` }));
  expect(factsOf(refused)).toEqual({ code: 'transport', status: undefined, retryable: true });
  expect(refused.message).toContain('ECONNREFUSED');
  const unknown = await errorFrom(await modelAt({ baseUrl: 'http://no-such-host.invalid/v1' }));
  expect(factsOf(unknown)).toEqual({ code: 'transport', status: undefined, retryable: true });

  const { model } = await modelOf(({ index }) => ({ cut: index === 0 ? 'before-answer' : 'in-body' }));
  for (const _cut of ['before the answer', 'in its body'])
    expect(factsOf(await errorFrom(model))).toEqual({ code: 'transport', status: undefined, retryable: true, charged: true });
});

test('nobody at localhost, in either family of addresses', async () => {
  const error = await errorFrom(await modelAt({ baseUrl: 'http://localhost:1/v1' }));
  expect(factsOf(error)).toEqual({ code: 'transport', status: undefined, retryable: true });
  expect(error.message).toContain('got no connection (ECONNREFUSED');
});

test('a key that no header can carry is told, not shown, and not tried again', async () => {
  const endpoint = await scriptedEndpoint(() => 'ok');
  open.push(endpoint);
  const registry = createModelRegistry({
    endpoints: { mock: { name: 'mock', kind: 'openai', baseUrl: endpoint.baseUrl, key: '$K', ...endpointDefaults } },
    env: { K: 'line\nsecret-break' },
    facts: { get: () => undefined, put: () => undefined },
    now: () => 0,
  });
  open.push(registry);
  const error = await errorFrom(await registry.resolve('mock:m'));
  expect(factsOf(error)).toEqual({ code: 'bad-request', status: undefined, terminal: true });
  expect(error.message).toContain('Check key and headers.');
  expect(error.message).not.toContain('secret-break');
  expect(endpoint.count).toBe(0);
});

test('an abort rejects with its reason at once, before and during the call', async () => {
  const { model, endpoint } = await modelOf(() => ({ hang: true }));
  const controller = new AbortController();
  const calls = [1, 2].map(() => model.generate(ask, { signal: controller.signal }).catch((error: unknown) => error));
  while (endpoint.count < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  const reason = new Error('Ctrl-C');
  controller.abort(reason);
  expect(await Promise.all(calls)).toEqual([reason, reason]);
  expect(await model.generate(ask, { signal: controller.signal }).catch((error: unknown) => error)).toBe(reason);
  expect(endpoint.count).toBe(1);
});

test('many calls at once use as many connections, and each gets its own reply', async () => {
  const { model, endpoint } = await modelOf(() => 'first');
  await model.generate(ask, { signal: never });
  endpoint.script(async ({ body }) => {
    // Nobody is answered before all have come.
    while (endpoint.count < 41) await new Promise((resolve) => setTimeout(resolve, 5));
    const [, user] = (body?.['messages'] ?? []) as { content: string }[];
    return `re: ${user?.content}`;
  });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      model.generate({ ...ask, messages: [messages[0], { role: 'user', content: `n${index}` }] }, { signal: never }),
    ),
  );
  expect(replies.map(({ text }) => text)).toEqual(Array.from({ length: 40 }, (_, index) => `re: n${index}`));
  expect(endpoint.peakInFlight).toBe(40);
});

test('google: an answer without a candidate is an error, a blocked prompt is a reply without text', async () => {
  const bodies = [{}, { error: { code: 500, message: 'died' } }, { promptFeedback: { blockReason: 'SAFETY' } }];
  const { model } = await modelOf(({ index }) => ({ status: 200, body: bodies[index] ?? {} }), { kind: 'google' });
  for (const _ of [0, 1]) {
    expect(factsOf(await errorFrom(model))).toEqual({ code: 'server', status: 200, retryable: true, charged: true });
  }
  const { text, finish } = await model.generate(ask, { signal: never });
  expect([text, finish]).toEqual(['', 'content-filter']);
});

test('a setting that the provider package refuses is a bad request, and nothing is sent', async () => {
  const { model, endpoint } = await modelOf(() => 'ok', { kind: 'openai' });
  const error = await errorFrom(model, { ...ask, reasoningEffort: 'enormous' });
  expect(factsOf(error)).toEqual({ code: 'bad-request', status: undefined });
  expect(endpoint.count).toBe(0);
});
