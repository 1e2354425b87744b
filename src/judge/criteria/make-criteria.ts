import { AssizeError } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Concept, CriteriaFile } from './criteria-set.ts';
import { findObject } from '../readers/find-object.ts';
import type { ModelMessage, ModelReply, ModelRequest } from '../../model/language-model.ts';

/** What criteria are made from, and how many at most. */
export type CriteriaWish = {
  /** A description of the task alone: no item. */
  readonly task: string;
  readonly how: 'per-concept' | 'joint';
  /** The model's name, kept with the set. */
  readonly by: string;
  readonly concepts: number;
  /** For each concept. */
  readonly questions: number;
};

/** Makes a call and gives its reply. */
export type Ask = (request: ModelRequest) => Promise<ModelReply>;

/** The same wish is the same calls. */
const decoding = { maxTokens: 4096, temperature: 0, seed: 1 } as const;

/**
 * Makes a criteria set (UCS §3.1): from the task's description the model names generic concepts, in English, then writes questions for them, a call a concept or one for all. A reply
 * without what was asked is an error that says so: the set would not be what it says.
 *
 * @throws AssizeError `model` naming the step whose reply could not be used; what `ask` throws.
 */
export async function makeCriteria(wish: CriteriaWish, ask: Ask): Promise<CriteriaFile> {
  const named = await namedConcepts(wish, ask);
  const asked =
    wish.how === 'joint'
      ? await questionsFor(named, wish, ask)
      : (await Promise.all(named.map((concept) => questionsFor([concept], wish, ask)))).flat();
  const ids = new Set<string>();
  const concepts = asked.map(({ name, description, questions }): Concept => ({
    name,
    ...(description !== '' && { description }),
    criteria: questions.map((text, index) => ({ id: freshId(`${slug(name)}-${index + 1}`, ids), text })),
  }));
  return { version: 1, task: wish.task, made: { by: wish.by, how: wish.how }, scale: { min: 1, max: 10 }, concepts };
}

type Named = { readonly name: string; readonly description: string };

async function namedConcepts({ task, concepts: most }: CriteriaWish, ask: Ask): Promise<Named[]> {
  const found = await answered(
    ask,
    {
      system: `You design evaluations. You see the description of a task. Name the concepts by which work on such a task is judged, in any language and on any subject: generic ones, that do not overlap, at most ${most}. Answer in English, with one JSON object of the form {"concepts": [{"name": "…", "description": "…"}]} and nothing else; a name is one or two words, a description a short sentence.`,
      user: `The task:\n${task}`,
      key: 'concepts',
      item: { name: 'string', description: 'string' },
    },
    'concepts',
  );
  const seen = new Set<string>();
  const concepts = found.flatMap((value): Named[] => {
    const name = textOf(value, 'name');
    if (name === '' || seen.has(name.toLowerCase())) return [];
    seen.add(name.toLowerCase());
    return [{ name, description: textOf(value, 'description') }];
  });
  if (concepts.length === 0) throw unusable('concepts', 'a list of named concepts', 'none');
  return concepts.slice(0, most);
}

async function questionsFor(
  concepts: readonly Named[],
  { task, questions: most }: CriteriaWish,
  ask: Ask,
): Promise<(Named & { readonly questions: readonly string[] })[]> {
  const step = `criteria of ${concepts.map(({ name }) => name).join(', ')}`;
  const found = await answered(
    ask,
    {
      system: `You design evaluations. You see the description of a task and concepts by which work on it is judged. For each concept write questions that an evaluator answers with a score from 1 (not at all) to 10 (fully), at most ${most} a concept, each on one thing, answerable whatever the language and the subject, with more always better. Answer in English, with one JSON object of the form {"criteria": [{"concept": "…", "question": "…"}]} and nothing else; repeat the concept's name as it stands.`,
      user: `The task:\n${task}\n\nThe concepts:\n${concepts.map(({ name, description }) => `- ${name}: ${description}`).join('\n')}`,
      key: 'criteria',
      item: { concept: 'string', question: 'string' },
    },
    step,
  );
  const made = concepts.map((concept) => {
    const own = found.filter((value) => textOf(value, 'concept').toLowerCase() === concept.name.toLowerCase());
    const questions = [...new Set(own.map((value) => textOf(value, 'question')).filter((text) => text !== ''))];
    return { ...concept, questions: questions.slice(0, most) };
  });
  const empty = made.find(({ questions }) => questions.length === 0);
  if (empty !== undefined) throw unusable(step, `questions for ${empty.name}`, 'none');
  return made;
}

type Wanted = {
  readonly system: string;
  readonly user: string;
  readonly key: string;
  readonly item: Readonly<Record<string, 'string'>>;
};

async function answered(ask: Ask, { system, user, key, item }: Wanted, step: string): Promise<unknown[]> {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      [key]: {
        type: 'array',
        items: {
          type: 'object',
          properties: Object.fromEntries(Object.entries(item).map(([name, type]) => [name, { type }])),
          required: Object.keys(item),
          additionalProperties: false,
        },
      },
    },
    required: [key],
    additionalProperties: false,
  };
  const messages: ModelMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
  const found = findObject(await ask({ ...decoding, messages, schema: { name: key, schema } }), [key]);
  if ('problem' in found) throw unusable(step, `a JSON object with ${key}`, found.message);
  const value = found.object[key];
  if (!Array.isArray(value)) throw unusable(step, `a list under ${key}`, 'something else');
  return value;
}

function textOf(value: unknown, key: string): string {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === 'string' ? text.replace(/\s+/gu, ' ').trim() : '';
}

function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-|-$/gu, '');
  return plain === '' ? 'concept' : plain;
}

function freshId(wished: string, taken: Set<string>): string {
  let id = wished;
  for (let further = 2; taken.has(id); further += 1) id = `${wished}-${further}`;
  taken.add(id);
  return id;
}

function unusable(step: string, expected: string, got: string): AssizeError {
  return new AssizeError(
    'model',
    `${step}: expected ${expected} in the model's reply, got ${got}. Try another model, or write the file by hand.`,
  );
}
