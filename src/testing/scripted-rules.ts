import { z } from 'zod';
import { AssizeError } from '../core/errors.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { failureCodes, type FailureCode } from '../core/verdict.ts';
import { ModelError, type ModelMessage, type ModelReply, type Usage } from '../model/language-model.ts';

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

/** Whether a rule is for a conversation. */
export function promptTest(rule: ScriptedRule): (messages: readonly ModelMessage[]) => boolean {
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

const retryableCodes: readonly FailureCode[] = ['timeout', 'rate-limit', 'transport', 'server'];
const terminalCodes: readonly FailureCode[] = ['auth', 'quota', 'model'];

/** The error that a script tells of, with the facts that its code has by default. */
export function scriptedModelError(id: string, { code, message = `scripted ${code}`, ...facts }: ScriptedError): ModelError {
  return new ModelError(code, `${id}: ${message}`, {
    retryable: retryableCodes.includes(code),
    charged: code === 'timeout',
    terminal: terminalCodes.includes(code),
    ...facts,
  });
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
