import { AssizeError } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { Verdict } from '../core/verdict.ts';
import type { ModelReply } from '../model/language-model.ts';
import type { BoundReader } from './bound-reader.ts';
import { findObject } from './readers/find-object.ts';

/** One of several questions answered in one call. */
export type JointQuestion = { readonly key: string; readonly text: string };

/** The form and the request of one call that answers several questions: an object of the reader's own objects, by key. */
export function jointRequest(
  questions: readonly JointQuestion[],
  reader: BoundReader,
  space: SpaceView,
): { outputForm: string; request: BoundReader['request'] } {
  const each = reader.request.schema?.schema;
  if (each === undefined)
    throw new AssizeError(
      'config',
      'harness.reader: expected the json reader, which can hold several verdicts in one reply, got another. Use reader: json or mode: each.',
    );
  const keys = questions.map(({ key }) => key);
  const schema: JsonObject = {
    type: 'object',
    properties: Object.fromEntries(keys.map((key) => [key, each])),
    required: keys,
    additionalProperties: false,
  };
  const form = reader.example('…', '…').replace('"…"}', `${space.sentence()}}`);
  return {
    outputForm: `Answer with one JSON object that has the keys ${keys.map((key) => `"${key}"`).join(', ')}, and for each of them an object of the form ${form}.`,
    request: { schema: { name: 'verdicts', schema } },
  };
}

/** What each question was answered. A key left out is unreadable(no-answer); a reply without an object is that for every question. */
export function readJointly(
  reply: ModelReply,
  questions: readonly JointQuestion[],
  reader: BoundReader,
): ({ key: string } & { verdict: Verdict; rationale?: string })[] {
  const found = findObject(
    reply,
    questions.map(({ key }) => key),
  );
  return questions.map(({ key }) => {
    if ('problem' in found) return { key, verdict: { status: 'unreadable', problem: found.problem, message: found.message } };
    const answer = found.object[key];
    if (!isObject(answer))
      return {
        key,
        verdict: { status: 'unreadable', problem: 'no-answer', message: `expected an object under "${key}", got none.` },
      };
    const read = reader.read({ ...reply, text: found.texts.get(key) ?? JSON.stringify(answer) });
    const verdict =
      read.verdict.status === 'scored' && found.reading === 'repaired'
        ? { ...read.verdict, reading: found.reading }
        : read.verdict;
    return { key, ...read, verdict };
  });
}
