import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { keyAt, RecordFault, textAt, wholeAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

/** XStoryCloze: which of two sentences ends a story of four? */
export const xstorycloze: Preset = {
  name: 'xstorycloze',
  summary: 'which of two sentences ends a story? English and its translations into ten languages',
  source: {
    title: 'XStoryCloze',
    folder: 'xstory_cloze',
    licence: {
      name: 'CC BY-SA 4.0',
      light: 'open',
      note: 'Said on its Hugging Face card. What is made from it is to be shared under the same licence.',
    },
    home: 'https://huggingface.co/datasets/juletxara/xstory_cloze',
    files: [],
  },
  languages: ['en', 'ru', 'zh', 'es', 'ar', 'hi', 'id', 'te', 'sw', 'eu', 'my'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'authors; translations by professionals',
  handled: [
    unseenFiles,
    'Columns are named as in the tables (InputStoryid …) or as on Hugging Face (story_id …): either is read.',
    'The file’s name or folder tells the language (spring2016.val.ru.tsv.split_20_80_eval.tsv, or ru/eval…) and the split: 360 stories are train, 1,511 eval in each language.',
    'A story in several languages is one group and one parallel group.',
  ],
  columns: { split: 'train or eval, by the file’s name' },
  files: ['*.tsv'],
  map: {
    id: 'id',
    input: 'input',
    outputA: 'outputA',
    outputB: 'outputB',
    gold: 'gold',
    language: 'language',
    group: 'story',
    parallel: 'story',
  },
  records: (rows, file) =>
    convertRecords(rows, (record) => {
      const language = /\.([a-z]{2})\.tsv/u.exec(file)?.[1] ?? /(?:^|[/\\])([a-z]{2})[/\\][^/\\]*$/u.exec(file)?.[1];
      if (language === undefined) throw new RecordFault('files', 'a file named by its language, as spring2016.val.ru.tsv', file);
      const story = keyAt(record, named(record, 'InputStoryid', 'story_id'));
      const sentences = [1, 2, 3, 4].map((number) =>
        textAt(record, named(record, `InputSentence${number}`, `input_sentence_${number}`)),
      );
      return [
        {
          record: {
            id: `${language}/${story}`,
            story,
            language,
            split: /train/u.test(file) ? 'train' : /eval/u.test(file) ? 'eval' : null,
            input: `Which sentence ends this story?\n\n${sentences.join(' ')}`,
            outputA: textAt(record, named(record, 'RandomFifthSentenceQuiz1', 'sentence_quiz1')),
            outputB: textAt(record, named(record, 'RandomFifthSentenceQuiz2', 'sentence_quiz2')),
            gold: wholeAt(record, named(record, 'AnswerRightEnding', 'answer_right_ending'), [1, 2]) === 1 ? 'A' : 'B',
          },
        },
      ];
    }),
};

function named(record: RawRecord, table: string, hub: string): string {
  return Object.hasOwn(record, hub) ? hub : table;
}
