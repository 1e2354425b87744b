import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import { answerRecords, choiceRecords, type Question } from './multiple-choice.ts';
import type { Preset } from './preset.ts';
import { keyAt, textAt, wholeAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

const letters = ['A', 'B', 'C', 'D'] as const;

const shared: Pick<Preset, 'source' | 'languages' | 'goldBy' | 'files'> = {
  source: {
    title: 'Belebele',
    folder: 'belebele',
    licence: { name: 'CC BY-SA 4.0', light: 'open', note: 'What is made from it is to be shared under the same licence.' },
    home: 'https://huggingface.co/datasets/facebook/belebele',
    files: [],
  },
  languages: ['122 languages'],
  goldBy: 'authors; translations by people',
  files: ['data/*.jsonl'],
};
const handled = [
  unseenFiles,
  'Languages are codes with their script (eng_Latn), kept with it, since some languages come in two.',
  'There are 900 questions in each language. link and question_number together name a question: it is one group, and parallel in its languages.',
] as const;
const map: Preset['map'] = {
  id: 'id',
  input: 'question',
  context: 'context',
  gold: 'gold',
  language: 'language',
  group: 'group',
  parallel: 'parallel',
};

/** Reading comprehension in 122 languages, an item an answer. */
export const belebele: Preset = {
  ...shared,
  name: 'belebele',
  summary: 'is an answer about a passage right? Four answers a question, 122 languages',
  verdict: { kind: 'binary', pass: { label: 'correct' }, fail: { label: 'incorrect' } },
  handled: [...handled, 'A question becomes four items, one of which is right: always saying no is right on three in four.'],
  columns: { letter: 'which of the four answers' },
  map: { ...map, output: 'answer' },
  records: (rows) => convertRecords(rows, (record) => answerRecords(questionOf(record))),
};

/** The same, an item a question. */
export const belebeleChoice: Preset = {
  ...shared,
  name: 'belebele-choice',
  summary: 'which of four answers about a passage is right? 122 languages',
  verdict: { kind: 'categorical', labels: letters.map((label) => ({ label })) },
  handled: [...handled, 'The answers stand under the question, and in fields.options.'],
  columns: { options: 'the four answers with their letters' },
  map: { ...map, fields: { options: 'options' } },
  records: (rows) => convertRecords(rows, (record) => choiceRecords(questionOf(record))),
};

function questionOf(record: RawRecord): Question {
  const language = keyAt(record, 'dialect');
  const name = `${keyAt(record, 'link')}#${keyAt(record, 'question_number')}`;
  return {
    id: `${language}/${name}`,
    question: textAt(record, 'question'),
    context: textAt(record, 'flores_passage'),
    language,
    parallel: name,
    answers: letters.map((letter, index) => [letter, textAt(record, `mc_answer${index + 1}`)]),
    right: letters[wholeAt(record, 'correct_answer_num', [1, 4]) - 1] as string,
    columns: {},
  };
}
