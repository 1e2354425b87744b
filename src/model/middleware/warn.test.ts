import { expect, test } from 'vitest';
import type { ModelReply } from '../language-model.ts';
import { warned } from './warn.ts';

const reply: ModelReply = {
  text: 'x',
  finish: 'stop',
  usage: {},
  warnings: ['seed is left out', 'topP is left out'],
  latencyMs: 0,
};
const context = { key: 'k', signal: new AbortController().signal };

test.each([true, false])('a reply’s warnings reach the observer, cached: %s', async (cached) => {
  const heard: string[] = [];
  const result = { reply, cached };
  const call = warned(async () => result);
  expect(await call({ messages: [], maxTokens: 1 }, { ...context, observer: { warning: (text) => heard.push(text) } })).toBe(
    result,
  );
  expect(heard).toEqual(['seed is left out', 'topP is left out']);
  expect(await call({ messages: [], maxTokens: 1 }, { ...context, observer: {} })).toBe(result);
});
