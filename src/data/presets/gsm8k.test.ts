import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const solution = (is_correct: boolean, text = 'so 2+2=<<2+2=4>>4\nA: 4'): object => ({ is_correct, solution: text });
const row = (question: string, right: readonly boolean[], cut?: string): object => ({
  question,
  ground_truth: 'It is 2+2=<<2+2=4>>4\nA: 4',
  '6b_finetuning': solution(right[0] as boolean, cut),
  '6b_verification': solution(right[1] as boolean),
  '175b_finetuning': solution(right[2] as boolean),
  '175b_verification': solution(right[3] as boolean),
});

it('gsm8k: four items a problem, in one group, without calculator marks, also one that is never closed', async () => {
  const { rows } = await presetRows('gsm8k', {
    's.jsonl': [row('How many?', [true, false, false, true], 'is $<<41.4+8.29= marbles')],
  });
  expect(
    Object.values(rows).map(({ item, gold, group, system }) => [item.id, item.output, item.reference, gold, group, system]),
  ).toEqual([
    ['1/6b_finetuning', 'is $ marbles', 'It is 2+2=4\nA: 4', true, '1', '6b_finetuning'],
    ['1/6b_verification', 'so 2+2=4\nA: 4', 'It is 2+2=4\nA: 4', false, '1', '6b_verification'],
    ['1/175b_finetuning', 'so 2+2=4\nA: 4', 'It is 2+2=4\nA: 4', false, '1', '175b_finetuning'],
    ['1/175b_verification', 'so 2+2=4\nA: 4', 'It is 2+2=4\nA: 4', true, '1', '175b_verification'],
  ]);
});

it('gsm8k-pairs: a right one beside a wrong one; no pair where there is none, and said', async () => {
  const problems = [
    row('One?', [true, false, false, false]),
    row('All?', [true, true, true, true]),
    row('None?', [false, false, false, false]),
  ];
  const { rows, leftOut } = await presetRows('gsm8k-pairs', { 's.jsonl': problems }, { recorded: ['solver_a', 'solver_b'] });
  expect(Object.keys(rows)).toEqual(['1']);
  const { gold, item } = rows['1'] as (typeof rows)[string];
  expect(item.recorded?.[gold === 'A' ? 'solver_a' : 'solver_b']).toBe('6b_finetuning');
  expect(leftOut).toEqual([
    '2: its four solutions are all right, or all wrong',
    '3: its four solutions are all right, or all wrong',
  ]);
});

it('gsm8k: the test file without solutions is no file of it', async () => {
  const { bad } = await presetRows('gsm8k', { 'test.jsonl': [{ question: 'How many?', answer: '4\n#### 4' }] });
  expect(bad).toEqual(['1: 6b_finetuning: expected an object, got nothing. Is this the file that the preset reads?']);
});
