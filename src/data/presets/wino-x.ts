import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import { languageName } from './language-name.ts';
import type { Preset } from './preset.ts';
import { keyAt, RecordFault, textAt, wholeAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

/** Wino-X: which translation has the pronoun right, or which filler the gap; English with German, French, Russian. */
export const winoX: Preset = {
  name: 'wino-x',
  summary: 'which translation has the right pronoun (mt), which filler fits the gap (lm)? German, French, Russian',
  source: {
    title: 'Wino-X',
    folder: 'wino_x',
    licence: { name: 'MIT', light: 'open', note: 'Said on its Hugging Face card.' },
    home: 'https://huggingface.co/datasets/demelin/wino_x',
    files: [],
  },
  languages: ['de', 'fr', 'ru'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'from WinoGrande; translations by machine, checked by the author',
  handled: [
    unseenFiles,
    'data/mt: two translations of an English sentence; data/lm: two fillers of a gap in its translation. The file’s name tells the language, its columns which of the two it is.',
    'Sentences whose qID differs in the last number alone are one group; a sentence is one parallel group in each of the two parts.',
  ],
  columns: { part: 'mt or lm', sentence: 'the English sentence' },
  files: ['data/*/en_*_test.jsonl'],
  map: {
    id: 'id',
    input: 'input',
    outputA: 'outputA',
    outputB: 'outputB',
    gold: 'gold',
    language: 'language',
    group: 'group',
    parallel: 'parallel',
    fields: { sentence: 'sentence' },
  },
  records: (rows, file) =>
    convertRecords(rows, (record) => {
      const language = /(?:^|[/\\])en_([a-z]{2})_[^/\\]*$/u.exec(file)?.[1];
      if (language === undefined) throw new RecordFault('files', 'a file named by its languages, as en_de_test.jsonl', file);
      const part = Object.hasOwn(record, 'translation1') ? 'mt' : 'lm';
      const id = keyAt(record, 'qID');
      const sentence = textAt(record, 'sentence');
      return [
        {
          record: {
            id: `${part}/${language}/${id}`,
            part,
            sentence,
            ...(part === 'mt' ? translations(record, sentence, language) : fillers(record, language)),
            gold: wholeAt(record, 'answer', [1, 2]) === 1 ? 'A' : 'B',
            language,
            group: id.replace(/-\d$/u, ''),
            parallel: `${part}/${id}`,
          },
        },
      ];
    }),
};

type Pair = { readonly input: string; readonly outputA: string; readonly outputB: string };

function translations(record: RawRecord, sentence: string, language: string): Pair {
  return {
    input: `Translate this English sentence into ${languageName(language)}:\n\n${sentence}`,
    outputA: textAt(record, 'translation1'),
    outputB: textAt(record, 'translation2'),
  };
}

function fillers(record: RawRecord, language: string): Pair {
  return {
    input: `What belongs in the gap (_)?\n\n${textAt(record, `context_${language}`)}`,
    outputA: textAt(record, `option1_${language}`),
    outputB: textAt(record, `option2_${language}`),
  };
}
