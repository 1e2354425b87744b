import { describe, expect, test } from 'vitest';
import type { FactStore } from '../core/artifact-store.ts';
import type { Json } from '../core/json.ts';
import { endpointDefaults, type EndpointKind } from '../model/endpoint.ts';
import { ModelError, type LanguageModel, type ModelReply } from '../model/language-model.ts';
import { createModelRegistry } from '../model/registry.ts';
import { providerConformance, type ProviderSituation, type ProviderUnderTest } from './provider-conformance.ts';
import { scriptedEndpoint, type Script } from './scripted-endpoint.ts';
import { scriptedModel, type ScriptedModel, type ScriptedModelOptions } from './scripted-model.ts';
import type { ScriptedError } from './scripted-rules.ts';

/** The scripted model in a situation. */
function scripted(situation: ProviderSituation): ScriptedModel {
  return scriptedModel({ id: 'scripted:model', countsTokens: true, ...scriptFor(situation) });
}

function scriptFor(situation: ProviderSituation): ScriptedModelOptions {
  switch (situation.kind) {
    case 'reply': {
      const { text, finish, usage } = situation;
      return { rules: [{ text, finish, usage, menuProbabilities: { A: 0.5, B: 0.25 } }] };
    }
    case 'echo':
      return { reply: ({ messages }) => messages.at(-1)?.content ?? '' };
    case 'hang':
      return { rules: [{ delayMs: situation.timeoutMs, error: { code: 'timeout' } }] };
    case 'no-connection':
      return { rules: [{ error: { code: 'transport' } }] };
    case 'status':
      return { rules: [{ error: errorFor(situation) }] };
  }
}

function errorFor({ status, quota, retryAfterSeconds }: ProviderSituation & { kind: 'status' }): ScriptedError {
  const codes = {
    400: 'bad-request',
    401: 'auth',
    403: 'auth',
    404: 'model',
    429: 'rate-limit',
    500: 'server',
    503: 'server',
  } as const;
  return {
    status,
    code: quota === true ? 'quota' : codes[status as keyof typeof codes],
    ...(retryAfterSeconds !== undefined && { retryAfterMs: retryAfterSeconds * 1000 }),
  };
}

describe('the scripted model conforms', () => {
  const claims = { seeded: true, countsTokens: true, logprobs: true };
  for (const { name, run } of providerConformance((situation) => ({ model: scripted(situation) }), claims)) test(name, run);
});

const secret = 'sk-never-show-this-key';

/** A model of the registry behind a scripted endpoint in a situation. */
async function behindHttp(kind: EndpointKind, situation: ProviderSituation): Promise<ProviderUnderTest> {
  const endpoint = await scriptedEndpoint(httpScript(situation));
  if (situation.kind === 'no-connection') await endpoint.close();
  const facts = new Map<string, Json>();
  const factStore: FactStore = { get: (key) => facts.get(key), put: (key, value) => void facts.set(key, value) };
  const timeoutMs = situation.kind === 'hang' ? situation.timeoutMs : 10_000;
  const config = { name: 'mock', kind, baseUrl: endpoint.baseUrl, key: '$MOCK_KEY', ...endpointDefaults, timeoutMs };
  const registry = createModelRegistry({
    endpoints: { mock: config },
    env: { MOCK_KEY: secret },
    facts: factStore,
    now: () => 0,
  });
  const close = async () => {
    await registry.close();
    if (situation.kind !== 'no-connection') await endpoint.close();
  };
  // The port differs between two endpoints of one check; the address as a user has it would not.
  const model = await registry.resolve('mock:judge');
  return { model: { ...model, identity: { ...model.identity, baseUrl: 'http://127.0.0.1/v1' } }, close };
}

function httpScript(situation: ProviderSituation): Script {
  switch (situation.kind) {
    case 'reply': {
      const { text, finish, usage } = situation;
      const counts = usage && { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 };
      return () => ({ text, finish, usage: counts });
    }
    case 'echo':
      return ({ text }) => /Text number \d\./u.exec(text)?.[0] ?? '';
    case 'status': {
      const { status, quota, retryAfterSeconds } = situation;
      const error = quota === true ? { message: 'You exceeded your quota.', code: 'insufficient_quota' } : { message: 'No.' };
      const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
      return () => ({ status, headers, body: { error } });
    }
    default:
      return () => ({ hang: true });
  }
}

describe.each(['openai-compatible', 'openai', 'anthropic', 'google'] as const)('an endpoint of kind %s conforms', (kind) => {
  for (const { name, run } of providerConformance((situation) => behindHttp(kind, situation), { secret })) test(name, run);
});

/** The scripted model with a fault of its own. */
function faulty(change: (model: LanguageModel, situation: ProviderSituation) => Partial<LanguageModel>) {
  return (situation: ProviderSituation): ProviderUnderTest => {
    const model = scripted(situation);
    return { model: { ...model, ...change(model, situation) } };
  };
}

function withReply(change: (reply: ModelReply) => unknown) {
  return faulty((model) => ({
    generate: async (request, options) => change(await model.generate(request, options)) as ModelReply,
  }));
}

function withError(change: (error: ModelError) => unknown) {
  return faulty((model) => ({
    generate: (request, options) =>
      model.generate(request, options).catch((error: unknown) => {
        throw error instanceof ModelError ? change(error) : error;
      }),
  }));
}

