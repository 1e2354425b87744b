import type { RawRecord } from '../formats/entry.ts';
import { candidateSides, shortHash } from './candidate-sides.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import type { PublicSource } from './public-source.ts';
import { gsm8kFiles } from './published-files.ts';
import { objectAt, RecordFault, textAt } from './record-cells.ts';

const source: PublicSource = {
  title: 'GSM8K with model solutions',
  folder: 'gsm8k',
  licence: { name: 'MIT', light: 'open' },
  home: 'https://github.com/openai/grade-school-math',
  files: gsm8kFiles,
};
const solvers = ['6b_finetuning', '6b_verification', '175b_finetuning', '175b_verification'] as const;
const handled = [
  'Calculator marks <<…>> are taken out of solutions and references, also five that are never closed; final answers stay.',
  'Gold is whether the final answers match: a right answer by wrong reasoning counts as right. Eleven solutions have no final answer; by the publisher’s word about 1% carry a fault of the calculator.',
  'test.jsonl has no model solutions and is not read: name example_model_solutions.jsonl.',
];

/** Solutions of word problems by four models: is the answer right? */
export const gsm8k: Preset = {
  name: 'gsm8k',
  summary: 'is a solution of a word problem right? Four models’ solutions of each',
  source,
  items: 5276,
  languages: ['en'],
  verdict: { kind: 'binary', pass: { label: 'correct' }, fail: { label: 'incorrect' } },
  goldBy: 'match of the final answers',
  handled,
  columns: { solver: 'the model', problem: 'number of the problem, from 1' },
  files: ['example_model_solutions.jsonl'],
  map: {
    id: 'id',
    input: 'question',
    output: 'solution',
    reference: 'reference',
    gold: 'gold',
    language: { value: 'en' },
    group: 'problem',
    system: 'solver',
  },
  records: (rows) =>
    convertRecords(rows, (record, ordinal) =>
      solutionsOf(record).map(({ solver, solution, right }) => ({
        record: {
          id: `${ordinal + 1}/${solver}`,
          problem: ordinal + 1,
          question: textAt(record, 'question'),
          reference: unmarked(textAt(record, 'ground_truth')),
          solver,
          solution,
          gold: right,
        },
      })),
    ),
};

/** For each problem that has both, a right solution beside a wrong one. */
export const gsm8kPairs: Preset = {
  name: 'gsm8k-pairs',
  summary: 'which of two solutions of a word problem is right?',
  source,
  items: 731,
  languages: ['en'],
  verdict: { kind: 'preference', ties: false },
  goldBy: 'match of the final answers',
  handled: [
    ...handled,
    'One pair a problem that has a right and a wrong solution: which of them, and which side the right one is on, is by a hash of the question.',
  ],
  columns: { solver_a: 'the model of A', solver_b: 'the model of B', problem: 'number of the problem, from 1' },
  files: ['example_model_solutions.jsonl'],
  map: {
    id: 'problem',
    input: 'question',
    outputA: 'outputA',
    outputB: 'outputB',
    reference: 'reference',
    gold: 'gold',
    language: { value: 'en' },
  },
  records: (rows) =>
    convertRecords(rows, (record, ordinal) => {
      const question = textAt(record, 'question');
      const solutions = solutionsOf(record);
      const draw = Number.parseInt(shortHash(question), 16);
      const right = drawn(
        solutions.filter((solution) => solution.right),
        draw,
      );
      const wrong = drawn(
        solutions.filter((solution) => !solution.right),
        draw,
      );
      if (right === undefined || wrong === undefined) return [{ leftOut: 'its four solutions are all right, or all wrong' }];
      const sides = candidateSides(right.solution, wrong.solution, question);
      const [a, b] = sides.gold === 'A' ? [right, wrong] : [wrong, right];
      return [
        {
          record: {
            problem: ordinal + 1,
            question,
            reference: unmarked(textAt(record, 'ground_truth')),
            ...sides,
            solver_a: a.solver,
            solver_b: b.solver,
          },
        },
      ];
    }),
};

type Solution = { readonly solver: string; readonly solution: string; readonly right: boolean };

function solutionsOf(record: RawRecord): Solution[] {
  return solvers.map((solver) => {
    const made = objectAt(record, solver);
    const right = made['is_correct'];
    if (typeof right !== 'boolean') throw new RecordFault(`${solver}.is_correct`, 'true or false', right);
    return { solver, solution: unmarked(textAt(made, 'solution')), right };
  });
}

function drawn<T>(values: readonly T[], draw: number): T | undefined {
  return values[draw % Math.max(1, values.length)];
}

/** Without calculator marks; one that is never closed, where the model stopped, goes as far as its formula does. */
function unmarked(text: string): string {
  return text.replace(/<<[^<>]*>>/gu, '').replace(/<<[-+*/=.,()%\d]*/gu, '');
}
