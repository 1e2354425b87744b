import type { RawRecord } from '../formats/entry.ts';
import { choiceRecord } from './choice-record.ts';
import { convertRecords, type Outcome } from './convert-records.ts';
import { copaQuestion } from './copa-questions.ts';
import { copaRecord } from './copa.ts';
import type { Preset } from './preset.ts';
import { xcopaFiles } from './published-files.ts';
import { oneOfAt, RecordFault, textAt, wholeAt } from './record-cells.ts';

/** XCOPA: of two alternatives, which is the cause or effect of a premise, in eleven languages. */
export const xcopa: Preset = {
  name: 'xcopa',
  summary: 'which of two alternatives is the cause or effect of a premise, in eleven languages',
  source: {
    title: 'XCOPA',
    folder: 'xcopa',
    licence: { name: 'CC BY 4.0', light: 'open' },
    home: 'https://github.com/cambridgeltl/xcopa',
    files: xcopaFiles,
  },
  items: 6600,
  languages: ['et', 'ht', 'id', 'it', 'qu', 'sw', 'ta', 'th', 'tr', 'vi', 'zh'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'experts',
  handled: [
    'The field question is wrong in 465 rows of five languages (every Thai row says effect; some Turkish, Swahili, Indonesian and Italian ones): it is taken from English COPA, whose item 401 + idx is val and 501 + idx is test. The column question_as_published keeps the file’s own.',
    'Files of data-gmt are the items translated into English by machine: language en, column translated_from, and no parallel group.',
    'idx begins at 0 in every file: the id is language, split and idx.',
    'The same item in several languages is one group and one parallel group; COPA’s XML may be named among the files and gives the English of it.',
    'One Swahili test row of data-gmt has two candidates that are the same: it is left out.',
  ],
  columns: {
    split: 'val or test',
    question: 'cause or effect',
    premise: 'the premise alone',
    translated_from: 'the language that data-gmt was translated from',
    question_as_published: 'the field question of the file',
  },
  files: ['data/*/*.jsonl'],
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
  records: (rows, file) =>
    convertRecords(rows, (record) => (Object.hasOwn(record, 'asks-for') ? copaRecord(record) : xcopaRecord(record, file))),
};

function xcopaRecord(record: RawRecord, file: string): readonly Outcome[] {
  const place = /(?:^|[/\\])(val|test)\.([a-z]{2,3})\.jsonl(?:\.gz)?$/u.exec(file);
  if (place === null) throw new RecordFault('files', 'a file named as XCOPA names them, as test.th.jsonl', file);
  const [, split, source] = place as unknown as [string, 'val' | 'test', string];
  const translated = /(?:^|[/\\])data-gmt[/\\]/u.test(file);
  const idx = wholeAt(record, 'idx', [0, split === 'val' ? 99 : 499]);
  const item = `${split}/${idx}`;
  return [
    choiceRecord({
      id: translated ? `gmt-${source}/${item}` : `${source}/${item}`,
      split,
      language: translated ? 'en' : source,
      question: copaQuestion(split, idx),
      premise: textAt(record, 'premise'),
      choice1: textAt(record, 'choice1'),
      choice2: textAt(record, 'choice2'),
      gold: wholeAt(record, 'label', [0, 1]) === 0 ? 'A' : 'B',
      group: item,
      parallel: translated ? null : item,
      translated_from: translated ? source : null,
      question_as_published: oneOfAt(record, 'question', ['cause', 'effect']),
    }),
  ];
}
