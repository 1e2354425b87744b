import { afterEach, describe, expect, test } from 'vitest';
import type { Json } from '../../core/json.ts';
import { scriptedEndpoint, type ScriptedEndpoint } from '../../testing/scripted-endpoint.ts';
import { endpointDefaults, type EndpointKind } from '../endpoint.ts';
import type { ModelReply } from '../language-model.ts';
import { createModelRegistry, type ModelRegistry } from '../registry.ts';

const open: (ScriptedEndpoint | ModelRegistry)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** What a model makes of an answer of 200, and how many requests it took. */
async function replyTo(
  body: object | string,
  kind: EndpointKind = 'openai-compatible',
): Promise<{ reply: ModelReply; count: number }> {
  const endpoint = await scriptedEndpoint(() => ({ status: 200, body }));
  const registry = createModelRegistry({
    endpoints: { mock: { name: 'mock', kind, ...endpointDefaults, baseUrl: endpoint.baseUrl } },
    env: {},
    facts: { get: () => undefined, put: () => undefined },
    now: () => 0,
  });
  open.push(registry, endpoint);
  const reply = await registry
    .resolve('mock:m')
    .then((model) =>
      model.generate({ messages: [{ role: 'user', content: 'x' }], maxTokens: 8 }, { signal: new AbortController().signal }),
    );
  return { reply, count: endpoint.count };
}

const choice = { index: 0, message: { role: 'assistant', content: 'PASS' }, finish_reason: 'stop' };
const whole = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [choice],
  usage: { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6 },
};
const saying = (message: Json, rest: object = {}): object => ({ ...whole, choices: [{ ...choice, message, ...rest }] });

describe('a whole chat completion with a field that nobody needs in another form', () => {
  const departures: [name: string, body: object | string][] = [
    ['counts as texts', { ...whole, usage: { prompt_tokens: '5', completion_tokens: '1', total_tokens: '6' } }],
    ['a usage that is a list', { ...whole, usage: [] }],
    ['a number for its id', { ...whole, id: 7 }],
    ['a date for its time', { ...whole, created: '2030-01-01' }],
    ['an object for its model', { ...whole, model: { name: 'm' } }],
    ['another role', saying({ role: 'model', content: 'PASS' })],
    ['a number for why it ended', saying(choice.message, { finish_reason: 0 })],
    ['reasoning as an object', saying({ role: 'assistant', content: 'PASS', reasoning: { text: 'because' } })],
    ['a call of a tool without an id', saying({ role: 'assistant', content: 'PASS', tool_calls: [{ function: {} }] })],
    [
      'its text in parts',
      saying({
        role: 'assistant',
        content: [
          { type: 'text', text: 'PA' },
          { type: 'text', text: 'SS' },
        ],
      }),
    ],
    ['probabilities in an unknown form', saying(choice.message, { logprobs: 'none' })],
    ['an index as a text', saying(choice.message, { index: '0' })],
    ['annotations as a text', saying({ role: 'assistant', content: 'PASS', annotations: 'none' })],
  ];
  test.each(departures)('%s', async (_name, body) => {
    const { reply, count } = await replyTo(body);
    expect([reply.text, count]).toEqual(['PASS', 1]);
  });

  test('its counts are kept where they are counts, its end where it is a word, and the departure is told', async () => {
    const { reply } = await replyTo({ ...whole, id: 7, usage: { prompt_tokens: '5', completion_tokens: 1.5 } });
    expect(reply).toMatchObject({ finish: 'stop', usage: { inputTokens: 5 } });
    expect(reply.usage).not.toHaveProperty('outputTokens');
    expect(reply.warnings).toEqual(['mock:m: the answer departs from the form of its kind; what is needed of it was read.']);
  });

  test('a byte order mark before it', async () => {
    expect((await replyTo(`\uFEFF${JSON.stringify(whole)}`)).reply.text).toBe('PASS');
  });

  test('parts of reasoning are reasoning', async () => {
    const content = [
      { type: 'thinking', thinking: 'because' },
      { type: 'text', text: 'PASS' },
    ];
    expect(
      (await replyTo({ ...whole, id: 7, choices: [{ ...choice, message: { role: 'assistant', content } }] })).reply,
    ).toMatchObject({ text: 'PASS', reasoning: 'because' });
  });
});

