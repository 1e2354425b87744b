import { expect, test } from 'vitest';
import { AssizeError } from '../../core/errors.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { ModelError, type LanguageModel } from '../language-model.ts';
import { provided } from './provided.ts';

const request = { messages: [{ role: 'user' as const, content: 'one two' }], maxTokens: 10 };
const context = (signal = new AbortController().signal) => ({ key: 'k', signal, observer: {} });

function throwing(error: unknown): LanguageModel {
  return { ...scriptedModel({}), generate: () => Promise.reject(error) };
}

test('makes one attempt and gives the reply as it came', async () => {
  const model = scriptedModel({ rules: [{ text: 'yes' }] });
  expect(await provided(model)(request, context())).toEqual({
    reply: { text: 'yes', finish: 'stop', usage: { inputTokens: 2, outputTokens: 1 }, warnings: [], latencyMs: 0 },
    cached: false,
  });
  expect(model.requests).toEqual([request]);
});

test('errors of the contract pass; anything else is a charged model error', async () => {
  const own = new ModelError('server', 'down', { retryable: true });
  await expect(provided(throwing(own))(request, context())).rejects.toBe(own);
  const config = new AssizeError('config', 'no key');
  await expect(provided(throwing(config))(request, context())).rejects.toBe(config);
  const fault = new TypeError('x is undefined');
  const error = await provided(throwing(fault))(request, context()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ModelError);
  expect({ ...(error as ModelError), message: (error as ModelError).message, cause: (error as ModelError).cause }).toEqual({
    name: 'ModelError',
    code: 'model',
    message: "scripted:model: expected a reply or a ModelError, got: x is undefined. Report it to the adapter's author.",
    retryable: false,
    charged: true,
    terminal: false,
    retryAfterMs: undefined,
    status: undefined,
    steppedDown: false,
    cause: fault,
  });
});

test('an abort is its reason, and nothing is sent after it', async () => {
  const caller = new AbortController();
  caller.abort(new Error('enough'));
  const model = scriptedModel({ rules: [{ text: 'yes' }] });
  await expect(provided(model)(request, context(caller.signal))).rejects.toThrow('enough');
  expect(model.requests).toEqual([]);
});
