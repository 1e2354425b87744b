import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { convertRecords, type Outcome } from '../presets/convert-records.ts';
import type { Preset } from '../presets/preset.ts';
import { keyAt, RecordFault, textAt, wholeAt } from '../presets/record-cells.ts';
import { exportSource, unseenExport } from './export-source.ts';
import { objectsOf } from './tool-text.ts';

const home = 'https://github.com/lm-sys/FastChat/tree/main/fastchat/llm_judge';
const source = exportSource('MT-Bench (FastChat llm_judge)', 'mt-bench', home);

/** MT-Bench's judgments of pairs: people's as gold, a model's for a recorded judge. */
export const mtBenchJudgments: Preset = {
  name: 'mt-bench-judgments',
  summary: 'pairs that people or a model judged, in the layout of FastChat’s llm_judge',
  source,
  languages: [],
  verdict: { kind: 'preference', ties: true },
  goldBy: 'people (rows with conversation_a and winner)',
  handled: [
    unseenExport,
    'Two layouts: people’s judgments (model_a, model_b, winner, judge, conversation_a, conversation_b, turn), whose winner is gold with judge as rater; and a model’s (MODEL_pair.jsonl: model_1, model_2, g1_winner, g2_winner, g1_user_prompt), whose verdicts are g1, g2 and both, for recorded judges.',
    'A pair may have several people: say raters: { consensus: majority }. In people’s files the two models may stand either way round: one order is taken for all, so that one pair is one id.',
    'both is tie where the two orders differ. error (no verdict could be read) is no verdict: g1, g2 and both are then null.',
    'Answers of a model’s judgments are taken out of g1_user_prompt, between its marks; of a second turn the whole conversations.',
  ],
  columns: {
    turn: '1 or 2',
    question: 'question_id',
    g1: 'a model’s verdict with model_1 first',
    g2: 'its verdict with model_2 first, as of model_1 and model_2',
    both: 'where both agree, else tie',
  },
  files: ['*_pair.jsonl'],
  map: { id: 'id', input: 'input', outputA: 'outputA', outputB: 'outputB', gold: 'gold', group: 'question', rater: 'judge' },
  records: (rows) =>
    convertRecords(rows, (record) => [record['conversation_a'] === undefined ? modelPair(record) : humanPair(record)]),
};

/** MT-Bench's scores of single answers by a model. */
export const mtBenchScores: Preset = {
  name: 'mt-bench-scores',
  summary: 'single answers that a model scored from 1 to 10, in the layout of FastChat’s llm_judge',
  source,
  languages: [],
  verdict: { kind: 'interval', min: 1, max: 10, better: 'higher' },
  goldBy: 'nobody: the model’s score is in score, for a recorded judge',
  handled: [
    unseenExport,
    'MODEL_single.jsonl (question_id, model, judge, user_prompt, judgment, score, turn). Answer and question are taken out of user_prompt, between its marks; of a second turn the whole conversation.',
    'score −1 (no rating could be read) is no score: it is null. map: { gold: score } takes the model’s scores as gold.',
  ],
  columns: {
    turn: '1 or 2',
    question: 'question_id',
    score: 'the model’s score',
    judgment: 'its reply',
    judge: 'the judging model and its prompt',
  },
  files: ['*_single.jsonl'],
  map: { id: 'id', input: 'input', output: 'output', group: 'question', system: 'model' },
  records: (rows) => convertRecords(rows, (record) => [single(record)]),
};

function humanPair(record: RawRecord): Outcome {
  const turn = wholeAt(record, 'turn', [1, 9]);
  const question = keyAt(record, 'question_id');
  const [a, b] = [textAt(record, 'model_a'), textAt(record, 'model_b')];
  const winner = textAt(record, 'winner');
  const named: Readonly<Record<string, 'a' | 'b' | 'tie'>> = { model_a: 'a', model_b: 'b', [a]: 'a', [b]: 'b' };
  const won = winner.startsWith('tie') ? 'tie' : named[winner];
  if (won === undefined) throw new RecordFault('winner', 'model_a, model_b or a tie', winner);
  // People saw either order; one pair must have one id and one A.
  const turned = a > b;
  const conversations = ['conversation_a', 'conversation_b'].map((key) => objectsOf(record[key]));
  const answers = conversations.map((messages, side) =>
    answerOf(messages, turn, side === 0 ? 'conversation_a' : 'conversation_b'),
  );
  const [outputA, outputB] = turned ? answers.toReversed() : answers;
  const [first, second] = turned ? [b, a] : [a, b];
  return {
    record: {
      id: `${question}/${turn}/${first}/${second}`,
      question,
      turn,
      input: (conversations[0] ?? [])
        .filter(({ role }) => role === 'user')
        .slice(0, turn)
        .map(({ content }) => content),
      outputA,
      outputB,
      gold: won === 'tie' ? 'tie' : (won === 'a') === turned ? 'B' : 'A',
      judge: judgeName(record['judge']),
      g1: null,
      g2: null,
      both: null,
    },
  };
}

