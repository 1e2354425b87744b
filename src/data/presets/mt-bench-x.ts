import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { mtBenchXFiles } from './published-files.ts';
import { keyAt, RecordFault, textAt, wholeAt } from './record-cells.ts';

/** MT-Bench-X: a model's answers in German and English with GPT-4's score. */
export const mtBenchX: Preset = {
  name: 'mt_bench_x',
  summary: 'a small model’s answers in German and English with GPT-4’s score from 1 to 10 (no people)',
  source: {
    title: 'MT-Bench-X',
    folder: 'mt_bench_x',
    licence: { name: 'Apache-2.0', light: 'open' },
    home: 'https://github.com/Modalities/MT-Bench-X',
    files: mtBenchXFiles,
  },
  items: 36,
  languages: ['de', 'en'],
  verdict: { kind: 'interval', min: 1, max: 10, better: 'higher' },
  goldBy: 'GPT-4, no person',
  handled: [
    'Question and answer are cut out of the prompt that GPT-4 was given, in either language; of a second turn, the first question and answer stand before the second question.',
    'A score of −1 ($ERROR$, four German rows) is no score: those items are kept without gold.',
    'German questions 81 and 82 come several times with different answers: ids carry a running number. Questions are groups.',
  ],
  columns: {
    turn: '1 or 2',
    score: 'the score as published',
    judge: 'the prompt that GPT-4 had',
    question: 'number of the question',
  },
  files: ['mt_bench_*/model_judgment/*.jsonl'],
  map: {
    id: 'id',
    input: 'input',
    output: 'output',
    gold: 'gold',
    language: 'language',
    group: 'question',
    system: 'model',
    rationale: 'judgment',
  },
  records: (rows) => {
    const seen = new Map<string, number>();
    return convertRecords(rows, (record) => {
      const id = keyAt(record, 'question_id');
      const [, question, language] = /^(\d+)_([A-Z]{2})$/u.exec(id) ?? [];
      if (question === undefined || language === undefined)
        throw new RecordFault('question_id', 'a number and a language, as 81_DE', id);
      const turn = wholeAt(record, 'turn', [1, 2]);
      const score = record['score'];
      if (typeof score !== 'number') throw new RecordFault('score', 'a number', score);
      const key = `${id}/turn${turn}`;
      const number = (seen.get(key) ?? 0) + 1;
      seen.set(key, number);
      const judgment = textAt(record, 'judgment');
      return [
        {
          record: {
            ...talkOf(record, turn),
            id: `${key}/${number}`,
            question,
            language: language.toLowerCase(),
            turn,
            model: textAt(record, 'model'),
            judge: Array.isArray(record['judge']) ? record['judge'].join(' ') : null,
            score,
            gold: score === -1 ? null : score,
            judgment: judgment === '$ERROR$' ? null : judgment,
          },
        },
      ];
    });
  },
};

const single =
  /\n\[(?:Question|Frage)\]\n([\s\S]*?)\n\n\[(?:The Start of Assistant's Answer|Der Beginn der Antwort des Assistenten)\]\n([\s\S]*)\n\[(?:The End of Assistant's Answer|Das Ende der Antwort des Assistenten)\]\s*$/u;
const mark = /(?:^|\n)### (?:User|Benutzer|Assistant A|Assistent A):\n/u;
const end = /\n*<\|?(?:The End of|Das Ende)[^<>]*>\s*$/u;

/** Question and answer, from the prompt that the judge was given. */
function talkOf(record: RawRecord, turn: number): { readonly input: string; readonly output: string } {
  const prompt = textAt(record, 'user_prompt');
  if (turn === 1) {
    const [, input, output] = single.exec(prompt) ?? [];
    if (input === undefined || output === undefined)
      throw new RecordFault('user_prompt', 'the marks of question and answer', prompt);
    return { input, output: output.trim() };
  }
  const [, one, answer, two, output] = prompt.replace(end, '').split(mark);
  if (one === undefined || answer === undefined || two === undefined || output === undefined)
    throw new RecordFault('user_prompt', 'two questions and two answers', prompt);
  return {
    input: [`User: ${one.trim()}`, `Assistant: ${answer.trim()}`, `User: ${two.trim()}`].join('\n\n'),
    output: output.trim(),
  };
}
