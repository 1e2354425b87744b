import type { RawRecord } from '../formats/entry.ts';
import { convertRecords, type Outcome } from './convert-records.ts';
import type { Preset } from './preset.ts';
import type { PublicSource } from './public-source.ts';
import { pwsWinogradFiles } from './published-files.ts';
import { keyAt, textAt } from './record-cells.ts';

const source: PublicSource = {
  title: 'Parallel Winograd Schemas (PWS)',
  folder: 'pws_winograd',
  licence: { name: 'CC BY-SA 4.0', light: 'open', note: 'What is made from it is to be shared under the same licence.' },
  home: 'https://github.com/nytud/PWS',
  files: pwsWinogradFiles,
};

const languageOf: Readonly<Record<string, string>> = {
  en: 'en',
  hu: 'hu',
  fr: 'fr',
  por: 'pt',
  man: 'zh',
  jap: 'ja',
  rus: 'ru',
  por2: 'pt',
  jap2: 'ja',
};
const parts = ['sentence', 'snippet', 'answer1', 'answer2', 'correct_answer'] as const;

const shared: Pick<Preset, 'source' | 'verdict' | 'goldBy' | 'handled' | 'columns' | 'files' | 'format' | 'map'> = {
  source,
  verdict: { kind: 'preference', ties: false },
  goldBy: 'authors and translators',
  handled: [
    'A row holds every language in columns of its own: it becomes an item for each language that it is translated into.',
    'Cells are split at tabs alone: 55 rows have quotation marks that are characters.',
    'The right answer is compared with the two after trimming and in lower case; where it is spelt like neither, the item is left out and counted.',
    'An item that is translated in part is left out and counted.',
    'The two sentences of a schema are one group; a sentence in all languages is one parallel group.',
    'The Chinese has spaces between words; one or two sentences of French, Chinese and Japanese come twice.',
  ],
  columns: { variant: 'the suffix of the file’s columns', sentence: 'the sentence alone', snippet: 'what is asked of it' },
  files: ['pws.tsv'],
  format: 'tsv-unquoted',
  map: {
    id: 'id',
    input: 'input',
    outputA: 'answer1',
    outputB: 'answer2',
    gold: 'gold',
    language: 'language',
    group: 'group',
    parallel: 'parallel',
    fields: { sentence: 'sentence', snippet: 'snippet' },
  },
};

/** Winograd schemas in seven languages. */
export const pws: Preset = {
  ...shared,
  name: 'pws',
  summary: 'what a pronoun refers to: Winograd schemas in seven languages',
  items: 1858,
  languages: ['en', 'hu', 'fr', 'pt', 'zh', 'ja', 'ru'],
  records: (rows) => convertRecords(rows, (record) => itemsOf(record, ['en', 'hu', 'fr', 'por', 'man', 'jap', 'rus'])),
};

/** The Portuguese and Japanese variants with names of the country: the schemas of `pws` again, so kept apart. */
export const pwsLocalised: Preset = {
  ...shared,
  name: 'pws-localised',
  summary: 'the Portuguese and Japanese schemas of pws with names of the country',
  items: 287,
  languages: ['pt', 'ja'],
  records: (rows) => convertRecords(rows, (record) => itemsOf(record, ['por2', 'jap2'])),
};

function itemsOf(record: RawRecord, variants: readonly string[]): Outcome[] {
  const idx = keyAt(record, 'idx');
  const schema = keyAt(record, 'orig_id');
  return variants.flatMap((variant): Outcome[] => {
    const cells = parts.map((part) => textAt(record, `${part}_${variant}`));
    const [sentence, snippet, answer1, answer2, right] = cells as [string, string, string, string, string];
    const empty = cells.filter((cell) => cell.trim() === '').length;
    if (empty === cells.length) return [];
    if (empty > 0) return [{ leftOut: `${variant}: translated in part` }];
    const folded = [right, answer1, answer2].map((text) => text.trim().toLowerCase());
    const gold = folded[0] === folded[1] ? 'A' : folded[0] === folded[2] ? 'B' : undefined;
    if (gold === undefined) return [{ leftOut: `${variant}: the right answer is spelt like neither of the two` }];
    return [
      {
        record: {
          id: `${variant}/${idx}`,
          input: `${sentence}\n\nWho or what does this refer to: ${snippet}`,
          sentence,
          snippet,
          answer1,
          answer2,
          gold,
          language: languageOf[variant],
          variant,
          group: schema,
          parallel: idx,
        },
      },
    ];
  });
}
