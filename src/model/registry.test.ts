import { afterEach, expect, test } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import { scriptedEndpoint } from '../testing/scripted-endpoint.ts';
import { endpointDefaults, type EndpointConfig } from './endpoint.ts';
import type { LanguageModel } from './language-model.ts';
import { createModelRegistry, splitModelId, type ModelRegistry, type ModelRegistryOptions } from './registry.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

function registryOf(
  endpoints: Record<string, Partial<EndpointConfig>> = {},
  more: Partial<ModelRegistryOptions> = {},
): ModelRegistry {
  const registry = createModelRegistry({
    endpoints: Object.fromEntries(
      Object.entries(endpoints).map(([name, config]) => [
        name,
        { name, kind: 'openai-compatible', ...endpointDefaults, ...config },
      ]),
    ),
    env: {},
    facts: { get: () => undefined, put: () => undefined },
    now: () => 0,
    ...more,
  });
  open.push(registry);
  return registry;
}

async function messageOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AssizeError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'nothing thrown';
}

test('an id is split at the first colon', async () => {
  expect(splitModelId('ollama:qwen3:8b')).toEqual({ endpoint: 'ollama', model: 'qwen3:8b' });
  expect(await messageOf(() => splitModelId('gpt-4o'))).toBe(
    'config: model: expected ENDPOINT:MODEL, got "gpt-4o" (string). Name both, as in openai:gpt-4o-mini.',
  );
  expect(await messageOf(() => splitModelId(':x'))).toMatch(/^config/u);
  expect(await messageOf(() => splitModelId('x: '))).toMatch(/^config/u);
});

test('built-in endpoints, and one of a configured name in a built-in’s place', () => {
  const registry = registryOf({ ollama: { baseUrl: 'http://box:1/v1' } });
  expect(registry.endpoint('openai')).toEqual({
    name: 'openai',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    key: '$OPENAI_API_KEY',
    retries: 4,
    timeoutMs: 60_000,
    maxConcurrency: 32,
    structured: 'auto',
  });
  expect(
    ['anthropic', 'google', 'ollama', 'local'].map((name) => [registry.endpoint(name).baseUrl, registry.endpoint(name).key]),
  ).toEqual([
    ['https://api.anthropic.com/v1', '$ANTHROPIC_API_KEY'],
    ['https://generativelanguage.googleapis.com/v1beta', '$GEMINI_API_KEY'],
    ['http://box:1/v1', undefined],
    [undefined, undefined],
  ]);
});

test('an unknown endpoint is told with the nearest', async () => {
  const registry = registryOf({ gateway: { baseUrl: 'http://localhost/v1' } });
  expect(await messageOf(() => registry.resolve('opnai:gpt-4o'))).toBe(
    'config: model: expected an endpoint (openai, anthropic, google, ollama, local, gateway), got "opnai" (string). Did you mean openai?',
  );
  expect(await messageOf(() => registry.endpoint('constructor'))).toMatch(/Add it under endpoints\.$/u);
});

test('the same id is the same model; nothing is asked of the environment for it', async () => {
  const env = new Proxy(
    {},
    {
      get: (_target, name) => {
        throw new Error(`read ${String(name)}`);
      },
    },
  );
  const registry = registryOf({}, { env });
  expect(await registry.resolve('openai:gpt-4o')).toBe(await registry.resolve('openai:gpt-4o'));
  expect((await registry.resolve('openai:gpt-4o')).identity).toEqual({
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4o',
    structured: 'auto',
  });
});

test('identity is of what the model is, not of what its endpoint is called', async () => {
  const registry = registryOf({ a: { baseUrl: 'http://box/v1/' }, b: { baseUrl: 'http://box/v1', key: '$K', retries: 0 } });
  const [a, b] = [await registry.resolve('a:m'), await registry.resolve('b:m')];
  expect(a.identity).toEqual(b.identity);
  expect([a.id, b.id]).toEqual(['a:m', 'b:m']);
});

