import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const talk = (...texts: string[]): object[] =>
  texts.map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }));
const row = (winner: unknown, more: object = {}): object => ({
  model_a: 'm1',
  model_b: 'm2',
  winner,
  turn: 1,
  languages: ['German'],
  messages_a: talk('Was?', 'Dies [1].'),
  messages_b: talk('Was?', 'Das.'),
  ...more,
});

it('search-arena: votes to sides, both kinds of tie to one, none to no gold; talk of several turns whole', async () => {
  const longer = {
    messages_a: talk('Was?', 'Dies.', 'Wo?', 'Hier.'),
    messages_b: talk('Was?', 'Das.', 'Und?', 'Da.'),
    languages: ['German', 'English'],
  };
  const { rows, bad } = await presetRows(
    'search-arena',
    {
      'x.jsonl': [
        row('model_b'),
        row('tie (bothbad)'),
        row(null),
        row('model_a', longer),
        row('model_c'),
        row('tie', { messages_b: talk('Was?') }),
      ],
    },
    { recorded: ['vote', 'turn', 'model_a'] },
  );
  expect(
    Object.entries(rows).map(([id, { item, gold }]) => [
      id,
      item.language,
      item.input,
      item.outputA,
      gold,
      Object.values(item.recorded ?? {}),
    ]),
  ).toEqual([
    ['1', 'de', 'Was?', 'Dies [1].', 'B', ['model_b', 1, 'm1']],
    ['2', 'de', 'Was?', 'Dies [1].', 'tie', ['tie (bothbad)', 1, 'm1']],
    ['3', 'de', 'Was?', 'Dies [1].', undefined, [null, 1, 'm1']],
    ['4', undefined, 'Was?', 'Assistant: Dies.\n\nUser: Wo?\n\nAssistant: Hier.', 'A', ['model_a', 2, 'm1']],
  ]);
  expect(bad).toEqual([
    expect.stringContaining('5: winner: expected one of model_a, model_b, tie, tie (bothbad), or nothing, got "model_c"'),
    expect.stringContaining('6: messages_b: expected a question and an answer'),
  ]);
});
