import { expect, test } from 'vitest';
import { hashOf } from '../core/hash.ts';
import type { LanguageModel, ModelError, ModelRequest } from '../model/language-model.ts';
import { parseRecordings, recordedModel, recording } from './recorded-model.ts';
import { scriptedModel } from './scripted-model.ts';

const never = new AbortController().signal;
const requestOf = (content: string): ModelRequest => ({ messages: [{ role: 'user', content }], maxTokens: 10, seed: 1 });

async function ask(model: LanguageModel, content: string, signal = never) {
  return model.generate(requestOf(content), { signal }).catch((error: unknown) => error);
}

/** A model that answers with how often it was asked, fails on `bad`, and hangs on `slow`. */
const source = () =>
  scriptedModel({
    rules: [
      { contains: 'bad', error: { code: 'rate-limit', status: 429, retryAfterMs: 7 } },
      { contains: 'slow', delayMs: 1e6 },
    ],
    reply: (_request, { index }) => ({ text: `reply ${index}\nline`, finish: 'length' }),
  });

test('what was recorded is replayed: replies whole, repeats in order and again from the first, errors with their facts', async () => {
  const lines: string[] = [];
  const model = recording(source(), (line) => lines.push(line));
  const came = [await ask(model, 'a'), await ask(model, 'bad'), await ask(model, 'a'), await ask(model, 'b')];
  expect(lines.map((line) => line.includes('\n'))).toEqual([false, false, false, false]);

  const replayed = recordedModel(parseRecordings(`${lines.join('\n')}\n`));
  const [first, bad, second, other] = came;
  expect([await ask(replayed, 'b'), await ask(replayed, 'a'), await ask(replayed, 'a'), await ask(replayed, 'a')]).toEqual([
    other,
    first,
    second,
    first,
  ]);
  const again = (await ask(replayed, 'bad')) as ModelError;
  expect({ ...again, message: again.message }).toEqual({ ...(bad as ModelError), message: (bad as ModelError).message });
  expect([again.retryAfterMs, again.status, again.retryable]).toEqual([7, 429, true]);
});

test('the model that is recorded stays what it is', () => {
  const model = source();
  const { generate: _generate, ...rest } = recording(model, () => undefined);
  expect(rest).toMatchObject({ id: model.id, endpoint: model.endpoint, identity: model.identity, traits: model.traits });
});

test('an aborted call is not recorded', async () => {
  const lines: string[] = [];
  const caller = new AbortController();
  const call = ask(
    recording(source(), (line) => lines.push(line)),
    'slow',
    caller.signal,
  );
  caller.abort(new Error('enough'));
  expect(await call).toEqual(new Error('enough'));
  expect(lines).toEqual([]);
});

test('a request that was not recorded is told, never answered by a similar one', async () => {
  const request = requestOf('known');
  const reply = { text: 'x', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 } as const;
  const model = recordedModel([{ hash: hashOf(request), request, reply }], { id: 'e:m' });
  expect(await ask(model, 'known')).toEqual(reply);
  const unknown = requestOf('unknown');
  expect(await ask(model, 'unknown')).toMatchObject({
    code: 'bad-request',
    retryable: false,
    message: `e:m: expected a recorded request, got ${hashOf(unknown).slice(0, 12)}… whose prompt ends with "unknown". Record it, or undo what changed the request.`,
  });
});

const good = {
  hash: hashOf(requestOf('a')),
  request: requestOf('a'),
  reply: { text: '', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 },
};

test.each([
  ['no JSON', '{"hash"', 'fixture:3: expected one JSON value, got'],
  ['no recording', '{"hash": "x"}', 'fixture:3.request: expected object, got nothing. Add it.'],
  [
    'a reply that is none',
    JSON.stringify({ ...good, reply: { text: 3 } }),
    'fixture:3.reply.text: expected string, got 3 (number)',
  ],
  [
    'neither reply nor error',
    JSON.stringify({ hash: good.hash, request: good.request }),
    'fixture:3: expected a reply or an error',
  ],
  [
    'an edited request',
    JSON.stringify({ ...good, request: requestOf('b') }),
    `fixture:3: expected a request with the hash ${good.hash}, got one with ${hashOf(requestOf('b'))}. Record it again.`,
  ],
])('a bad line is told with its place: %s', (_name, line, message) => {
  expect(() => parseRecordings(`${JSON.stringify(good)}\n\n${line}\n`, 'fixture')).toThrow(message);
});
