import { expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { ModelError, ModelRequest, ModelTraits } from '../language-model.ts';
import { windowChecked } from './context-window.ts';
import { provided } from './provided.ts';

const context = { key: 'k', signal: new AbortController().signal, observer: {} };

async function attempt(text: string, maxTokens: number, options: { countsTokens?: boolean; traits?: ModelTraits }) {
  const model = scriptedModel({ rules: [{ text: 'yes' }], ...options });
  const request: ModelRequest = { messages: [{ role: 'user', content: text }], maxTokens };
  const end = await windowChecked(model, provided(model))(request, context).then(
    ({ reply }) => reply.text,
    ({ code, message, retryable, charged }: ModelError) => ({ code, message, retryable, charged }),
  );
  return { end, sent: model.requests.length };
}

const words = (count: number) => 'word '.repeat(count);

test.each([
  ['no window known', words(100_000), 10, {}],
  ['fits by its bytes', words(10), 10, { traits: { contextTokens: 200 } }],
  ['counted, fits exactly with its reply', words(90), 10, { traits: { contextTokens: 100 }, countsTokens: true }],
  ['not counted, may fit', words(396), 10, { traits: { contextTokens: 100 } }],
])('sends: %s', async (_name, text, maxTokens, options) => {
  expect(await attempt(text, maxTokens, options)).toEqual({ end: 'yes', sent: 1 });
});

test('a counted prompt that leaves no room for its reply is not sent', async () => {
  expect(await attempt(words(91), 10, { traits: { contextTokens: 100 }, countsTokens: true })).toEqual({
    end: {
      code: 'context-overflow',
      message:
        'scripted:model: expected prompt and reply within 100 tokens (contextTokens), got a prompt of 91 tokens and maxTokens 10. Shorten the item, lower maxTokens, or take a model with a larger window.',
      retryable: false,
      charged: false,
    },
    sent: 0,
  });
});

test.each([
  ['two megabytes of words', words(400_000), 'a prompt of 100000 tokens or more'],
  ['two megabytes without a space', 'x'.repeat(2_000_000), 'a prompt of 15625 tokens or more'],
])('what is certainly too long for 8k is not sent: %s', async (_name, text, got) => {
  expect(await attempt(text, 1024, { traits: { contextTokens: 8192 } })).toEqual({
    end: {
      code: 'context-overflow',
      message: `scripted:model: expected prompt and reply within 8192 tokens (contextTokens), got ${got}. Shorten the item, or take a model with a larger window.`,
      retryable: false,
      charged: false,
    },
    sent: 0,
  });
});