test.each([
  ['max_tokens', 'length'],
  ['MAX_TOKENS', 'length'],
  ['max_output_tokens', 'length'],
  ['model_length', 'length'],
  ['eos', 'stop'],
  ['end_turn', 'stop'],
  ['content_filter', 'content-filter'],
  ['safety', 'content-filter'],
  ['unheard', 'other'],
])('a chat completion that ended by %s: %s', async (word, finish) => {
  expect((await replyTo(saying(choice.message, { finish_reason: word }))).reply.finish).toBe(finish);
});

test.each<[EndpointKind, object]>([
  ['openai', { ...whole, usage: { prompt_tokens: '5' } }],
  ['anthropic', { type: 'message', id: 7, content: [{ type: 'text', text: 'PASS' }], stop_reason: 'end_turn', model: 'm' }],
  [
    'google',
    { candidates: [{ content: { parts: [{ text: 'PASS' }] }, finishReason: 'STOP', index: '0' }], usageMetadata: 'none' },
  ],
])('an endpoint of kind %s', async (kind, body) => {
  const { reply, count } = await replyTo(body, kind);
  expect([reply.text, reply.finish, count]).toEqual(['PASS', 'stop', 1]);
});

test.each<[name: string, body: object | string]>([
  ['no message', { ...whole, choices: [{ index: 0, finish_reason: 'stop' }] }],
  ['a number for its text', saying({ role: 'assistant', content: 7 })],
  ['an error inside', { ...whole, id: 7, error: { message: 'died' } }],
  ['no object', 'PASS'],
])('an answer that holds none stays an error: %s', async (_name, body) => {
  await expect(replyTo(body)).rejects.toMatchObject({ name: 'ModelError' });
});

describe('several answers in one', () => {
  const other = { index: 1, message: { role: 'assistant', content: 'FAIL' }, finish_reason: 'length' };
  const candidate = (index: number, text: string) => ({ content: { parts: [{ text }] }, finishReason: 'STOP', index });

  test.each<[name: string, kind: EndpointKind, body: object]>([
    ['after another', 'openai-compatible', { ...whole, choices: [other, choice] }],
    ['after another, of OpenAI', 'openai', { ...whole, choices: [other, choice] }],
    ['before another', 'openai-compatible', { ...whole, choices: [choice, other] }],
    ['its index as a text', 'openai-compatible', { ...whole, choices: [other, { ...choice, index: '0' }] }],
    [
      'the first, where none has an index',
      'openai-compatible',
      {
        ...whole,
        choices: [
          { ...choice, index: undefined },
          { ...other, index: undefined },
        ],
      },
    ],
    ['of Google', 'google', { candidates: [candidate(1, 'FAIL'), candidate(0, 'PASS')] }],
  ])('the one of index 0 counts: %s', async (_name, kind, body) => {
    const { reply, count } = await replyTo(body, kind);
    expect([reply.text, reply.finish, count]).toEqual(['PASS', 'stop', 1]);
  });

  test('one of index 0 that says nothing is no reply, whatever the others say', async () => {
    await expect(replyTo({ ...whole, choices: [other, { index: 0, finish_reason: 'stop' }] })).rejects.toMatchObject({
      name: 'ModelError',
    });
  });
});

test('bytes that are no UTF-8 are an error to try again, never a text with signs that nobody wrote', async () => {
  const [before, after] = JSON.stringify(saying({ role: 'assistant', content: 'PASS|' })).split('|');
  const body = Buffer.concat([Buffer.from(before as string), Buffer.from([0xe2, 0x82]), Buffer.from(after as string)]);
  await expect(replyTo(body)).rejects.toMatchObject({
    code: 'server',
    retryable: true,
    charged: true,
    message: expect.stringContaining('expected a reply in UTF-8, got bytes that are none.'),
  });
});
