import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { keyAt, RecordFault, textAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

const questions = ['q1', 'q2', 'q3'] as const;

/** mFACE: summaries of news in many languages with people's mean scores. */
export const mface: Preset = {
  name: 'mface',
  summary: 'is all of a summary supported by its article? People’s mean scores, several languages',
  source: {
    title: 'mFACE human judgments',
    folder: 'mface',
    licence: { name: 'CC BY-NC-SA 4.0', light: 'non-commercial', note: 'As the articles of XL-Sum.' },
    terms: 'mFACE: licence CC BY-NC-SA 4.0 (no commercial use; what is made from it is to be shared under the same licence).',
    home: 'https://github.com/google-research/google-research/tree/master/mface',
    files: [],
  },
  languages: ['several; the column lang tells'],
  verdict: { kind: 'interval', min: 0, max: 1, better: 'higher' },
  goldBy: 'several people, their mean',
  handled: [
    unseenFiles,
    'It is one table, to be saved as CSV from the link on its page. The scale of the scores is not said there: 0 to 1 is assumed, and a score outside of it is refused, never cut.',
    'Gold is the mean of “is all of the information in the summary attributable to the article?” (attributable). map: { gold: comprehensible } or { gold: good } takes another question; lowest and highest scores are columns.',
    'The articles are groups. The system human is the reference summary.',
  ],
  columns: {
    comprehensible: 'mean of the first question',
    attributable: 'mean of the second',
    good: 'mean of the third',
    attributable_min: 'lowest score of the second',
    attributable_max: 'highest',
    split: 'the split of XL-Sum',
  },
  files: ['*.csv'],
  map: {
    id: 'id',
    input: { value: 'Summarise the article.' },
    context: 'article',
    output: 'summary',
    gold: 'attributable',
    language: 'language',
    group: 'document',
    system: 'system',
  },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const [comprehensible, attributable, good] = questions.map((question) =>
        numberAt(record[`${question}_avg`], `${question}_avg`),
      );
      return [
        {
          record: {
            id: keyAt(record, 'id'),
            document: keyAt(record, 'doc_id'),
            language: keyAt(record, 'lang'),
            split: keyAt(record, 'split'),
            article: textAt(record, 'input'),
            summary: textAt(record, 'summary'),
            system: keyAt(record, 'system'),
            comprehensible,
            attributable,
            good,
            attributable_min: numberAt(record['q2_min'], 'q2_min'),
            attributable_max: numberAt(record['q2_max'], 'q2_max'),
          },
        },
      ];
    }),
};

/** A number, or a cell that is one; null where the cell is empty. */
function numberAt(value: unknown, key: string): number | null {
  if (value === '' || value === null) return null;
  const number = typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/iu.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number') throw new RecordFault(key, 'a number', value);
  return number;
}
