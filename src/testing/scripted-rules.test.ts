import { expect, test } from 'vitest';
import type { ModelMessage } from '../model/language-model.ts';
import { parseScriptedRules, promptTest, scriptedModelError, type ScriptedRule } from './scripted-rules.ts';

const messages: ModelMessage[] = [
  { role: 'system', content: 'You judge.' },
  { role: 'user', content: 'Item 7\nof ten' },
];

test.each<[string, ScriptedRule, boolean]>([
  ['no condition', {}, true],
  ['a text', { contains: 'Item 7' }, true],
  ['another text', { contains: 'Item 8' }, false],
  ['all of several texts', { contains: ['judge', 'ten'] }, true],
  ['not all of several texts', { contains: ['judge', 'twelve'] }, false],
  ['a text is no expression', { contains: 'Item .' }, false],
  ['an expression, over line breaks', { matches: '^You.*ten$' }, true],
  ['text and expression', { contains: 'judge', matches: '\\d{2}' }, false],
  ['in the system message', { contains: 'Item', where: 'system' }, false],
  ['in the last message', { matches: 'Item \\p{Nd}', where: 'last' }, true],
  ['only in another message', { contains: 'judge', where: 'last' }, false],
])('%s', (_name, rule, fits) => {
  expect(promptTest(rule)(messages)).toBe(fits);
});

test('a file of rules is taken as it is', () => {
  const rules: ScriptedRule[] = [
    { contains: ['a', 'b'], times: 2, error: { code: 'rate-limit', status: 429, retryAfterMs: 10 }, delayMs: 5 },
    { matches: '\\d', where: 'last', text: '{"verdict": "pass"}', finish: 'length', usage: null },
    {
      text: 'A',
      usage: { inputTokens: 3 },
      logprobs: [{ token: 'A', logprob: -0.1, top: [{ token: 'A', logprob: -0.1 }] }],
      menuProbabilities: { A: 0.9, B: 0.1 },
    },
  ];
  expect(parseScriptedRules(rules)).toEqual(rules);
});

test.each([
  ['not a list', {}, 'rules: expected array, got {} (object). Correct it.'],
  ['a misspelt key', [{ text: 'x', contain: 'y' }], 'got the unknown key "contain". Did you mean contains?'],
  ['a wrong type', [{}, { times: 'once' }], 'rules[1].times: expected number, got "once" (string). Correct it.'],
  ['an unknown code', [{ error: { code: 'broken' } }], 'rules[0].error.code: expected one of timeout, rate-limit'],
  [
    'a broken expression',
    [{ matches: '(' }],
    'rules[0].matches: expected a regular expression (flags su), got one that does not compile.',
  ],
])('a fault is told with its place: %s', (_name, value, message) => {
  expect(() => parseScriptedRules(value)).toThrow(message);
});

test.each([
  ['rate-limit', { retryable: true, charged: false, terminal: false }],
  ['timeout', { retryable: true, charged: true, terminal: false }],
  ['auth', { retryable: false, charged: false, terminal: true }],
  ['quota', { retryable: false, charged: false, terminal: true }],
  ['bad-request', { retryable: false, charged: false, terminal: false }],
] as const)('an error of code %s has its usual facts, unless told otherwise', (code, facts) => {
  expect(scriptedModelError('e:m', { code })).toMatchObject({ ...facts, code, message: `e:m: scripted ${code}` });
  expect(scriptedModelError('e:m', { code, retryable: false, charged: true, message: 'told' })).toMatchObject({
    ...facts,
    retryable: false,
    charged: true,
    message: 'e:m: told',
  });
});
