import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import { answerRecords, choiceRecords, type Question } from './multiple-choice.ts';
import type { Preset } from './preset.ts';
import { keyAt, RecordFault, textAt, textOrNull, wholeAt } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

const letters = [...'ABCDEFGHIJ'];

const shared: Pick<Preset, 'source' | 'languages' | 'goldBy' | 'files'> = {
  source: {
    title: 'MMLU-ProX',
    folder: 'mmlu_prox',
    licence: { name: 'MIT', light: 'open', note: 'Said on its Hugging Face card.' },
    home: 'https://huggingface.co/datasets/li-lab/MMLU-ProX',
    files: [],
  },
  languages: ['29 languages'],
  goldBy: 'from MMLU-Pro; translated by models and checked by experts',
  files: ['*/test-*.parquet'],
};
const handled = [
  unseenFiles,
  'Rows have no language: it is the folder (de/test-00000-of-00001.parquet).',
  'Of ten options those that are null, empty or N/A are passed over; the others keep their letters.',
  'A question in several languages is one group and one parallel group, by question_id.',
] as const;
const map: Preset['map'] = {
  id: 'id',
  input: 'question',
  gold: 'gold',
  language: 'language',
  group: 'group',
  parallel: 'parallel',
};

/** Hard questions in many languages, an item an answer. */
export const mmluProx: Preset = {
  ...shared,
  name: 'mmlu-prox',
  summary: 'is an answer to a hard question right? Up to ten answers a question, 29 languages',
  verdict: { kind: 'binary', pass: { label: 'correct' }, fail: { label: 'incorrect' } },
  handled: [
    ...handled,
    'A question becomes an item for each answer, one of which is right: always saying no is right on nine in ten.',
  ],
  columns: { category: 'the subject', split: 'test or validation', letter: 'which answer' },
  map: { ...map, output: 'answer' },
  records: (rows, file) => convertRecords(rows, (record) => answerRecords(questionOf(record, file))),
};

/** The same, an item a question. */
export const mmluProxChoice: Preset = {
  ...shared,
  name: 'mmlu-prox-choice',
  summary: 'which of up to ten answers to a hard question is right? 29 languages',
  verdict: { kind: 'categorical', labels: letters.map((label) => ({ label })) },
  handled: [...handled, 'The answers stand under the question, and in fields.options.'],
  columns: { category: 'the subject', split: 'test or validation', options: 'the answers with their letters' },
  map: { ...map, fields: { options: 'options' } },
  records: (rows, file) => convertRecords(rows, (record) => choiceRecords(questionOf(record, file))),
};

function questionOf(record: RawRecord, file: string): Question {
  const language = /(?:^|[/\\])([a-z]{2,3}(?:[-_][A-Za-z]+)?)[/\\][^/\\]*$/u.exec(file)?.[1];
  if (language === undefined)
    throw new RecordFault('files', 'a file in a folder named by its language, as de/test-00000-of-00001.parquet', file);
  const id = keyAt(record, 'question_id');
  const answers = letters.flatMap((letter, index) => {
    const text = textOrNull(record, `option_${index}`);
    return text === null || text === 'N/A' ? [] : [[letter, text] as const];
  });
  const right = letters[wholeAt(record, 'answer_index', [0, 9])] as string;
  if (!answers.some(([letter]) => letter === right))
    throw new RecordFault('answer_index', 'the index of an option that is there', record['answer_index']);
  return {
    id: `${language}/${id}`,
    question: textAt(record, 'question'),
    language,
    parallel: id,
    answers,
    right,
    columns: { category: textOrNull(record, 'category'), split: /validation/u.test(file) ? 'validation' : 'test' },
  };
}