/** The answers up to a turn: all of them, since the second answers what came before. */
function answerOf(messages: readonly RawRecord[], turn: number, key: string): string {
  const answers = messages.filter(({ role }) => role === 'assistant').slice(0, turn);
  if (answers.length < turn) throw new RecordFault(key, `${turn} messages of the assistant`, answers.length);
  return answers.map(({ content }) => String(content)).join('\n\n');
}

function modelPair(record: RawRecord): Outcome {
  const turn = wholeAt(record, 'turn', [1, 9]);
  const question = keyAt(record, 'question_id');
  const [one, two] = [textAt(record, 'model_1'), textAt(record, 'model_2')];
  const prompt = textAt(record, 'g1_user_prompt');
  const [g1, g2] = [verdictOf(record, 'g1_winner'), verdictOf(record, 'g2_winner')];
  return {
    record: {
      id: `${question}/${turn}/${one}/${two}`,
      question,
      turn,
      input: questionOf(prompt),
      outputA: between(
        prompt,
        ["[The Start of Assistant A's Answer]", "[The End of Assistant A's Answer]"],
        conversationMarks('A'),
      ),
      outputB: between(
        prompt,
        ["[The Start of Assistant B's Answer]", "[The End of Assistant B's Answer]"],
        conversationMarks('B'),
      ),
      gold: null,
      judge: null,
      g1,
      g2,
      both: g1 === null || g2 === null ? null : g1 === g2 ? g1 : 'tie',
    },
  };
}

function verdictOf(record: RawRecord, key: string): 'A' | 'B' | 'tie' | null {
  const winner = textAt(record, key);
  if (winner === 'error') return null;
  if (winner === 'tie') return 'tie';
  if (winner === 'model_1' || winner === record['model_1']) return 'A';
  if (winner === 'model_2' || winner === record['model_2']) return 'B';
  throw new RecordFault(key, 'model_1, model_2, tie or error', winner);
}

function single(record: RawRecord): Outcome {
  const turn = wholeAt(record, 'turn', [1, 9]);
  const question = keyAt(record, 'question_id');
  const model = textAt(record, 'model');
  const prompt = textAt(record, 'user_prompt');
  const { score } = record;
  if (typeof score !== 'number') throw new RecordFault('score', 'a number', score);
  return {
    record: {
      id: `${question}/${turn}/${model}`,
      question,
      turn,
      model,
      input: questionOf(prompt),
      output: between(prompt, ["[The Start of Assistant's Answer]", "[The End of Assistant's Answer]"], conversationMarks('A')),
      score: score === -1 ? null : score,
      judgment: record['judgment'] ?? null,
      judge: judgeName(record['judge']),
    },
  };
}

function conversationMarks(side: string): readonly [string, string] {
  return [
    `<|The Start of Assistant ${side}'s Conversation with User|>`,
    `<|The End of Assistant ${side}'s Conversation with User|>`,
  ];
}

/** The question of a first turn; of later turns it stands in the conversation. */
function questionOf(prompt: string): string | null {
  const match = /\[(?:User )?Question\]\n([\s\S]*?)\n\n\[The Start of /u.exec(prompt);
  return match?.[1] ?? null;
}

function between(prompt: string, ...marks: readonly (readonly [string, string])[]): string {
  for (const [start, end] of marks) {
    const from = prompt.indexOf(start);
    const to = prompt.lastIndexOf(end);
    if (from >= 0 && to > from) return prompt.slice(from + start.length, to).trim();
  }
  throw new RecordFault('user_prompt', `an answer between its marks (${marks[0]?.[0]})`, prompt.slice(0, 60));
}

/** `author_3`, or the model and prompt of a model's judgment. */
function judgeName(judge: unknown): string | null {
  if (Array.isArray(judge)) return judge.map(String).join('/');
  if (isObject(judge)) return null;
  return typeof judge === 'string' || typeof judge === 'number' ? String(judge) : null;
}
