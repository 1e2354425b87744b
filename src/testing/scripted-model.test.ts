import { expect, test } from 'vitest';
import type { ModelError, ModelRequest } from '../model/language-model.ts';
import { scriptedModel, scriptedTokens, type ScriptedModel } from './scripted-model.ts';
import { virtualTime } from './virtual-time.ts';

const never = new AbortController().signal;
const requestOf = (content: string): ModelRequest => ({ messages: [{ role: 'user', content }], maxTokens: 10 });

function ask(model: ScriptedModel, content: string): Promise<string> {
  return model.generate(requestOf(content), { signal: never }).then(
    ({ text }) => text,
    ({ code }: ModelError) => code,
  );
}

test('a reply is whole: what the rule says, its usage counted, nothing of the rule itself', async () => {
  const model = scriptedModel({ rules: [{ contains: 'one', times: 3, text: 'Yes, it is.', reasoning: 'so' }] });
  expect(await model.generate(requestOf('one two three'), { signal: never })).toEqual({
    text: 'Yes, it is.',
    reasoning: 'so',
    finish: 'stop',
    usage: { inputTokens: 3, outputTokens: 5 },
    warnings: [],
    latencyMs: 0,
  });
  expect(model.requests).toEqual([requestOf('one two three')]);
});

test('the first rule that fits serves, until it is used up; then the function; then nobody', async () => {
  const rules = [
    { contains: 'a', times: 1, error: { code: 'server' } as const },
    { contains: 'a', text: 'rule a' },
    { contains: 'b', text: 'rule b' },
  ];
  const model = scriptedModel({ rules, reply: (_request, { index }) => `function ${index}` });
  const replies = [];
  for (const text of ['a', 'a', 'b', 'c', 'ab']) replies.push(await ask(model, text));
  expect(replies).toEqual(['server', 'rule a', 'rule b', 'function 3', 'rule a']);
  const silent = scriptedModel({ id: 'mock:judge', rules: [{ contains: 'x' }] });
  await expect(silent.generate(requestOf('who serves this?'), { signal: never })).rejects.toThrow(
    'mock:judge: expected a rule for every prompt, got none for one that ends with "who serves this?".',
  );
});

test('usage may be absent, and is then not 0', async () => {
  const model = scriptedModel({ rules: [{ usage: null, text: 'x' }] });
  expect((await model.generate(requestOf('a'), { signal: never })).usage).toEqual({});
});

test('what identifies it is its name and its rules; the endpoint is before the colon', () => {
  const [a, same, other] = [[{ text: 'x' }], [{ text: 'x' }], [{ text: 'y' }]].map((rules) =>
    scriptedModel({ id: 'e:m:1', rules }),
  );
  expect(a?.identity).toEqual(same?.identity);
  expect(a?.identity).not.toEqual(other?.identity);
  expect([a?.id, a?.endpoint]).toEqual(['e:m:1', 'e']);
  expect(scriptedModel({ identity: { kind: 'x' } }).identity).toEqual({ kind: 'x' });
});

test('delays by its clock, counts what is in flight, and an abort ends a call at once', async () => {
  const time = virtualTime();
  const model = scriptedModel({ rules: [{ delayMs: 50, text: 'x' }], sleep: time.sleep });
  const caller = new AbortController();
  const cut = model.generate(requestOf('a'), { signal: caller.signal });
  const kept = model.generate(requestOf('b'), { signal: never });
  expect(model.inFlight).toBe(2);
  caller.abort(new Error('enough'));
  await expect(cut).rejects.toThrow('enough');
  expect([(await time.run(kept)).latencyMs, time.now(), model.inFlight, model.peakInFlight]).toEqual([50, 50, 0, 2]);
  await expect(model.generate(requestOf('c'), { signal: caller.signal })).rejects.toThrow('enough');
  expect(model.requests.length).toBe(2);
});

test('a function that never answers is cut by an abort all the same', async () => {
  const model = scriptedModel({ reply: () => new Promise(() => undefined) });
  const caller = new AbortController();
  const call = model.generate(requestOf('a'), { signal: caller.signal });
  caller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

test.each([
  ['', 0],
  [' \n', 0],
  ['one two', 2],
  ["it's 12.", 6],
  ['日本語', 1],
  ['😀!', 2],
])('counts tokens: %j', async (text, tokens) => {
  expect(scriptedTokens(text)).toBe(tokens);
  expect(await scriptedModel({ countsTokens: true }).countTokens?.([{ role: 'user', content: text }])).toBe(tokens);
});
