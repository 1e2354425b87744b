import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { answerStart, withoutReasoning } from './reasoning.ts';

/** The answer of a reply; `undefined` where its reasoning never ends. */
function answerOf(text: string): string | undefined {
  const start = answerStart(text);
  return start === undefined ? undefined : text.slice(start);
}

test.each([
  ['score 4', 'score 4'],
  ['<think>score 1 … </think> score 4', 'score 4'],
  ['\u{FEFF}\n <THINK>a</THINK>\n\nb', 'b'],
  ['<thinking>a</thinking>b', 'b'],
  ['<reasoning effort="low">a</reasoning>b', 'b'],
  ['<think></think><think>again</think>b', 'b'],
  ['[THINK]a[/THINK]b', 'b'],
  ['◁think▷a◁/think▷b', 'b'],
  ['<|START_THINKING|>a<|END_THINKING|>b', 'b'],
  ['<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>analysis<|message|>b<|channel|>final<|message|>c', 'c'],
  // The reasoning quotes what it judges.
  ['<think>It says <think>A</think>B. Score 1?</think> score 4', 'score 4'],
  ['<think>It says "<think>". Score 1?\n</think>\n\nscore 4', 'score 4'],
  ['<think>It says "</think>". Score 1?\n</think>\n\nscore 4', 'score 4'],
  // The begin stood in the prompt.
  ['score 1? No.\n</think>\n\nscore 4', 'score 4'],
  ['score 1? No.</think>\nscore 4', 'score 4'],
])('%j answers %j', (text, answer) => {
  expect(answerOf(text)).toBe(answer);
});

test.each([
  'The output holds <think>A</think>B: score 4',
  'It says </think> in the middle: score 4',
  '{"reason": "it says\n</think>\n", "verdict": 4}',
  '<thinker>a</thinker>',
  '<th',
  'a < b',
])('in %j nothing is reasoning', (text) => {
  expect(answerOf(text)).toBe(text);
});

test.each([
  '<think>score 1',
  '<think>',
  '<reasoning>a</think>b',
  '<think>It says <think>A</think>B. Score 1',
  '<|channel|>analysis<|message|>score 1',
  '<think>a</think><think>score 1',
])('in %j the reasoning never ends', (text) => {
  expect(answerOf(text)).toBeUndefined();
});

test('never throws, and gives an index into the text', () => {
  const part = fc.constantFrom(
    '<think>',
    '</think>',
    '[THINK]',
    '[/THINK]',
    '<|channel|>final<|message|>',
    '\n',
    ' ',
    '{',
    'score 1',
    '"',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        const start = answerStart(text) ?? 0;
        expect(start).toBeGreaterThanOrEqual(0);
        expect(start).toBeLessThanOrEqual(text.length);
      },
    ),
  );
});

test.each([
  ['<think>A</think>B', 'B'],
  ['<think>A', ''],
  [' B <think>A</think>', ' B <think>A</think>'],
  ['<analysis>A</analysis>B', '<analysis>A</analysis>B'],
  ['', ''],
])('of the judged text %j the judge sees %j', (text, seen) => {
  expect(withoutReasoning(text)).toBe(seen);
});
