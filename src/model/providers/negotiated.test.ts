import { afterEach, expect, test } from 'vitest';
import type { FactStore } from '../../core/artifact-store.ts';
import type { Json } from '../../core/json.ts';
import { scriptedEndpoint, type Script, type ScriptedEndpoint, type ScriptedRequest } from '../../testing/scripted-endpoint.ts';
import { endpointDefaults, type EndpointConfig } from '../endpoint.ts';
import { ModelError, type LanguageModel, type ModelReply, type ModelRequest } from '../language-model.ts';
import { createModelRegistry, type ModelRegistry } from '../registry.ts';

const open: (ScriptedEndpoint | ModelRegistry)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function factStore(): FactStore & { readonly all: Map<string, Json> } {
  const all = new Map<string, Json>();
  return { all, get: (key) => all.get(key), put: (key, value) => void all.set(key, value) };
}

async function endpointOf(script: Script): Promise<ScriptedEndpoint> {
  const endpoint = await scriptedEndpoint(script);
  open.push(endpoint);
  return endpoint;
}

async function modelAt(
  endpoint: ScriptedEndpoint,
  facts: FactStore = factStore(),
  config: Partial<EndpointConfig> = {},
): Promise<LanguageModel> {
  const registry = createModelRegistry({
    endpoints: {
      mock: { name: 'mock', kind: 'openai-compatible', baseUrl: endpoint.baseUrl, ...endpointDefaults, ...config },
    },
    env: {},
    facts,
    now: () => 0,
  });
  open.push(registry);
  return registry.resolve('mock:m');
}

const schema = { name: 'verdict', schema: { type: 'object', properties: { verdict: { type: 'string' } } } } as const;
const never = new AbortController().signal;

function ask(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content }], maxTokens: 16, schema, ...more };
}

/** Makes a call as the retry middleware does: again at once where the model stepped down. */
async function call(model: LanguageModel, request: ModelRequest, signal = never): Promise<ModelReply> {
  for (;;) {
    try {
      return await model.generate(request, { signal });
    } catch (error) {
      if (!(error instanceof ModelError) || !error.steppedDown) throw error;
      expect([error.retryable, error.retryAfterMs, error.charged, error.terminal]).toEqual([true, 0, false, false]);
    }
  }
}

/** What a request asked for: the item, its form, and its settings. */
function shown({ body = {} }: ScriptedRequest): string {
  const [message] = body['messages'] as { content: string }[];
  const form = (body['response_format'] as { type?: string } | undefined)?.type ?? 'none';
  const settings = ['temperature', 'top_p', 'seed', 'max_tokens', 'max_completion_tokens', 'top_logprobs'].filter(
    (name) => body[name] !== undefined,
  );
  return [message?.content, form, ...settings.map((name) => `${name}=${String(body[name])}`)].join(' ');
}

function refuse(param: string, words = `'${param}' is not supported with this model.`): { status: number; body: object } {
  return { status: 400, body: { error: { message: words, type: 'invalid_request_error', param, code: 'unsupported_value' } } };
}

const formOf = ({ body }: ScriptedRequest): string | undefined =>
  (body?.['response_format'] as { type?: string } | undefined)?.type;

test('the first call goes alone; taken, its form serves every later call and run', async () => {
  const endpoint = await endpointOf(() => ({ text: '{}', delayMs: 20 }));
  const facts = factStore();
  const model = await modelAt(endpoint, facts);
  const inFlight: number[] = [];
  endpoint.script(({ inFlight: now }) => {
    inFlight.push(now);
    return { text: '{}', delayMs: 20 };
  });
  const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => call(model, ask(`n${index}`))));
  expect(replies.map(({ structured, warnings }) => [structured, warnings])).toEqual(
    Array.from({ length: 20 }, () => ['json-schema', []]),
  );
  expect(endpoint.count).toBe(20);
  expect(shown(endpoint.requests[0] as ScriptedRequest)).toBe('n0 json_schema max_tokens=16');
  expect(endpoint.requests[0]?.body?.['response_format']).toEqual({
    type: 'json_schema',
    json_schema: { name: 'verdict', schema: schema.schema, strict: true },
  });
  // The first was answered before any other came.
  expect(inFlight.slice(0, 2)).toEqual([1, 1]);
  expect([...facts.all.values()]).toEqual([{ form: 'json-schema', left: [], taken: ['maxTokens'] }]);

  // A later run: nothing waits.
  const later = await modelAt(endpoint, facts);
  const start = endpoint.count;
  endpoint.script(async () => {
    while (endpoint.count < start + 5) await new Promise((resolve) => setTimeout(resolve, 5));
    return '{}';
  });
  await Promise.all([1, 2, 3, 4, 5].map((index) => call(later, ask(`later${index}`))));
  expect(endpoint.count).toBe(start + 5);
});

