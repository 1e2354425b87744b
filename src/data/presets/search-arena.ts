import { isObject } from '../../core/json.ts';
import type { RawRecord } from '../formats/entry.ts';
import { convertRecords } from './convert-records.ts';
import type { Preset } from './preset.ts';
import { listAt, RecordFault, textOrNull } from './record-cells.ts';
import { unseenFiles } from './unseen-files.ts';

const winners: Readonly<Record<string, 'A' | 'B' | 'tie'>> = { model_a: 'A', model_b: 'B', tie: 'tie', 'tie (bothbad)': 'tie' };

/** Search Arena: conversations with two models that search the web, and users' votes. */
export const searchArena: Preset = {
  name: 'search-arena',
  summary: 'which of two answers with web search do users prefer? Conversations in many languages',
  source: {
    title: 'Search Arena (24k)',
    folder: 'search_arena',
    licence: { name: 'CC BY 4.0 (prompts)', light: 'open', note: 'Outputs are under the terms of the models’ makers.' },
    home: 'https://huggingface.co/datasets/lmarena-ai/search-arena-24k',
    files: [],
  },
  languages: ['many; told where a conversation is in one'],
  verdict: { kind: 'preference', ties: true },
  goldBy: 'one user',
  handled: [
    unseenFiles,
    'About half of the conversations have no vote: they are kept without gold.',
    'tie and tie (bothbad) are both a tie; vote has the word.',
    'Of one turn, input is the question and the candidates are the answers; of several, input is the first question and a candidate is the whole conversation after it, since the two users’ turns may differ.',
    'The pages that were found are not in the set. Ids are row numbers.',
  ],
  columns: { vote: 'as published', turn: 'turns', model_a: 'the model of A', model_b: 'the model of B' },
  files: ['data/*.parquet'],
  map: { id: 'id', input: 'input', outputA: 'outputA', outputB: 'outputB', gold: 'gold', language: 'language' },
  records: (rows) =>
    convertRecords(rows, (record, ordinal) => {
      const a = talkOf(record, 'messages_a');
      const b = talkOf(record, 'messages_b');
      const vote = textOrNull(record, 'winner');
      const gold = vote === null ? null : Object.hasOwn(winners, vote) ? winners[vote] : undefined;
      if (gold === undefined) throw new RecordFault('winner', `one of ${Object.keys(winners).join(', ')}, or nothing`, vote);
      const languages: unknown = record['languages'];
      return [
        {
          record: {
            id: ordinal + 1,
            input: a.question,
            outputA: a.rest,
            outputB: b.rest,
            gold,
            vote,
            turn: a.turns,
            language: Array.isArray(languages) && languages.length === 1 ? (languages[0] as unknown) : null,
            model_a: textOrNull(record, 'model_a'),
            model_b: textOrNull(record, 'model_b'),
          },
        },
      ];
    }),
};

/** The first question, and what comes after it: the answer alone, or the talk in turns. */
function talkOf(record: RawRecord, key: string): { readonly question: string; readonly rest: string; readonly turns: number } {
  const messages = listAt(record, key).map((message) => {
    if (!isObject(message) || typeof message['role'] !== 'string' || typeof message['content'] !== 'string')
      throw new RecordFault(key, 'messages with role and content', message);
    return { role: message['role'], content: message['content'] };
  });
  const [first, ...rest] = messages;
  const turns = messages.filter(({ role }) => role === 'user').length;
  if (first?.role !== 'user' || rest.length === 0)
    throw new RecordFault(
      key,
      'a question and an answer',
      messages.map(({ role }) => role),
    );
  const only = rest.length === 1 ? rest[0] : undefined;
  const text =
    only !== undefined
      ? only.content
      : rest.map(({ role, content }) => `${role === 'user' ? 'User' : 'Assistant'}: ${content}`).join('\n\n');
  return { question: first.content, rest: text, turns };
}
