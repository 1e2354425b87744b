import type { RawRecord } from '../formats/entry.ts';
import { choiceRecord } from './choice-record.ts';
import { convertRecords, type Outcome } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { copaEnFiles } from './published-files.ts';
import { oneOfAt, textAt, wholeAt } from './record-cells.ts';

/** COPA, the English original of XCOPA. */
export const copa: Preset = {
  name: 'copa',
  summary: 'which of two alternatives is the cause or effect of a premise, in English',
  source: {
    title: 'COPA',
    folder: 'copa_en',
    licence: {
      name: 'none found',
      light: 'none found',
      note: 'The repository has no licence. The authors’ own page is known to say BSD 2-Clause; that was not checked. Use it for evaluation only, and pass it on in nothing.',
    },
    home: 'https://github.com/drwiner/COPA',
    files: copaEnFiles,
  },
  items: 1000,
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'authors',
  handled: [
    'XML that names a document type which is not there: it is never fetched, and no entity but XML’s own is known.',
    'Items 401 to 500 are XCOPA’s val, 501 to 1000 its test, with the same groups and parallel groups; items 1 to 400 are called train.',
  ],
  columns: { split: 'train, val or test', question: 'cause or effect', premise: 'the premise alone' },
  files: ['*.xml'],
  map: {
    id: 'id',
    input: 'input',
    outputA: 'choice1',
    outputB: 'choice2',
    gold: 'gold',
    language: 'language',
    group: 'group',
    parallel: 'parallel',
    fields: { question: 'question', premise: 'premise' },
  },
  records: (rows) => convertRecords(rows, copaRecord),
};

/** The record of an `item` element of COPA's XML. */
export function copaRecord(record: RawRecord): readonly Outcome[] {
  const id = wholeAt(record, 'id', [1, 1000]);
  const split = id <= 400 ? 'train' : id <= 500 ? 'val' : 'test';
  const item = split === 'train' ? `train/${id}` : `${split}/${id - (split === 'val' ? 401 : 501)}`;
  const question = oneOfAt(record, 'asks-for', ['cause', 'effect']);
  return [
    choiceRecord({
      id: `en/${item}`,
      split,
      language: 'en',
      question,
      premise: textAt(record, 'p'),
      choice1: textAt(record, 'a1'),
      choice2: textAt(record, 'a2'),
      gold: wholeAt(record, 'most-plausible-alternative', [1, 2]) === 1 ? 'A' : 'B',
      group: item,
      parallel: item,
      translated_from: null,
      question_as_published: question,
    }),
  ];
}
