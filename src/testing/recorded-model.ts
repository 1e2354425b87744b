import { z } from 'zod';
import { AssizeError, describe } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import { canonicalJson, isObject, type Json } from '../core/json.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { ModelError, type LanguageModel, type ModelReply, type ModelRequest, type ModelTraits } from '../model/language-model.ts';
import type { ScriptedError } from './scripted-rules.ts';

/** One request with what came of it. `hash` is the request's, so that an edited fixture is noticed. */
export type Recording = { readonly hash: string; readonly request: ModelRequest } & (
  { readonly reply: ModelReply } | { readonly error: ScriptedError & { readonly message: string } }
);

/**
 * A model that wraps another and hands each request with what came of it to `sink`, as one line of JSON (without the line break). Aborted
 * calls came to nothing and are not recorded.
 */
export function recording(model: LanguageModel, sink: (line: string) => void): LanguageModel {
  return {
    ...model,
    async generate(request, options) {
      try {
        const reply = await model.generate(request, options);
        sink(canonicalJson({ hash: hashOf(request), request, reply }));
        return reply;
      } catch (error) {
        if (error instanceof ModelError) sink(canonicalJson({ hash: hashOf(request), request, error: factsOf(error) }));
        throw error;
      }
    },
  };
}

/** What a recorded model is besides its recordings. */
export type RecordedModelOptions = {
  /** `ENDPOINT:MODEL`. */
  readonly id?: string;
  readonly identity?: { readonly [key: string]: Json };
  readonly traits?: ModelTraits;
};

/**
 * A model that answers with what was recorded for exactly this request. Several recordings of one request are given in their order,
 * and from the first again after the last.
 *
 * A request without a recording is a `ModelError('bad-request')` with its hash and the end of its prompt; it is never answered by a similar one.
 */
export function recordedModel(recordings: Iterable<Recording>, options: RecordedModelOptions = {}): LanguageModel {
  const { id = 'recorded:model', traits = { price: { input: 0, output: 0 } } } = options;
  const byHash = new Map<string, { readonly all: Recording[]; next: number }>();
  for (const entry of recordings) {
    const known = byHash.get(entry.hash);
    if (known === undefined) byHash.set(entry.hash, { all: [entry], next: 0 });
    else known.all.push(entry);
  }
  return {
    id,
    endpoint: id.split(':', 1)[0] as string,
    identity: options.identity ?? { kind: 'recorded', model: id },
    traits,
    async generate(request, { signal }) {
      signal.throwIfAborted();
      const hash = hashOf(request);
      const known = byHash.get(hash);
      const entry = known?.all[known.next % known.all.length];
      if (known === undefined || entry === undefined) throw unrecorded(id, hash, request);
      known.next += 1;
      if ('error' in entry) throw new ModelError(entry.error.code, entry.error.message, entry.error);
      return entry.reply;
    },
  };
}

/**
 * Recordings out of the text of a JSONL file; blank lines are left out.
 *
 * @throws AssizeError `data` with `place:line` where a line is no JSON, is no recording, or holds a request that is not the one of its hash.
 */
export function parseRecordings(text: string, place = 'recordings'): Recording[] {
  return text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, `${place}:${index + 1}`)]));
}

function parseLine(line: string, place: string): Recording {
  const value = jsonOf(line, place);
  const parsed = lineSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new AssizeError('data', schemaFault(parsed.error, place));
  const { hash, request } = parsed.data;
  const found = hashOf(request);
  if (found !== hash)
    throw new AssizeError('data', `${place}: expected a request with the hash ${hash}, got one with ${found}. Record it again.`);
  // Requests and replies are kept as a model gave them; the schema checks what tells a recording from something else.
  return parsed.data as unknown as Recording;
}

function jsonOf(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new AssizeError('data', `${place}: expected one JSON value, got ${describe(line)}. Record it again.`);
  }
}

const outcome = { hash: z.string(), request: z.looseObject({ messages: z.array(z.unknown()), maxTokens: z.number() }) };
const lineSchema = z
  .looseObject({
    ...outcome,
    reply: z
      .looseObject({
        text: z.string(),
        finish: z.string(),
        usage: z.looseObject({}),
        warnings: z.array(z.string()),
        latencyMs: z.number(),
      })
      .optional(),
    error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  })
  .refine(
    ({ reply, error }) => isObject(reply) !== isObject(error),
    'expected a reply or an error, got both or none. Record it again.',
  );

function factsOf(error: ModelError): ScriptedError {
  const { code, message, retryable, charged, terminal, steppedDown, retryAfterMs, status } = error;
  return {
    code,
    message,
    retryable,
    charged,
    terminal,
    steppedDown,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(status !== undefined && { status }),
  };
}

function unrecorded(id: string, hash: string, request: ModelRequest): ModelError {
  const end = [...(request.messages.at(-1)?.content ?? '')].slice(-60).join('');
  return new ModelError(
    'bad-request',
    `${id}: expected a recorded request, got ${hash.slice(0, 12)}… whose prompt ends with ${JSON.stringify(end)}. Record it, or undo what changed the request.`,
  );
}
