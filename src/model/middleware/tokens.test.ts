import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedModel, scriptedTokens } from '../../testing/scripted-model.ts';
import { fewestInputTokens, inputTokensOf, mostInputTokens } from './tokens.ts';

const user = (content: string) => ({ role: 'user' as const, content });

test('bounds input from above by UTF-8 bytes, a constant a message, and the schema', () => {
  expect(mostInputTokens({ messages: [] })).toBe(32);
  expect(mostInputTokens({ messages: [user('abc')] })).toBe(32 + 8 + 3);
  expect(mostInputTokens({ messages: [user('日本'), user('😀')] })).toBe(32 + 16 + 6 + 4);
  const schema = { name: 'verdict', schema: { type: 'string' } };
  const expected = 32 + 8 + 3 + 64 + 'verdict'.length + '{"type":"string"}'.length;
  expect(mostInputTokens({ messages: [user('abc')], schema })).toBe(expected);
  expect(mostInputTokens({ messages: [user('abc')], schema })).toBe(expected);
});

test('a model that counts is asked, and only the schema is bounded', async () => {
  const counting = scriptedModel({ countsTokens: true });
  expect(await inputTokensOf(counting, { messages: [user('three short words')] })).toBe(3);
  const schema = { name: 'v', schema: {} };
  expect(await inputTokensOf(counting, { messages: [user('three short words')], schema })).toBe(3 + 64 + 1 + 2);
  expect(inputTokensOf(scriptedModel({}), { messages: [user('abc')] })).toBe(43);
});

test.each([
  ['nothing', '', 0],
  ['one word', 'word', 1],
  ['white space alone', ' \n\t '.repeat(64), 2],
  ['a long word', 'x'.repeat(1280), 10],
  ['words', 'a b\nc\td  e', 2],
  ['characters of three bytes', '語'.repeat(1280), 30],
])('bounds from below: %s', (_name, text, tokens) => {
  expect(fewestInputTokens([user(text)])).toBe(tokens);
});

test('the lower bound is below any count, and any count below the upper bound', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 300 })), (texts) => {
      const messages = texts.map(user);
      const count = texts.reduce((sum, text) => sum + scriptedTokens(text), 0);
      expect(mostInputTokens({ messages })).toBeGreaterThanOrEqual(count);
      expect(mostInputTokens({ messages })).toBeGreaterThanOrEqual(fewestInputTokens(messages));
    }),
  );
});
