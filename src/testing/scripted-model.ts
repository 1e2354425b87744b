import { z } from 'zod';
import { AssizeError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { failureCodes, type FailureCode } from '../core/verdict.ts';
import {
  ModelError,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelTraits,
  type Usage,
} from '../model/language-model.ts';
import { timerSleep, type Sleep } from '../model/middleware/sleep.ts';
import { unlessAborted } from '../model/middleware/unless-aborted.ts';

/** An error as data. What is left out follows from the code, as a provider would have it. */
export type ScriptedError = {
  readonly code: FailureCode;
  readonly message?: string;
  readonly status?: number;
  readonly retryable?: boolean;
  readonly charged?: boolean;
  readonly terminal?: boolean;
  readonly retryAfterMs?: number;
  readonly steppedDown?: boolean;
};

/** How a scripted model answers: a reply (by default an empty text that stopped, with its usage counted), or an error; after a delay. */
export type ScriptedOutcome = Partial<Omit<ModelReply, 'usage'>> & {
  /** `null`: the provider told none. */
  readonly usage?: Usage | null;
  readonly error?: ScriptedError;
  readonly delayMs?: number;
};

/** An outcome with the prompts it is for. A rule without a condition is for all of them. */
export type ScriptedRule = ScriptedOutcome & {
  /** Texts that must all stand in the prompt, as they are. */
  readonly contains?: string | readonly string[];
  /** Regular expression (flags `su`) that the prompt must match. */
  readonly matches?: string;
  /** What is looked at: all messages joined by line breaks (default), the system messages, or the last message. */
  readonly where?: 'prompt' | 'system' | 'last';
  /** The rule serves this many requests, in order of arrival, and then no more. */
  readonly times?: number;
};

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
};

/** A scripted model and what it was asked so far. */
export interface ScriptedModel extends LanguageModel {
  /** In order of arrival. */
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
  const { id = 'scripted:model', rules = [], reply, traits = { price: { input: 0, output: 0 } }, sleep = timerSleep } = options;
  const prepared = rules.map((rule) => ({ rule, matches: testOf(rule), left: rule.times ?? Infinity }));
  const requests: ModelRequest[] = [];
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
      const index = requests.push(request) - 1;
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
    if (outcome.error !== undefined) throw errorOf(id, outcome.error);
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

/**
 * Rules as they came out of a file (parsed YAML or JSON): a list of `ScriptedRule`.
 *
 * @throws AssizeError `config` with the place of the first fault: an unknown key, a wrong type, an expression that does not compile.
 */
export function parseScriptedRules(value: unknown, place = 'rules'): ScriptedRule[] {
  const parsed = z.array(ruleSchema).safeParse(value, { reportInput: true });
  if (!parsed.success) throw new AssizeError('config', schemaFault(parsed.error, place, Object.keys(ruleSchema.shape)));
  // The schema says the same as the type, but for zod's `| undefined` on what is left out.
  return parsed.data as ScriptedRule[];
}

function testOf(rule: ScriptedRule): (messages: readonly ModelMessage[]) => boolean {
  const texts = rule.contains === undefined ? [] : [rule.contains].flat();
  const pattern = rule.matches === undefined ? undefined : new RegExp(rule.matches, 'su');
  if (texts.length === 0 && pattern === undefined) return () => true;
  return (messages) => {
    const text = lookedAt(messages, rule.where ?? 'prompt');
    return texts.every((part) => text.includes(part)) && (pattern === undefined || pattern.test(text));
  };
}

function lookedAt(messages: readonly ModelMessage[], where: 'prompt' | 'system' | 'last'): string {
  if (where === 'last') return messages.at(-1)?.content ?? '';
  const chosen = where === 'system' ? messages.filter(({ role }) => role === 'system') : messages;
  return chosen.map(({ content }) => content).join('\n');
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

const retryableCodes: readonly FailureCode[] = ['timeout', 'rate-limit', 'transport', 'server'];
const terminalCodes: readonly FailureCode[] = ['auth', 'quota', 'model'];

function errorOf(id: string, { code, message = `scripted ${code}`, ...facts }: ScriptedError): ModelError {
  return new ModelError(code, `${id}: ${message}`, {
    retryable: retryableCodes.includes(code),
    charged: code === 'timeout',
    terminal: terminalCodes.includes(code),
    ...facts,
  });
}

function unserved(id: string, request: ModelRequest): ModelError {
  const end = [...(request.messages.at(-1)?.content ?? '')].slice(-60).join('');
  return new ModelError(
    'bad-request',
    `${id}: expected a rule for every prompt, got none for one that ends with ${JSON.stringify(end)}. Add a rule without a condition.`,
  );
}

const count = z.number().nonnegative();
const tokenSchema = z.strictObject({ token: z.string(), logprob: z.number() });
const ruleSchema = z.strictObject({
  contains: z.union([z.string(), z.array(z.string())]).optional(),
  matches: z
    .string()
    .refine(compiles, 'expected a regular expression (flags su), got one that does not compile. Correct it.')
    .optional(),
  where: z.enum(['prompt', 'system', 'last']).optional(),
  times: z.number().int().positive().optional(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
  finish: z.enum(['stop', 'length', 'content-filter', 'other']).optional(),
  usage: z
    .strictObject({ inputTokens: count.optional(), outputTokens: count.optional(), cachedInputTokens: count.optional() })
    .nullable()
    .optional(),
  logprobs: z.array(tokenSchema.extend({ top: z.array(tokenSchema) })).optional(),
  menuProbabilities: z.record(z.string(), z.number()).optional(),
  warnings: z.array(z.string()).optional(),
  structured: z.enum(['json-schema', 'json', 'none']).optional(),
  latencyMs: count.optional(),
  delayMs: count.optional(),
  error: z
    .strictObject({
      code: z.enum(failureCodes),
      message: z.string().optional(),
      status: z.number().int().optional(),
      retryable: z.boolean().optional(),
      charged: z.boolean().optional(),
      terminal: z.boolean().optional(),
      retryAfterMs: count.optional(),
      steppedDown: z.boolean().optional(),
    })
    .optional(),
});

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'su') instanceof RegExp;
  } catch {
    return false;
  }
}
