import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { mtBenchX } from './mt-bench-x.ts';
import { keyAt, listAt, RecordFault, textAt } from './record-cells.ts';

const categories = ['writing', 'roleplay', 'reasoning', 'math', 'coding', 'extraction', 'stem', 'humanities'] as const;

/** The questions of MT-Bench-X (and of MT-Bench) by language, with their category: prompts to be answered or sorted; no outputs. */
export const mtBenchQuestions: Preset = {
  name: 'mt_bench-questions',
  summary: 'MT-Bench’s two-turn questions in several languages, by category; no answers',
  source: mtBenchX.source,
  items: 320,
  languages: ['de', 'es', 'fr', 'it'],
  verdict: { kind: 'categorical', labels: categories.map((label) => ({ label })) },
  goldBy: 'authors (the category of the question)',
  handled: [
    'The id 81_DE is question 81 in German: languages are parallel by the number. A question.jsonl of MT-Bench itself (ids without a language) is read as English.',
    'reference is a list that is often empty, and absent on most English questions.',
  ],
  columns: { category: 'the category', question: 'number of the question' },
  files: ['mt_bench_*/question.jsonl'],
  map: {
    id: 'question_id',
    input: 'turn1',
    reference: 'reference',
    gold: 'category',
    language: 'language',
    group: 'question',
    parallel: 'question',
    fields: { turn2: 'turn2' },
  },
  records: (rows) =>
    convertRecords(rows, (record) => {
      const id = keyAt(record, 'question_id');
      const [, question, language = 'EN'] = /^(\d+)(?:_([A-Z]{2}))?$/u.exec(id) ?? [];
      if (question === undefined) throw new RecordFault('question_id', 'a number, with or without a language, as 81_DE', id);
      const turns = listAt(record, 'turns');
      const [turn1, turn2] = turns;
      if (typeof turn1 !== 'string') throw new RecordFault('turns', 'texts', turns);
      const reference: unknown = record['reference'];
      return [
        {
          record: {
            question_id: id,
            question,
            language: language.toLowerCase(),
            category: textAt(record, 'category'),
            turn1,
            turn2: typeof turn2 === 'string' ? turn2 : null,
            reference: Array.isArray(reference) && typeof reference[0] === 'string' ? reference[0] : null,
          },
        },
      ];
    }),
};
