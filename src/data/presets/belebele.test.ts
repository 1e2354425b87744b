import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const row = (dialect: string, right: unknown): object => ({
  link: 'http://x/a',
  question_number: 2,
  flores_passage: 'Passage.',
  question: 'Which?',
  mc_answer1: 'one',
  mc_answer2: 'two',
  mc_answer3: 'three',
  mc_answer4: 'four',
  correct_answer_num: right,
  dialect,
  ds: '2023-05-03',
});

describe('belebele', () => {
  it('makes four items of a question, one right, parallel in its languages', async () => {
    const { rows } = await presetRows('belebele', { 'a.jsonl': [row('deu_Latn', '3')], 'b.jsonl': [row('hin_Deva', '3')] });
    expect(
      Object.values(rows)
        .map(({ item, gold, group }) => [item.id, item.language, item.output, gold, group, item.parallelGroup])
        .slice(1, 3),
    ).toEqual([
      ['deu_Latn/http://x/a#2/B', 'de-Latn', 'two', false, 'http://x/a#2', 'http://x/a#2/B'],
      ['deu_Latn/http://x/a#2/C', 'de-Latn', 'three', true, 'http://x/a#2', 'http://x/a#2/C'],
    ]);
    expect(rows['hin_Deva/http://x/a#2/C']?.item).toMatchObject({
      language: 'hi-Deva',
      context: 'Passage.',
      parallelGroup: 'http://x/a#2/C',
    });
  });

  it('belebele-choice: one item, the answers under the question', async () => {
    const { rows, bad } = await presetRows('belebele-choice', { 'a.jsonl': [row('deu_Latn', '3'), row('deu_Latn', '5')] });
    expect(rows['deu_Latn/http://x/a#2']).toMatchObject({
      gold: 'C',
      item: { input: 'Which?\n\nA. one\nB. two\nC. three\nD. four', fields: { options: 'A. one\nB. two\nC. three\nD. four' } },
    });
    expect(bad).toEqual([expect.stringContaining('correct_answer_num: expected a whole number from 1 to 4')]);
  });
});

describe('mmlu-prox', () => {
  const question = (more: object = {}): object => ({
    question_id: 7,
    question: 'Which?',
    option_0: 'one',
    option_1: null,
    option_2: 'N/A',
    option_3: 'four',
    option_4: '',
    answer: 'D',
    answer_index: 3,
    category: 'law',
    ...more,
  });

  it('takes the language from the folder, passes over options that are none, and keeps the letters of the others', async () => {
    const { rows } = await presetRows('mmlu-prox', { 'de/test-0.jsonl': [question()] }, { recorded: ['category', 'split'] });
    expect(Object.values(rows).map(({ item, gold }) => [item.id, item.language, item.output, gold, item.recorded])).toEqual([
      ['de/7/A', 'de', 'one', false, { category: 'law', split: 'test' }],
      ['de/7/D', 'de', 'four', true, { category: 'law', split: 'test' }],
    ]);
    const choice = await presetRows('mmlu-prox-choice', { 'de/validation-0.jsonl': [question()] }, { recorded: ['split'] });
    expect(choice.rows['de/7']).toMatchObject({
      gold: 'D',
      item: { input: 'Which?\n\nA. one\nD. four', parallelGroup: '7', recorded: { split: 'validation' } },
    });
  });

  it('tells a right answer that is no option, and a file without a language', async () => {
    const { bad } = await presetRows('mmlu-prox', {
      'de/test-0.jsonl': [question({ answer_index: 1 })],
      'test-0.jsonl': [question()],
    });
    expect(bad).toEqual([
      expect.stringContaining('answer_index: expected the index of an option that is there'),
      expect.stringContaining('files: expected a file in a folder named by its language'),
    ]);
  });
});
