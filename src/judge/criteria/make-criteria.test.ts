import { expect, test } from 'vitest';
import type { ModelReply, ModelRequest } from '../../model/language-model.ts';
import { criteriaSetSchema } from './criteria-set.ts';
import { makeCriteria, type CriteriaWish } from './make-criteria.ts';

const wish: CriteriaWish = { task: 'Judge summaries.', how: 'per-concept', by: 'desk:m', concepts: 2, questions: 2 };
const concepts = {
  concepts: [
    { name: 'Faithfulness', description: 'Nothing is added.' },
    { name: 'faithfulness', description: 'again' },
    { name: 'Clarity ', description: '' },
    { name: 'Length', description: 'one too many' },
  ],
};
const questionsOf = (names: readonly string[]) => ({
  criteria: names.flatMap((concept) => [1, 2, 3].map((n) => ({ concept, question: `Question ${n} of ${concept}?` }))),
});

/** Answers with the concepts, then with questions for those that the request names. */
function model(replies: (request: ModelRequest, index: number) => unknown = () => undefined) {
  const requests: ModelRequest[] = [];
  const ask = async (request: ModelRequest): Promise<ModelReply> => {
    const own = replies(request, requests.push(request) - 1);
    const named = ['Faithfulness', 'Clarity'].filter((name) => request.messages[1]?.content.includes(`- ${name}:`));
    const reply = own ?? (named.length === 0 ? concepts : questionsOf(named));
    return {
      text: typeof reply === 'string' ? reply : JSON.stringify(reply),
      finish: 'stop',
      usage: {},
      warnings: [],
      latencyMs: 0,
    };
  };
  return { ask, requests };
}

test.each([
  ['per-concept', 3],
  ['joint', 2],
] as const)('%s: concepts first, then their questions, at most as many as wished, with ids of their own', async (how, calls) => {
  const { ask, requests } = model();
  const set = await makeCriteria({ ...wish, how }, ask);
  expect(requests.length).toBe(calls);
  expect(set.made).toEqual({ by: 'desk:m', how });
  expect(set.concepts).toEqual([
    {
      name: 'Faithfulness',
      description: 'Nothing is added.',
      criteria: [
        { id: 'faithfulness-1', text: 'Question 1 of Faithfulness?' },
        { id: 'faithfulness-2', text: 'Question 2 of Faithfulness?' },
      ],
    },
    {
      name: 'Clarity',
      criteria: [
        { id: 'clarity-1', text: 'Question 1 of Clarity?' },
        { id: 'clarity-2', text: 'Question 2 of Clarity?' },
      ],
    },
  ]);
  expect(criteriaSetSchema.safeParse(set).success).toBe(true);
  for (const { messages, temperature } of requests) {
    expect(messages[1]?.content).toContain('Judge summaries.');
    expect(temperature).toBe(0);
  }
});

test.each([
  ['no object', () => 'Sorry, no.', 'concepts: expected a JSON object with concepts'],
  ['no concept with a name', () => ({ concepts: [{ description: 'x' }] }), 'concepts: expected a list of named concepts'],
  ['no list', () => ({ concepts: 'many' }), 'concepts: expected a list under concepts'],
  [
    'no question for a concept',
    (_request: ModelRequest, index: number) => (index === 0 ? undefined : { criteria: [{ concept: 'Other', question: 'x?' }] }),
    'expected questions for Faithfulness',
  ],
])('%s: said, and nothing made', async (_name, replies, message) => {
  await expect(makeCriteria(wish, model(replies).ask)).rejects.toThrow(message);
});