function retold(error: ModelError, change: Partial<Pick<ModelError, keyof ScriptedError>>): ModelError {
  const { code, message, retryAfterMs, status, ...facts } = { ...error, message: error.message, ...change };
  return new ModelError(code, message, {
    ...facts,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status !== undefined && { status }),
  });
}

let made = 0;
const everyStatus = [400, 401, 403, 404, 429, 500, 503].map((status) => `tells HTTP ${status} by its class`);

describe('a fault is found, by the check that it is for', () => {
  test.each<[string, (situation: ProviderSituation) => ProviderUnderTest, string[]]>([
    ['an id without an endpoint', faulty(() => ({ id: 'model' })), ['names itself']],
    ['the key in the identity', faulty(() => ({ identity: { key: secret } })), ['names itself']],
    ['an identity that changes', faulty(() => ({ identity: { made: (made += 1) } })), ['has one identity whenever it is made']],
    [
      'a member that is undefined',
      withReply((reply) => ({ ...reply, reasoning: undefined })),
      ['gives a whole reply of plain data'],
    ],
    [
      'a usage of 0 for an unknown one',
      withReply((reply) => ({ ...reply, usage: { inputTokens: 0, ...reply.usage } })),
      ['leaves an unknown usage out'],
    ],
    [
      'a finish that is always stop',
      withReply((reply) => ({ ...reply, finish: 'stop' })),
      ['tells a reply cut at its limit', 'tells a reply that a filter stopped'],
    ],
    ['a trimmed text', withReply((reply) => ({ ...reply, text: reply.text.trim() })), ['keeps the text as it came']],
    [
      'an error for an empty reply',
      withReply((reply) => {
        if (reply.text === '') throw new ModelError('server', 'empty');
        return reply;
      }),
      ['gives an empty reply as a reply'],
    ],
    [
      'a text that is never the same',
      withReply((reply) => ({ ...reply, text: `${reply.text}${(made += 1)}` })),
      ['repeats itself under a seed', 'keeps calls apart', 'keeps the text as it came'],
    ],
    [
      'a mass above 1',
      withReply((reply) => ({ ...reply, menuProbabilities: { A: 0.9, B: 0.9 } })),
      ['gives token probabilities'],
    ],
    ['no count', faulty((model) => ({ countTokens: async () => 0, generate: model.generate })), ['counts tokens']],
    [
      'an error’s text as a reply',
      faulty((model) => ({
        generate: (request, options) =>
          model
            .generate(request, options)
            .catch(() => ({ text: 'HTTP 503', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 })),
      })),
      [...everyStatus, 'tells that nothing listens'],
    ],
    ['an error of another class', withError((error) => new Error(error.message)), everyStatus],
    [
      'everything is retryable',
      withError((error) => retold(error, { retryable: true })),
      ['tells HTTP 400 by its class', 'tells HTTP 401 by its class', 'tells HTTP 429 of a spent quota by its class'],
    ],
    [
      'Retry-After is lost',
      withError((error) => retold(error, { retryAfterMs: undefined })),
      ['tells HTTP 429 with Retry-After by its class'],
    ],
    ['a timeout that costs nothing', withError((error) => retold(error, { charged: false })), ['gives up after its time-out']],
    [
      'a refusal that costs',
      withError((error) => retold(error, { charged: true })),
      ['tells that nothing listens', 'tells HTTP 429 by its class'],
    ],
    ['the key in a message', withError((error) => retold(error, { message: `${error.message} ${secret}` })), everyStatus],
    ['a message of two lines', withError((error) => retold(error, { message: 'a\nb' })), everyStatus],
    [
      'an abort as an error of its own',
      faulty((model) => ({
        generate: (request, options) =>
          model.generate(request, options).catch((error: unknown) => {
            throw options.signal.aborted ? new Error('aborted') : error;
          }),
      })),
      ['rejects with the reason of an abort that came before', 'rejects with the reason of an abort in flight'],
    ],
    [
      'a changed request',
      faulty((model) => ({
        generate: (request, options) => {
          (request as { maxTokens: number }).maxTokens = 1;
          return model.generate(request, options);
        },
      })),
      ['leaves the request as it is'],
    ],
  ])('%s', async (_name, make, expected) => {
    const checks = providerConformance(make, { seeded: true, countsTokens: true, logprobs: true, secret });
    const outcomes = await Promise.all(
      checks.map(({ name, run }) =>
        run().then(
          () => [],
          () => [name],
        ),
      ),
    );
    expect(outcomes.flat()).toEqual(expect.arrayContaining(expected));
  });
});

test('what a check makes is closed and disposed of, also when it fails', async () => {
  const ends: string[] = [];
  const make = (situation: ProviderSituation): ProviderUnderTest => ({
    model: { ...scripted(situation), id: 'nameless', dispose: async () => void ends.push('disposed') },
    close: async () => void ends.push('closed'),
  });
  const [names] = providerConformance(make, { scriptable: false });
  await expect(names?.run()).rejects.toThrow('id: expected ENDPOINT:MODEL, got nameless.');
  expect(ends).toEqual(['disposed', 'closed']);
});

test('a model that makes its own replies is asked for less', () => {
  const names = providerConformance((situation) => ({ model: scripted(situation) }), { scriptable: false, seeded: true }).map(
    ({ name }) => name,
  );
  expect(names).toEqual([
    'names itself',
    'has one identity whenever it is made',
    'gives a whole reply of plain data',
    'leaves the request as it is',
    'rejects with the reason of an abort that came before',
    'repeats itself under a seed',
  ]);
});
