import { expect, it } from 'vitest';
import { openDataset } from '../dataset.ts';
import { scan } from '../scan.ts';
import { collected, scratchFolder } from '../scratch-folder.ts';
import { presetRows } from './preset-rows.fixture.ts';

const variants = ['en', 'hu', 'fr', 'por', 'por2', 'man', 'jap', 'jap2', 'rus'];
const parts = ['sentence', 'snippet', 'answer1', 'answer2', 'correct_answer'];

function table(rows: readonly Readonly<Record<string, string>>[]): string {
  const names = ['idx', 'orig_id', ...parts.flatMap((part) => variants.map((variant) => `${part}_${variant}`)), 'comment_en'];
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))].map((cells) => cells.join('\t')).join('\n');
}
const cells = (variant: string, given: readonly string[]): Record<string, string> =>
  Object.fromEntries(given.map((cell, index) => [`${parts[index]}_${variant}`, cell]));

const rows = [
  {
    idx: '0',
    orig_id: '1',
    ...cells('en', ['It said "no', 'it said no', 'The dog', 'the cat', ' the Cat ']),
    ...cells('por', ['Disse', 'disse', 'O cão', 'o gato', 'o cão']),
    ...cells('por2', ['Disse Rex', 'disse', 'Rex', 'Mia', 'Rex']),
    ...cells('fr', ['Il dit', 'il dit', 'Le chien', 'le chat', 'le chat noir']),
    ...cells('rus', ['Он', '', 'пёс', 'кот', 'кот']),
  },
  {
    idx: '1',
    orig_id: '1',
    ...cells('en', ['It sat', 'it sat', 'The dog', 'the cat', 'The dog']),
    ...cells('jap2', ['座った', '誰', '犬', '猫', '犬']),
  },
];

it('pws: an item a language; quotation marks are characters, spelling is folded, what does not match or is half translated is left out', async () => {
  const result = await presetRows('pws', { 'pws.tsv': table(rows) }, { recorded: ['variant'] });
  expect(
    Object.fromEntries(
      Object.entries(result.rows).map(([id, { item, gold, group }]) => [id, [item.language, gold, group, item.parallelGroup]]),
    ),
  ).toEqual({
    'en/0': ['en', 'B', '1', '0'],
    'por/0': ['pt', 'A', '1', '0'],
    'en/1': ['en', 'A', '1', '1'],
  });
  expect(result.rows['en/0']?.item).toMatchObject({
    input: 'It said "no\n\nWho or what does this refer to: it said no',
    fields: { sentence: 'It said "no' },
  });
  expect([result.leftOut, result.bad]).toEqual([
    ['2: fr: the right answer is spelt like neither of the two', '2: rus: translated in part'],
    [],
  ]);
});

it('pws-localised: the variants alone', async () => {
  const { rows: localised } = await presetRows('pws-localised', { 'pws.tsv': table(rows) });
  expect(Object.entries(localised).map(([id, { item }]) => [id, item.language])).toEqual([
    ['por2/0', 'pt'],
    ['jap2/1', 'ja'],
  ]);
});

it('pws: a scan counts what is left out, by its reason, and does not take it for bad rows', async () => {
  const scratch = await scratchFolder();
  await scratch.put('pws.tsv', table(rows));
  const set = await scan(await openDataset({ files: 'pws.tsv', preset: 'pws' }, { name: 'pws', base: scratch.path }), {
    onBadRow: 'fail',
  });
  expect([set.index.count, set.skipped, set.filtered, set.leftOut]).toEqual([
    3,
    0,
    2,
    { 'fr: the right answer is spelt like neither of the two': 1, 'rus: translated in part': 1 },
  ]);
  expect((await collected(set.rows())).map(({ item }) => item.id)).toEqual(['en/0', 'por/0', 'en/1']);
  await set.close();
  await scratch.remove();
});
