import { hashOf } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import {
  ModelError,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelTraits,
} from '../model/language-model.ts';
import { timerSleep, type Sleep } from '../model/middleware/sleep.ts';
import { unlessAborted } from '../model/middleware/unless-aborted.ts';
import { promptTest, scriptedModelError, type ScriptedOutcome, type ScriptedRule } from './scripted-rules.ts';

/** A script as a function; `index` counts the requests from 0 in order of arrival. */
export type ScriptedReplyFunction = (
  request: ModelRequest,
  context: { readonly index: number; readonly signal: AbortSignal },
) => string | ScriptedOutcome | Promise<string | ScriptedOutcome>;

/** What a scripted model is made of. */
export type ScriptedModelOptions = {
  /** `ENDPOINT:MODEL`. */
  readonly id?: string;
  /** The first rule that fits serves the request. */
  readonly rules?: readonly ScriptedRule[];
  /** Serves what no rule serves. */
  readonly reply?: ScriptedReplyFunction;
  readonly identity?: { readonly [key: string]: Json };
  /** Default: a price of 0. */
  readonly traits?: ModelTraits;
  /** Whether the model counts its own prompt tokens (as `scriptedTokens`). */
  readonly countsTokens?: boolean;
  readonly sleep?: Sleep;
  /** `false` keeps no requests, for long runs. */
  readonly record?: boolean;
};

/** A scripted model and what it was asked so far. */
export interface ScriptedModel extends LanguageModel {
  /** In order of arrival, unless `record: false`. */
  readonly requests: readonly ModelRequest[];
  readonly inFlight: number;
  /** The most requests that were in flight at once. */
  readonly peakInFlight: number;
}

/**
 * A model that answers what it is told to: by rules (plain data, so that they can stand in a file) or by a function. It calls nothing, and
 * knows nothing but its script, so the same requests in the same order get the same answers.
 *
 * A request that neither serves is a `ModelError('bad-request')` that shows the end of the prompt.
 */
export function scriptedModel(options: ScriptedModelOptions): ScriptedModel {
  const { id = 'scripted:model', rules = [], reply, traits = { price: { input: 0, output: 0 } } } = options;
  const { sleep = timerSleep, record = true } = options;
  const prepared = rules.map((rule) => ({ rule, matches: promptTest(rule), left: rule.times ?? Infinity }));
  const requests: ModelRequest[] = [];
  let count = 0;
  let inFlight = 0;
  let peakInFlight = 0;

  return {
    id,
    endpoint: id.split(':', 1)[0] as string,
    identity: options.identity ?? { kind: 'scripted', model: id, script: hashOf(rules) },
    traits,
    requests,
    get inFlight() {
      return inFlight;
    },
    get peakInFlight() {
      return peakInFlight;
    },
    async generate(request, { signal }) {
      signal.throwIfAborted();
      const index = count;
      count += 1;
      if (record) requests.push(request);
      inFlight += 1;
      peakInFlight = Math.max(peakInFlight, inFlight);
      try {
        return await unlessAborted(answer(request, { index, signal }), signal);
      } finally {
        inFlight -= 1;
      }
    },
    ...(options.countsTokens === true && { countTokens: async (messages: readonly ModelMessage[]) => inputTokens(messages) }),
  };

  async function answer(request: ModelRequest, context: { index: number; signal: AbortSignal }): Promise<ModelReply> {
    const outcome = ruleFor(request) ?? (await reply?.(request, context));
    if (outcome === undefined) throw unserved(id, request);
    if (typeof outcome === 'string') return replyOf({ text: outcome }, request);
    if (outcome.delayMs !== undefined) await sleep(outcome.delayMs, context.signal);
    if (outcome.error !== undefined) throw scriptedModelError(id, outcome.error);
    return replyOf(outcome, request);
  }

  function ruleFor(request: ModelRequest): ScriptedOutcome | undefined {
    const found = prepared.find((entry) => entry.left > 0 && entry.matches(request.messages));
    if (found !== undefined) found.left -= 1;
    return found?.rule;
  }
}

/** Words, digits and single other characters: how a scripted model counts tokens. Never more than the text's UTF-8 bytes. */
export function scriptedTokens(text: string): number {
  return text.match(/[\p{L}\p{M}]+|\S/gu)?.length ?? 0;
}

function replyOf({ delayMs, error: _error, usage, ...outcome }: ScriptedOutcome, request: ModelRequest): ModelReply {
  const { contains: _contains, matches: _matches, where: _where, times: _times, ...told } = outcome as ScriptedRule;
  const text = told.text ?? '';
  return {
    finish: 'stop',
    warnings: [],
    latencyMs: delayMs ?? 0,
    ...told,
    text,
    usage: usage === null ? {} : (usage ?? { inputTokens: inputTokens(request.messages), outputTokens: scriptedTokens(text) }),
  };
}

function inputTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { content }) => sum + scriptedTokens(content), 0);
}

function unserved(id: string, request: ModelRequest): ModelError {
  const end = [...(request.messages.at(-1)?.content ?? '')].slice(-60).join('');
  return new ModelError(
    'bad-request',
    `${id}: expected a rule for every prompt, got none for one that ends with ${JSON.stringify(end)}. Add a rule without a condition.`,
  );
}
