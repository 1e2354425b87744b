import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { SpaceView } from '../../core/space-view.ts';
import type { Verdict } from '../../core/verdict.ts';
import type { ModelReply } from '../../model/language-model.ts';
import type { ReadResult, Reader } from '../reader.ts';
import { admitAnswer } from './answer.ts';
import { findObject, type FoundObject, type Sameness } from './find-object.ts';
import { optionsSchema, oneLine, parseOptions } from './reader-options.ts';
import { unreadable } from './reply-body.ts';

const schema = z
  .strictObject({
    kind: z.literal('json'),
    verdictKey: oneLine.default('verdict'),
    reasonKey: oneLine.default('reason'),
    reasonFirst: z.boolean().default(true),
  })
  .refine(({ verdictKey, reasonKey }) => verdictKey !== reasonKey, {
    path: ['reasonKey'],
    error: 'expected a key other than verdictKey, got the same. Rename one.',
  });

/** Keys of the object that is asked for, and whether the reason comes first (so that it is written before the verdict is). */
export type JsonOptions = z.output<typeof schema>;

/**
 * `{"reason": "…", "verdict": …}`. Other keys are ignored, a reason may be missing. The verdict's key is matched exactly and at the top of the object
 * only. See `findObject` for which object of a reply counts, `admitAnswer` for what a value may look like.
 */
export const jsonReader: Reader<JsonOptions> = {
  kind: 'json',
  version: 1,
  optionsSchema: optionsSchema(schema),
  parse: (spec) => parseOptions(schema, spec),
  outputForm: (space, options) => {
    const parts = inOrder(options, '"…"', '…').map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
    return `Answer with one JSON object of the form {${parts.join(', ')}} and nothing else. ${JSON.stringify(options.reasonKey)} says why in a sentence or two; ${JSON.stringify(options.verdictKey)} is ${space.sentence()}.`;
  },
  request: (space, options) => ({ schema: { name: 'verdict', schema: objectSchema(space, options) } }),
  example: (verdict, rationale, space, options) => {
    const admitted = space.admit(verdict);
    const value = 'ok' in admitted ? admitted.ok : verdict;
    return JSON.stringify(Object.fromEntries(inOrder(options, rationale, value).filter(([, member]) => member !== undefined)));
  },
  read: (reply, space, options) => read(reply, space, options),
};

function read(reply: ModelReply, space: SpaceView, { verdictKey, reasonKey }: JsonOptions): ReadResult {
  const found = findObject(reply, [verdictKey], sameVerdict(space));
  if ('status' in found) return { verdict: found };
  const rationale = reasonOf(found, reasonKey);
  return { verdict: verdictOf(found, verdictKey, space), ...(rationale !== undefined && { rationale }) };
}

function verdictOf(found: FoundObject, key: string, space: SpaceView): Verdict {
  const raw = found.object[key];
  // Not described by its content: it can be of any depth and size.
  if (typeof raw === 'object' && raw !== null)
    return unreadable('off-menu', `expected ${space.sentence()}, got ${Array.isArray(raw) ? 'a list' : 'an object'}.`);
  const admitted = admitAnswer(raw, space);
  if ('ok' in admitted) return { status: 'scored', value: admitted.ok, reading: found.reading };
  return unreadable(admitted.problem, admitted.message);
}

function reasonOf(found: FoundObject, key: string): string | undefined {
  const reason = Object.hasOwn(found.object, key) ? found.object[key] : undefined;
  if (reason === undefined || reason === null) return undefined;
  if (typeof reason !== 'string') return found.texts.get(key);
  return reason.trim() === '' ? undefined : reason;
}

/** Two verdicts are one where they are the same value of the space. A form's placeholder (`…`, `<label>`, `A | B`) is none. */
function sameVerdict(space: SpaceView): Sameness {
  return (value, text) => {
    if (typeof value === 'object' && value !== null) return text;
    const admitted = admitAnswer(value, space);
    if ('ok' in admitted) return JSON.stringify(admitted.ok);
    const isPlaceholder = typeof value === 'string' && /^(?:<[^<>]*>|\[[^[\]]*\]|…|\.{3}|[^|]*\|.*)$/su.test(value.trim());
    return isPlaceholder || admitted.problem === 'no-answer' ? undefined : text;
  };
}

function inOrder<Reason, Value>(options: JsonOptions, reason: Reason, verdict: Value): [string, Reason | Value][] {
  const members: [string, Reason | Value][] = [
    [options.reasonKey, reason],
    [options.verdictKey, verdict],
  ];
  return options.reasonFirst ? members : members.reverse();
}

function objectSchema(space: SpaceView, options: JsonOptions): JsonObject {
  const properties = inOrder<JsonObject, JsonObject>(options, { type: 'string' }, space.schema());
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([key]) => key),
    additionalProperties: false,
  };
}
