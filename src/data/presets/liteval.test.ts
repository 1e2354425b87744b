import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

it('liteval: the pair from the column or the file; semicolons or commas; cut texts refused', async () => {
  const { rows, bad } = await presetRows('liteval', {
    'de-en.csv': 'source;tgt;rating;model\nEr kam.;He came.;5;m1\nEr kam.;Came he.;;m2\nEr kam.;Come.;good;m2\n',
    'all.csv': 'source,tgt,rating,pair\nHe came.,他来了。,3.5,en-zh\n',
    'metric_df.csv': 'source_,tgt_,mqm_score,pair\nEr kam,He came,-1,de-en\n',
    'some.csv': 'source,tgt,rating\nEr kam.,He came.,5\n',
  });
  expect(
    Object.values(rows).map(({ item, gold, system }) => [
      item.language,
      item.input,
      item.output,
      item.fields['pair'],
      gold,
      system,
    ]),
  ).toEqual([
    ['en', 'Translate this German text into English:\n\nEr kam.', 'He came.', 'de-en', 5, 'm1'],
    ['en', 'Translate this German text into English:\n\nEr kam.', 'Came he.', 'de-en', undefined, 'm2'],
    ['zh', 'Translate this English text into Chinese:\n\nHe came.', '他来了。', 'en-zh', 3.5, undefined],
  ]);
  expect(bad).toEqual([
    expect.stringContaining('4: rating: expected a number, got "good"'),
    expect.stringContaining('source: expected whole texts'),
    expect.stringContaining('pair: expected two languages'),
  ]);
});
