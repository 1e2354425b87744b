import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const row = (idx: number, votes: readonly number[], more: object = {}): object => ({
  idx,
  motivation_app: 'App',
  cmp_key: 'a-model_b-model',
  instruction: 'Do.',
  input: '',
  response1: 'one',
  response2: 'two',
  annotator1: votes[0],
  annotator2: votes[1],
  annotator3: votes[2],
  ...more,
});

it('pandalm: votes to A, B and tie with their majority; booleans to words; an empty response stays one', async () => {
  const set = [
    row(0, [2, 2, 0]),
    row(1, [0, 1, 0], { response1: true, response2: false, input: 'That.' }),
    row(2, [1, 1, 1], { response1: '' }),
    row(3, [1, 2, 0]),
  ];
  const { rows } = await presetRows('pandalm', { 't.json': JSON.stringify(set) }, { recorded: ['rater1', 'rater2', 'rater3'] });
  expect(
    Object.values(rows).map(({ item, gold }) => [
      item.id,
      item.input,
      item.outputA,
      item.outputB,
      gold,
      Object.values(item.recorded ?? {}),
    ]),
  ).toEqual([
    ['0', 'Do.', 'one', 'two', 'B', ['B', 'B', 'tie']],
    ['1', 'Do.\n\nThat.', 'true', 'false', 'tie', ['tie', 'A', 'tie']],
    ['2', 'Do.', '', 'two', 'A', ['A', 'A', 'A']],
    ['3', 'Do.', 'one', 'two', undefined, ['A', 'B', 'tie']],
  ]);
  expect([rows['0']?.group === rows['2']?.group, rows['0']?.group === rows['1']?.group]).toEqual([true, false]);
});

it('pandalm-ratings: a row a vote', async () => {
  const { rows } = await presetRows('pandalm-ratings', { 't.json': JSON.stringify([row(5, [2, 1, 0])]) }, { recorded: ['item'] });
  expect(Object.entries(rows).map(([id, { gold, rater, item }]) => [id, gold, rater, item.recorded?.['item']])).toEqual([
    ['5/rater1', 'B', 'rater1', '5'],
    ['5/rater2', 'A', 'rater2', '5'],
    ['5/rater3', 'tie', 'rater3', '5'],
  ]);
});

it('pandalm: a vote or a response that is none is a bad row', async () => {
  const { bad } = await presetRows('pandalm', {
    't.json': JSON.stringify([row(0, [3, 1, 1]), row(1, [1, 1, 1], { response1: null })]),
  });
  expect(bad).toEqual([
    expect.stringContaining('annotator1: expected a whole number from 0 to 2'),
    expect.stringContaining('response1: expected a text, got null'),
  ]);
});
