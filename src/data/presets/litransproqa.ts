import type { RawRecord } from '../formats/entry.ts';
import { shortHash } from './candidate-sides.ts';
import { convertGroups } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { litransproqaFiles } from './published-files.ts';
import { keyAt, oneOfAt, RecordFault, textAt } from './record-cells.ts';
import { languageName } from './language-name.ts';

/** Literary translations into English in pairs. */
export const litransproqa: Preset = {
  name: 'litransproqa',
  summary: 'which of two literary translations is better? Careful: the human one wins every one of its pairs',
  source: {
    title: 'LiTransProQA, PAR3 pairs',
    folder: 'litransproqa',
    licence: { name: 'MIT', light: 'open', note: 'Said in its README.' },
    home: 'https://github.com/zhangr2021/TransProQA',
    files: litransproqaFiles,
  },
  items: 372,
  languages: ['de', 'fr', 'ru'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'people',
  handled: [
    'The human translation wins all 223 pairs it is in (127 against Google, 96 against GPT-3): telling man from machine is enough there. filter: { machines_only: true } keeps the 149 pairs of two machines.',
    'A pair is two rows that share an ID: they are put together, by position.',
    'Cells have quotation marks, line breaks and page marks such as {788}: texts are left as they are.',
    'There is no split; the 150 source paragraphs are groups. The language of an item is that of the source.',
  ],
  columns: {
    pairing: 'the two makers: gt, gpt3, human',
    machines_only: 'no human translation in the pair',
    maker_a: 'who made A',
    maker_b: 'who made B',
    source: 'the source text alone',
    pair: 'as de-en',
  },
  files: ['*.csv'],
  map: {
    id: 'id',
    input: 'input',
    outputA: 'outputA',
    outputB: 'outputB',
    gold: 'gold',
    language: 'language',
    group: 'group',
    fields: { source: 'source', pair: 'pair' },
  },
  records: (rows) =>
    convertGroups(
      rows,
      (record) => keyAt(record, 'ID'),
      (sides) => {
        const of = (position: string): RawRecord => {
          const found = sides.filter((side) => oneOfAt(side, 'position', ['text1', 'text2']) === position);
          if (found.length !== 1) throw new RecordFault('position', `one row with ${position} for each ID`, found.length);
          return found[0] as RawRecord;
        };
        const [a, b] = [of('text1'), of('text2')];
        const source = textAt(a, 'src');
        const pair = textAt(a, 'pair');
        const [from = '', to = ''] = pair.split('-');
        const makers = [a, b].map((side) => keyAt(side, 'model'));
        return [
          {
            record: {
              id: keyAt(a, 'ID'),
              input: `Translate this ${languageName(from)} text into ${languageName(to)}:\n\n${source}`,
              source,
              pair,
              outputA: textAt(a, 'tgt'),
              outputB: textAt(b, 'tgt'),
              gold: oneOfAt(a, 'best', ['text1', 'text2']) === 'text1' ? 'A' : 'B',
              language: from,
              group: shortHash(source),
              maker_a: makers[0],
              maker_b: makers[1],
              pairing: [...makers].sort().join('-'),
              machines_only: !makers.includes('human'),
            },
          },
        ];
      },
    ),
};
