import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const categories = (...names: string[]): object => ({ categories: names.map((name) => ({ categoryName: name })) });
const row = (id: number, scores: readonly [string, string], more: object = {}): object => ({
  id,
  dataset: 'X',
  metadata: { context: 'Why?', output_correct: 'Right.', output_candidate: 'Wrong.' },
  latestLabel: {
    jsonResponse: {
      CLASSIFICATION_JOB: categories(scores[0]),
      CLASSIFICATION_JOB_1: categories(scores[1]),
      CLASSIFICATION_JOB_0: {
        categories: [
          { categoryName: 'Arithmetic', children: { TRANSCRIPTION_JOB_8: { text: ' It adds wrongly. ' } } },
          { categoryName: 'Veracity', children: { TRANSCRIPTION_JOB_9: { text: 'It is not so.' } } },
        ],
      },
      ...more,
    },
  },
});

it('shepherd: the candidate fails with its critiques, the right output passes, both in one group; mild faults have no gold', async () => {
  const set = [
    row(0, ['2 Not justified enough', '1 Irrelevant']),
    row(1, ['4 Mostly', '5 Answers'], { CLASSIFICATION_JOB_2: categories('Flagged') }),
    row(2, ['4 Mostly', '3 Some']),
  ];
  const { rows } = await presetRows('shepherd', { 's.jsonl': set }, { recorded: ['justified', 'relevant', 'flags', 'errors'] });
  expect(
    Object.entries(rows).map(([id, { gold, rationale, item }]) => [
      id,
      item.output,
      gold,
      rationale,
      Object.values(item.recorded ?? {}),
    ]),
  ).toEqual([
    ['0/candidate', 'Wrong.', false, 'It adds wrongly.\n\nIt is not so.', [2, 1, null, 'Arithmetic, Veracity']],
    ['0/correct', 'Right.', true, undefined, [null, null, null, null]],
    ['1/candidate', 'Wrong.', undefined, 'It adds wrongly.\n\nIt is not so.', [4, 5, 'Flagged', 'Arithmetic, Veracity']],
    ['1/correct', 'Right.', true, undefined, [null, null, null, null]],
    ['2/candidate', 'Wrong.', false, 'It adds wrongly.\n\nIt is not so.', [4, 3, null, 'Arithmetic, Veracity']],
    ['2/correct', 'Right.', true, undefined, [null, null, null, null]],
  ]);
  expect(new Set(Object.values(rows).map(({ group }) => group)).size).toBe(1);
});

it('shepherd: a score that is none is a bad row', async () => {
  const { bad } = await presetRows('shepherd', { 's.jsonl': [row(0, ['Not justified', '1 Irrelevant'])] });
  expect(bad).toEqual([expect.stringContaining('expected a name that begins with 1 to 5')]);
});