test('refused forms are stepped down by the first call alone, then recorded', async () => {
  let busy = 0;
  let together = 0;
  const endpoint = await endpointOf(async (request) => {
    busy += 1;
    if (request.index < 3) together = Math.max(together, busy);
    await new Promise((resolve) => setTimeout(resolve, 10));
    busy -= 1;
    if (formOf(request) === 'json_schema') return refuse('response_format');
    if (formOf(request) === 'json_object')
      return {
        status: 400,
        body: { error: { message: "'messages' must contain the word 'json' to use 'response_format'", param: 'messages' } },
      };
    return 'pass';
  });
  const facts = factStore();
  const model = await modelAt(endpoint, facts);
  const replies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => call(model, ask(name))));
  expect(endpoint.requests.map(shown).slice(0, 3)).toEqual([
    'a json_schema max_tokens=16',
    'a json_object max_tokens=16',
    'a none max_tokens=16',
  ]);
  expect(endpoint.requests.map(shown).slice(3).sort()).toEqual([
    'b none max_tokens=16',
    'c none max_tokens=16',
    'd none max_tokens=16',
  ]);
  expect(together).toBe(1);
  expect(replies.map(({ structured }) => structured)).toEqual(['none', 'none', 'none', 'none']);
  expect(replies[3]?.warnings).toEqual([
    'mock:m: the endpoint refuses structured output as json-schema; it is asked for as none.',
  ]);
  expect([...facts.all.values()]).toEqual([{ form: 'none', left: [], taken: ['maxTokens'] }]);

  await call(await modelAt(endpoint, facts), ask('later'));
  expect(endpoint.requests.map(shown).slice(6)).toEqual(['later none max_tokens=16']);
});

test.each([
  ['vLLM', { status: 400, body: { object: 'error', message: 'guided decoding: unsupported JSON schema', code: 400 } }],
  ['FastAPI', { status: 422, body: { detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] } }],
  ['plain text', { status: 400, body: 'response_format.type must be text' }],
  [
    'llama.cpp',
    { status: 400, body: { error: { code: 400, message: 'Failed to parse grammar', type: 'invalid_request_error' } } },
  ],
])('a form refused in the words of %s', async (_name, refusal) => {
  const endpoint = await endpointOf((request) => (formOf(request) === 'json_schema' ? refusal : '{}'));
  const reply = await call(await modelAt(endpoint), ask('a'));
  expect([reply.structured, endpoint.count]).toEqual(['json', 2]);
});

test('a bad request about something else steps nothing down', async () => {
  const endpoint = await endpointOf(() => ({ status: 400, body: { error: { message: 'messages: at least one' } } }));
  const model = await modelAt(endpoint);
  await expect(call(model, ask('a'))).rejects.toMatchObject({ code: 'bad-request', retryable: false, steppedDown: false });
  expect(endpoint.count).toBe(1);
});

test('a first call that fails for another reason leaves the next to be the first', async () => {
  const answers = [{ status: 500 }, { status: 429 }, refuse('response_format'), '{}', '{}'];
  const endpoint = await endpointOf(({ index }) => answers[index] ?? '{}');
  const model = await modelAt(endpoint);
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => call(model, ask(name))));
  expect(
    ended.map((result) => (result.status === 'fulfilled' ? result.value.structured : (result.reason as ModelError).code)),
  ).toEqual(['server', 'rate-limit', 'json', 'json']);
  expect(endpoint.requests.map(shown)).toEqual([
    'a json_schema max_tokens=16',
    'b json_schema max_tokens=16',
    'c json_schema max_tokens=16',
    'c json_object max_tokens=16',
    'd json_object max_tokens=16',
  ]);
});

