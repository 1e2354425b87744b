import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const cells = ['s1', 'One.', 'Two.', 'Three.', 'Four.', 'End.', 'Other.', '2'];

it('xstorycloze: either naming of columns; language and split from the name or the folder', async () => {
  const table = [
    'InputStoryid',
    'InputSentence1',
    'InputSentence2',
    'InputSentence3',
    'InputSentence4',
    'RandomFifthSentenceQuiz1',
    'RandomFifthSentenceQuiz2',
    'AnswerRightEnding',
  ].join('\t');
  const hub = {
    story_id: 's1',
    input_sentence_1: 'One.',
    input_sentence_2: 'Two.',
    input_sentence_3: 'Three.',
    input_sentence_4: 'Four.',
    sentence_quiz1: 'End.',
    sentence_quiz2: 'Other.',
    answer_right_ending: 1,
  };
  const { rows, bad } = await presetRows(
    'xstorycloze',
    {
      'spring2016.val.ru.tsv.split_20_80_eval.tsv': `${table}\n${cells.join('\t')}\n`,
      'sw/train-0.jsonl': [hub],
      'stories.jsonl': [hub],
    },
    { recorded: ['split'] },
  );
  expect(
    Object.entries(rows).map(([id, { item, gold, group }]) => [
      id,
      item.input,
      item.outputA,
      gold,
      group,
      item.parallelGroup,
      item.recorded?.['split'],
    ]),
  ).toEqual([
    ['ru/s1', 'Which sentence ends this story?\n\nOne. Two. Three. Four.', 'End.', 'B', 's1', 's1', 'eval'],
    ['sw/s1', 'Which sentence ends this story?\n\nOne. Two. Three. Four.', 'End.', 'A', 's1', 's1', 'train'],
  ]);
  expect(bad).toEqual([expect.stringContaining('files: expected a file named by its language')]);
});
