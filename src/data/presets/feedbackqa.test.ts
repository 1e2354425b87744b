import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const row = (passage_id: number, rating: readonly string[], feedback: readonly string[] = ['Because.', '']): object => ({
  question: 'What?',
  passage: { passage_id, reference: { page_title: 'T', section_content: `Passage ${passage_id}.` } },
  rating,
  feedback,
});
const set = [
  row(1, ['Excellent', 'Acceptable']),
  row(2, ['Bad', 'Acceptable']),
  row(3, ['Could be Improved', 'Bad'], ['No.', 'Nor this.']),
];

it('feedbackqa: gold where both agree; ids of question and passage; reasons together', async () => {
  const { rows } = await presetRows(
    'feedbackqa',
    { 'feedback_valid.json': JSON.stringify(set) },
    { recorded: ['rating1', 'rater1', 'rater2'] },
  );
  expect(
    Object.values(rows).map(({ item, gold, rationale }) => [
      item.id.split('/')[1],
      item.output,
      gold,
      rationale,
      Object.values(item.recorded ?? {}),
    ]),
  ).toEqual([
    ['1', 'Passage 1.', true, 'Because.', ['Excellent', true, true]],
    ['2', 'Passage 2.', undefined, 'Because.', ['Bad', false, true]],
    ['3', 'Passage 3.', false, 'No.\n\nNor this.', ['Could be Improved', false, false]],
  ]);
  expect(new Set(Object.values(rows).map(({ group }) => group)).size).toBe(1);
});

it('feedbackqa-ratings: a row a rating with its own reason; the words for an ordinal judge', async () => {
  const { rows } = await presetRows(
    'feedbackqa-ratings',
    { 'feedback_valid.json': JSON.stringify(set.slice(0, 1)) },
    { map: { gold: 'rating' } },
  );
  expect(Object.values(rows).map(({ gold, rater, rationale }) => [gold, rater, rationale])).toEqual([
    ['Excellent', 'rater1', 'Because.'],
    ['Acceptable', 'rater2', undefined],
  ]);
});

it('feedbackqa: a rating that is none is a bad row', async () => {
  const { bad } = await presetRows('feedbackqa', { 'feedback_valid.json': JSON.stringify([row(1, ['Great', 'Bad'])]) });
  expect(bad).toEqual([
    expect.stringContaining('rating: expected one of Bad, Could be Improved, Acceptable, Excellent, got "Great"'),
  ]);
});