test('a stepped-down call that does not come back leaves the next to be the first', async () => {
  const endpoint = await endpointOf((request) => (formOf(request) === 'json_schema' ? refuse('response_format') : '{}'));
  const model = await modelAt(endpoint);
  const first = model.generate(ask('a'), { signal: never });
  const second = call(model, ask('b'));
  await expect(first).rejects.toMatchObject({ steppedDown: true });
  expect((await second).structured).toBe('json');
  expect(endpoint.requests.map(shown)).toEqual(['a json_schema max_tokens=16', 'b json_object max_tokens=16']);
});

test('an abort ends a call that waits for its turn, without a request', async () => {
  const endpoint = await endpointOf(() => ({ hang: true }));
  const model = await modelAt(endpoint);
  const [one, two] = [new AbortController(), new AbortController()];
  const first = model.generate(ask('a'), { signal: one.signal });
  const second = model.generate(ask('b'), { signal: two.signal });
  while (endpoint.count < 1) await new Promise((resolve) => setTimeout(resolve, 5));
  two.abort(new Error('stop'));
  await expect(second).rejects.toThrow('stop');
  one.abort(new Error('stop too'));
  await expect(first).rejects.toThrow('stop too');
  expect(endpoint.count).toBe(1);
  endpoint.script(() => '{}');
  expect((await call(model, ask('c'))).structured).toBe('json-schema');
});

test('after a first call that timed out the others do not wait one by one', async () => {
  const endpoint = await endpointOf(async ({ index }) => {
    if (index === 0) return { hang: true };
    while (endpoint.count < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    return '{}';
  });
  const model = await modelAt(endpoint, factStore(), { timeoutMs: 500 });
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => call(model, ask(name))));
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
});

test('a recorded form that is refused later is settled anew, one taken in this process is not', async () => {
  const facts = factStore();
  const endpoint = await endpointOf(() => '{}');
  await call(await modelAt(endpoint, facts), ask('a'));
  endpoint.script((request) => (formOf(request) === 'json_schema' ? refuse('response_format') : '{}'));
  const model = await modelAt(endpoint, facts);
  const replies = await Promise.all(['b', 'c'].map((name) => call(model, ask(name))));
  expect(replies.map(({ structured }) => structured)).toEqual(['json', 'json']);
  expect([...facts.all.values()]).toEqual([{ form: 'json', left: [], taken: ['maxTokens'] }]);
  endpoint.script((request) => (formOf(request) === undefined ? 'ok' : refuse('response_format')));
  await expect(call(model, ask('d'))).rejects.toMatchObject({ code: 'bad-request', retryable: false });
  expect([...facts.all.values()]).toEqual([{ form: 'json', left: [], taken: ['maxTokens'] }]);
});

test.each([
  ['json-schema', 'json_schema'],
  ['json', 'json_object'],
  ['none', undefined],
] as const)('structured: %s pins the form', async (structured, type) => {
  const endpoint = await endpointOf(() => '{}');
  const model = await modelAt(endpoint, factStore(), { structured });
  const reply = await call(model, ask('a'));
  expect([reply.structured, reply.warnings, formOf(endpoint.requests[0] as ScriptedRequest)]).toEqual([structured, [], type]);
  endpoint.script(() => refuse('response_format'));
  await expect(call(model, ask('b'))).rejects.toMatchObject({ code: 'bad-request' });
  expect(endpoint.count).toBe(2);
});

