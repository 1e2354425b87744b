import type { RawRecord } from '../formats/entry.ts';
import { shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import { languageName } from './language-name.ts';
import type { Preset } from './preset.ts';
import { keyAt, RecordFault, textAt, textOrNull } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

/** LitEval-Corpus: literary translations by people and machines with people's ratings. */
export const liteval: Preset = {
  name: 'liteval',
  summary: 'how good is a literary translation? German, English and Chinese, people’s ratings',
  source: {
    title: 'LitEval-Corpus',
    folder: 'liteval',
    licence: { name: 'academic use, by agreement', light: 'ask' },
    terms:
      'LitEval-Corpus: for academic purposes alone; its authors give the full texts after a form in which one agrees to their conditions.',
    home: 'https://github.com/zhangr2021/LitMT_eval',
    files: [],
  },
  languages: ['en', 'de', 'zh'],
  verdict: { kind: 'interval', min: 0, max: 6, better: 'higher' },
  goldBy: 'students or translators, by file',
  handled: [
    unseenFiles,
    'Tables for each pair of languages with source, tgt and rating; a comma or a semicolon between cells. The pair is the column pair, or the file’s name.',
    'The scale of the rating is taken to be 0 to 6; a rating outside of it is refused, never cut.',
    'The public metric_df.csv has texts cut to 20 characters: it is refused, since a judge could not read them.',
    'The language of an item is that of the translation; source paragraphs are groups.',
  ],
  columns: { pair: 'as de-en', source: 'the source text alone' },
  files: ['*.csv'],
  map: {
    id: 'id',
    input: 'input',
    output: 'translation',
    gold: 'gold',
    language: 'language',
    group: 'group',
    system: 'system',
    fields: { source: 'source', pair: 'pair' },
  },
  records: (rows, file) =>
    convertRecords(rows, (record, ordinal) => {
      if (Object.hasOwn(record, 'source_'))
        throw new RecordFault('source', 'whole texts', 'texts cut to 20 characters (source_, tgt_)');
      const pair = textOrNull(record, 'pair') ?? /(?<![a-z])([a-z]{2}-[a-z]{2})(?![a-z])[^/\\]*$/u.exec(file)?.[1] ?? '';
      const [, from, to] = /^([a-z]{2})-([a-z]{2})$/u.exec(pair) ?? [];
      if (from === undefined || to === undefined)
        throw new RecordFault('pair', 'two languages, as de-en, in the column or in the file’s name', pair);
      const source = textAt(record, 'source');
      return [
        {
          record: {
            id: `${pair}/${shortHash(`${source}\n${textAt(record, 'tgt')}`)}/${ordinal + 1}`,
            input: `Translate this ${languageName(from)} text into ${languageName(to)}:\n\n${source}`,
            source,
            pair,
            translation: textAt(record, 'tgt'),
            gold: ratingAt(record),
            language: to,
            group: shortHash(source),
            system: textOrNull(record, 'model') ?? textOrNull(record, 'model_id'),
          },
        },
      ];
    }),
};

function ratingAt(record: RawRecord): number | null {
  if (record['rating'] === '' || record['rating'] === null) return null;
  const rating = Number(keyAt(record, 'rating').trim());
  if (Number.isNaN(rating)) throw new RecordFault('rating', 'a number', record['rating']);
  return rating;
}