test('keys are checked before a call: unset, empty, in a header', async () => {
  const registry = registryOf(
    {
      a: { baseUrl: 'http://box/v1', key: '$SET' },
      b: { baseUrl: 'http://box/v1', key: '$EMPTY' },
      c: { baseUrl: 'http://box/v1', headers: { 'x-org': 'org $ORG' } },
    },
    { env: { SET: 'x', EMPTY: '' } },
  );
  expect(await messageOf(() => registry.checkKeys(['a:m', 'local:x', 'ollama:y']))).toBe('nothing thrown');
  expect(await messageOf(() => registry.checkKeys(['a:m', 'b:m']))).toBe(
    'config: endpoints.b: expected the environment variable EMPTY to hold a value, got an empty one. Set EMPTY.',
  );
  expect(await messageOf(() => registry.checkKeys(['c:m']))).toBe(
    'config: endpoints.c: expected the environment variable ORG to hold a value, got no such variable. Set ORG.',
  );
  expect(await messageOf(() => registry.checkKeys(['openai:gpt-4o']))).toContain('OPENAI_API_KEY');
});

test('a key is read at each call; one that went away is an authentication failure, and nothing is sent', async () => {
  const endpoint = await scriptedEndpoint(({ headers }) => String(headers['authorization']));
  open.push(endpoint);
  const env: Record<string, string> = { K: 'one' };
  const registry = registryOf({ a: { baseUrl: endpoint.baseUrl, key: '$K' } }, { env });
  const model = await registry.resolve('a:m');
  const request = { messages: [{ role: 'user', content: 'q' }], maxTokens: 1 } as const;
  const { signal } = new AbortController();
  expect((await model.generate(request, { signal })).text).toBe('Bearer one');
  env['K'] = 'two';
  expect((await model.generate(request, { signal })).text).toBe('Bearer two');
  delete env['K'];
  await expect(model.generate(request, { signal })).rejects.toMatchObject({ name: 'ModelError', code: 'auth', terminal: true });
  expect(endpoint.count).toBe(2);
});

test.each([
  [{ baseUrl: 'box:8000/v1' }, 'expected an http or https address, got "box:8000/v1" (string)'],
  [{ baseUrl: 'nonsense' }, 'expected an http or https address'],
  [{}, 'endpoints.a.baseUrl: expected an address, got nothing. Set baseUrl.'],
  [{ baseUrl: 'http://me:hunter2@box/v1' }, 'expected an address without credentials or query'],
  [{ baseUrl: 'http://box/v1?key=hunter2' }, 'expected an address without credentials or query'],
  [{ baseUrl: 'http://box/v1', key: 'sk-hunter2' }, 'endpoints.a.key: expected $NAME of an environment variable'],
])('an endpoint that cannot be asked: %o', async (config, expected) => {
  const message = await messageOf(() => registryOf({ a: config }).resolve('a:m'));
  expect(message).toMatch(/^config: /u);
  expect(message).toContain(expected);
  expect(message).not.toContain('hunter2');
});

test('local models are made on demand, tried again after a failure, and disposed of', async () => {
  const asked: string[] = [];
  let disposed = 0;
  const model: LanguageModel = {
    id: 'local:a.gguf',
    endpoint: 'local',
    identity: {},
    traits: {},
    generate: () => Promise.reject(new Error('no')),
    dispose: () => {
      disposed += 1;
      return Promise.resolve();
    },
  };
  const registry = registryOf(
    {},
    {
      local: (ref, { name }) => {
        asked.push(`${name} ${ref}`);
        return asked.length === 1 ? Promise.reject(new AssizeError('model', 'cut')) : Promise.resolve(model);
      },
    },
  );
  expect(await messageOf(() => registry.resolve('local:hf:org/repo/a.gguf'))).toBe('model: cut');
  expect(await registry.resolve('local:hf:org/repo/a.gguf')).toBe(model);
  await registry.close();
  expect([asked, disposed]).toEqual([['local hf:org/repo/a.gguf', 'local hf:org/repo/a.gguf'], 1]);
});