test('refused settings are left out one after the other, with a warning on every reply', async () => {
  const endpoint = await endpointOf(({ body = {} }) => {
    if (body['max_tokens'] !== undefined)
      return refuse('max_tokens', "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.");
    if (body['temperature'] !== undefined) return refuse('temperature', "'temperature' does not support 0 with this model.");
    if (body['top_p'] !== undefined) return refuse('top_p');
    if (body['seed'] !== undefined)
      return { status: 422, body: { detail: [{ loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] } };
    if (body['top_logprobs'] === 20) return refuse('top_logprobs', 'top_logprobs must be at most 5');
    return 'A';
  });
  const facts = factStore();
  const model = await modelAt(endpoint, facts);
  const request: ModelRequest = {
    messages: [{ role: 'user', content: 'q' }],
    maxTokens: 16,
    temperature: 0,
    topP: 0.5,
    seed: 1,
    logprobs: { menu: ['A', 'B'] },
  };
  const reply = await call(model, request);
  expect(endpoint.requests.map(shown)).toEqual([
    'q none temperature=0 top_p=0.5 seed=1 max_tokens=16 top_logprobs=20',
    'q none temperature=0 top_p=0.5 seed=1 max_completion_tokens=16 top_logprobs=20',
    'q none top_p=0.5 seed=1 max_completion_tokens=16 top_logprobs=20',
    'q none seed=1 max_completion_tokens=16 top_logprobs=20',
    'q none max_completion_tokens=16 top_logprobs=20',
    'q none max_completion_tokens=16 top_logprobs=5',
  ]);
  const lost = [
    'mock:m: the endpoint refuses temperature, which is left out.',
    'mock:m: the endpoint refuses topP, which is left out.',
    'mock:m: the endpoint refuses seed, which is left out.',
  ];
  expect(reply.warnings).toEqual(['mock:m: token probabilities were asked for, and the endpoint gave none.', ...lost]);
  expect([...facts.all.values()]).toEqual([{ left: ['maxTokens', 'seed', 'temperature', 'topLogprobs', 'topP'], taken: [] }]);
  const later = await call(await modelAt(endpoint, facts), { ...request, temperature: 1 });
  expect(endpoint.requests.map(shown).slice(6)).toEqual(['q none max_completion_tokens=16 top_logprobs=5']);
  expect(later.warnings.slice(1)).toEqual(lost);
});

test('a temperature that was taken does not vouch for another', async () => {
  const endpoint = await endpointOf(({ body }) => (body?.['temperature'] === 0 ? refuse('temperature') : 'ok'));
  const model = await modelAt(endpoint);
  const request = { messages: [{ role: 'user', content: 'q' }], maxTokens: 16 } as const;
  await call(model, { ...request, temperature: 1 });
  await call(model, { ...request, temperature: 0 });
  expect(endpoint.requests.map(shown)).toEqual([
    'q none temperature=1 max_tokens=16',
    'q none temperature=0 max_tokens=16',
    'q none max_tokens=16',
  ]);
});

test('openai: a model that its package does not know takes the newer name of max_tokens', async () => {
  const endpoint = await endpointOf(({ body = {} }) =>
    body['max_tokens'] === undefined ? 'ok' : refuse('max_tokens', "Use 'max_completion_tokens' instead of 'max_tokens'."),
  );
  const model = await modelAt(endpoint, factStore(), { kind: 'openai' });
  await call(model, { messages: [{ role: 'user', content: 'q' }], maxTokens: 16 });
  expect(endpoint.requests.map(shown)).toEqual(['q none max_tokens=16', 'q none max_completion_tokens=16']);
});

test('anthropic and google have their own forms', async () => {
  const endpoint = await endpointOf(({ body, path }) => {
    const anthropic = body?.['output_config'] ?? body?.['tools'];
    if (path.endsWith('/messages'))
      return anthropic === undefined ? '{}' : { status: 400, body: { error: { message: 'output_config: unknown' } } };
    const config = body?.['generationConfig'] as { responseSchema?: object; responseMimeType?: string };
    return config.responseSchema === undefined
      ? '{}'
      : { status: 400, body: { error: { message: 'response_schema is not enabled' } } };
  });
  const anthropic = await call(await modelAt(endpoint, factStore(), { kind: 'anthropic' }), ask('a'));
  const google = await call(await modelAt(endpoint, factStore(), { kind: 'google' }), ask('g'));
  expect([anthropic.structured, google.structured, endpoint.count]).toEqual(['none', 'json', 4]);
  expect(endpoint.requests[3]?.body?.['generationConfig']).toEqual({ maxOutputTokens: 16, responseMimeType: 'application/json' });
});
