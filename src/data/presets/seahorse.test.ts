import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

type Rating = {
  readonly lang?: string;
  readonly article?: string;
  readonly summary?: string;
  readonly answers: readonly string[];
};
const table = (ratings: readonly Rating[]): string =>
  [
    'gem_id\tworker_lang\tsummary\tmodel\tquestion1\tquestion2\tquestion3\tquestion4\tquestion5\tquestion6',
    ...ratings.map(({ lang = 'de', article = 'a-1', summary = 'Text.', answers }) =>
      [article, lang, `"${summary.replaceAll('"', '""')}"`, 'mt5', ...answers].join('\t'),
    ),
  ].join('\n');
const yes = ['Yes', 'Yes', 'No', 'Yes', 'Yes', 'Yes'];
const no = ['No', '', '', '', '', ''];

describe('seahorse', () => {
  it('decodes what is the inside of a JSON string', async () => {
    const { rows, bad } = await presetRows('seahorse', {
      'd.tsv': table([
        { summary: String.raw`Sch\u00f6n, \"gut\" \\ \ud83d\ude00`, answers: yes },
        { article: 'a-2', summary: 'a " b', answers: yes },
      ]),
    });
    expect(rows['de/a-1/mt5']?.item.output).toBe('Schön, "gut" \\ 😀');
    expect(bad).toEqual([expect.stringContaining('summary: expected the inside of a JSON string')]);
  });

  it('puts ratings of one summary together: more than half of those who answered, none where they are split', async () => {
    const file = table([
      { answers: yes },
      { article: 'a-2', answers: yes },
      { answers: no },
      { article: 'a-2', answers: no },
      { answers: yes },
      { article: 'a-3', answers: ['Unsure', '', '', '', '', ''] },
    ]);
    const recorded = ['ratings', 'rater1', 'rater2', 'rater3', 'grammar', 'repetition'];
    const { rows } = await presetRows('seahorse', { 'd.tsv': file }, { recorded });
    expect(
      Object.entries(rows).map(([id, { gold, item, group, system }]) => [
        id,
        gold,
        group,
        system,
        ...recorded.map((column) => item.recorded?.[column]),
      ]),
    ).toEqual([
      ['de/a-1/mt5', true, 'de/a-1', 'mt5', 3, true, false, true, false, true],
      ['de/a-2/mt5', undefined, 'de/a-2', 'mt5', 2, true, false, null, false, true],
      ['de/a-3/mt5', undefined, 'de/a-3', 'mt5', 1, null, null, null, null, null],
    ]);
    expect((await presetRows('seahorse-grammar', { 'd.tsv': file })).rows['de/a-1/mt5']?.gold).toBe(false);
    expect((await presetRows('seahorse-repetition', { 'd.tsv': file })).rows['de/a-1/mt5']?.gold).toBe(true);
  });

  it('seahorse-ratings: a row a rating; any question as gold', async () => {
    const file = table([{ answers: yes }, { answers: no }]);
    const { rows } = await presetRows('seahorse-ratings', { 'd.tsv': file }, { recorded: ['item'], map: { gold: 'grammar' } });
    expect(Object.entries(rows).map(([id, { gold, rater, item }]) => [id, gold, rater, item.recorded?.['item']])).toEqual([
      ['de/a-1/mt5/rater1', false, 'rater1', 'de/a-1/mt5'],
      ['de/a-1/mt5/rater2', undefined, 'rater2', 'de/a-1/mt5'],
    ]);
  });
});
