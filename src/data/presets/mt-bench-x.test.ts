import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const german = (question: string, answer: string): string =>
  `[Anweisung]\nUrteile.\n\n[Frage]\n${question}\n\n[Der Beginn der Antwort des Assistenten]\n${answer}\n[Das Ende der Antwort des Assistenten]`;
const talk = `<|The Start of Assistant A's Conversation with User|>\n\n### User:\nOne?\n\n### Assistant A:\nFirst.\n\n### User:\nTwo?\n\n### Assistant A:\nSecond.\n\n<|The End of Assistant A's Conversation with User|>`;
const row = (question_id: string, user_prompt: string, more: object = {}): object => ({
  question_id,
  model: 'm',
  judge: ['gpt-4', 'single-v1'],
  user_prompt,
  judgment: 'Gut. Bewertung: [[7]]',
  score: 7,
  turn: 1,
  ...more,
});

describe('mt_bench_x', () => {
  it('cuts question and answer out of the prompt, in either language, of one turn or two', async () => {
    const { rows } = await presetRows('mt_bench_x', {
      'de.jsonl': [row('81_DE', german('Wer?\n\nWo?', 'Ich.\n'))],
      'en.jsonl': [row('82_EN', talk, { turn: 2, score: 9.5 })],
    });
    expect(rows['81_DE/turn1/1']).toMatchObject({
      gold: 7,
      group: '81',
      system: 'm',
      rationale: 'Gut. Bewertung: [[7]]',
      item: { language: 'de', input: 'Wer?\n\nWo?', output: 'Ich.' },
    });
    expect(rows['82_EN/turn2/1']).toMatchObject({
      gold: 9.5,
      item: { language: 'en', input: 'User: One?\n\nAssistant: First.\n\nUser: Two?', output: 'Second.' },
    });
  });

  it('numbers questions that come again, and gives an error no gold', async () => {
    const error = { score: -1, judgment: '$ERROR$' };
    const { rows, bad } = await presetRows('mt_bench_x', {
      'de.jsonl': [
        row('81_DE', german('Wer?', 'Ich.'), error),
        row('81_DE', german('Wer?', 'Du.')),
        row('82_DE', 'Something else'),
      ],
    });
    expect(Object.entries(rows).map(([id, { gold, rationale }]) => [id, gold, rationale])).toEqual([
      ['81_DE/turn1/1', undefined, undefined],
      ['81_DE/turn1/2', 7, 'Gut. Bewertung: [[7]]'],
    ]);
    expect(bad).toEqual([expect.stringContaining('user_prompt: expected the marks of question and answer')]);
  });
});

describe('mt_bench-questions', () => {
  it('reads languages out of the ids, and an empty or absent reference as none', async () => {
    const question = (question_id: unknown, more: object = {}): object => ({
      question_id,
      category: 'math',
      turns: ['One?', 'Two?'],
      ...more,
    });
    const { rows } = await presetRows('mt_bench-questions', {
      'q.jsonl': [question('81_DE', { reference: [] }), question('81_FR', { reference: ['Un.', 'Deux.'] }), question(81)],
    });
    const read = (id: string): unknown => {
      const { item, gold } = rows[id] as (typeof rows)[string];
      return [item.language, item.parallelGroup, item.reference, item.fields['turn2'], gold];
    };
    expect(['81_DE', '81_FR', '81'].map(read)).toEqual([
      ['de', '81', undefined, 'Two?', 'math'],
      ['fr', '81', 'Un.', 'Two?', 'math'],
      ['en', '81', undefined, 'Two?', 'math'],
    ]);
  });
});
