import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

it('wino-x: translations (mt) and fillers (lm), by the columns; twins are one group, languages parallel', async () => {
  const mt = { sentence: 'The cup is too big for the box.', translation1: 'Er', translation2: 'Sie', answer: 2 };
  const lm = {
    sentence: 'The cup is too big for the box.',
    context_fr: 'Car _ est grande.',
    option1_fr: 'la boîte',
    option2_fr: 'la tasse',
    answer: '1',
  };
  const { rows, bad } = await presetRows('wino-x', {
    'data/mt/en_de_test.jsonl': [
      { qID: 'X-1', ...mt },
      { qID: 'X-2', ...mt, answer: 3 },
    ],
    'data/lm/en_fr_test.jsonl': [{ qID: 'X-2', ...lm }],
    'open_de_test.jsonl': [{ qID: 'X-3', ...mt }],
  });
  expect(rows['mt/de/X-1']).toMatchObject({
    gold: 'B',
    group: 'X',
    item: {
      language: 'de',
      parallelGroup: 'mt/X-1',
      input: 'Translate this English sentence into German:\n\nThe cup is too big for the box.',
      outputA: 'Er',
      outputB: 'Sie',
    },
  });
  expect(rows['lm/fr/X-2']).toMatchObject({
    gold: 'A',
    group: 'X',
    item: {
      language: 'fr',
      parallelGroup: 'lm/X-2',
      input: 'What belongs in the gap (_)?\n\nCar _ est grande.',
      outputA: 'la boîte',
    },
  });
  expect(bad).toEqual([
    expect.stringContaining('2: answer: expected a whole number from 1 to 2, got 3'),
    expect.stringContaining('1: files: expected a file named by its languages'),
  ]);
});
