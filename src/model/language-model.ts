import type { Json } from '../core/json.ts';
import type { FailureCode } from '../core/verdict.ts';

/** One message of a request. */
export type ModelMessage = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string };

/** How structured output is asked for; `none` leaves it to the words of the prompt. */
export type StructuredForm = 'json-schema' | 'json' | 'none';

/** Everything that can change a reply, apart from the model's own identity. Plain data: its canonical JSON is hashed into a call's key. */
export type ModelRequest = {
  readonly messages: readonly ModelMessage[];
  readonly maxTokens: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly reasoningEffort?: string;
  /** Schema that the reply should be held to, in the best form the endpoint takes. */
  readonly schema?: { readonly name: string; readonly schema: { readonly [key: string]: Json } };
  /** Ask for token probabilities. `menu`: the labels that matter (a local model gives their exact mass; endpoints give their top list). */
  readonly logprobs?: { readonly menu: readonly string[]; readonly after?: string };
};

/** The probabilities at one position of a reply: the token that came and the most probable alternatives (itself among them). */
export type TokenProbabilities = {
  readonly token: string;
  readonly logprob: number;
  readonly top: readonly { readonly token: string; readonly logprob: number }[];
};

/** Tokens of a call; unknown is absent, never 0. */
export type Usage = { readonly inputTokens?: number; readonly outputTokens?: number; readonly cachedInputTokens?: number };

/** What came back. */
export type ModelReply = {
  readonly text: string;
  /** Reasoning that the provider returned apart from the text. */
  readonly reasoning?: string;
  readonly finish: 'stop' | 'length' | 'content-filter' | 'other';
  readonly usage: Usage;
  /** Present where `logprobs` was asked for and the provider gave them. */
  readonly logprobs?: readonly TokenProbabilities[];
  /**
   * Exact probability of each label of `request.logprobs.menu` at the verdict's position, for providers that see the whole
   * vocabulary; sums to at most 1 (the rest is mass off the menu).
   */
  readonly menuProbabilities?: Readonly<Record<string, number>>;
  /** Settings that the provider dropped or changed, one line each. */
  readonly warnings: readonly string[];
  /** The form in which structured output was asked for, where a schema was. */
  readonly structured?: StructuredForm;
  /** From sending to the whole reply, of the attempt that succeeded. */
  readonly latencyMs: number;
};

/**
 * Why a call gave no reply. Thrown by providers and middleware, caught by the judge, never seen by a reader.
 *
 * `retryable`: another attempt may succeed. `charged`: whether the attempt may have cost money (timed out or cut after
 * sending): then its reserve is charged. `terminal`: the same error would meet every call of this endpoint (key, quota, unknown model).
 * `steppedDown`: the endpoint refused a form or a setting, which the model will leave out from now on: the same request is made again at
 * once (`retryable`, `retryAfterMs` 0), is counted as a request, and uses up none of the retries. Steps are few: each setting is left out once.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly charged: boolean;
  readonly terminal: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;
  readonly steppedDown: boolean;

  constructor(
    code: FailureCode,
    message: string,
    facts: {
      retryable?: boolean;
      charged?: boolean;
      terminal?: boolean;
      retryAfterMs?: number;
      status?: number;
      steppedDown?: boolean;
      cause?: unknown;
    } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.retryable = facts.retryable ?? false;
    this.charged = facts.charged ?? false;
    this.terminal = facts.terminal ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.status = facts.status;
    this.steppedDown = facts.steppedDown ?? false;
  }
}

/** What a model can do, as far as is known. */
export type ModelTraits = {
  /** Largest prompt and reply together, in tokens. */
  readonly contextTokens?: number;
  /** USD per million tokens; a local model is free (all 0). Absent: unknown, and the cost of its calls too. */
  readonly price?: { readonly input: number; readonly output: number; readonly cachedInput?: number };
};

/**
 * A model behind an endpoint. One attempt a call: retries, limits, budgets and caches are middleware around it.
 *
 * `generate` resolves with a reply or rejects with a `ModelError` (or with the signal's reason when aborted). It never throws anything else
 * for what an endpoint does.
 */
export interface LanguageModel {
  /** `ENDPOINT:MODEL` as the user wrote it, for people. */
  readonly id: string;
  /** The endpoint's name: what limits and early stops are shared over. */
  readonly endpoint: string;
  /** What identifies the model whatever its endpoint is called: kind, base URL and model, or the weights' hash. Hashed into every call's key. */
  readonly identity: { readonly [key: string]: Json };
  readonly traits: ModelTraits;
  generate(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly onSending?: () => void },
  ): Promise<ModelReply>;
  /**
   * Whether `generate` calls `onSending` itself, once, when a request is really about to be sent after a wait of the model's own: what is aborted before
   * that was no attempt and cost nothing. `onSending` may throw: then nothing is sent, and `generate` rejects with what it threw. Without
   * `reportsSending` every call counts as sent at once.
   */
  readonly reportsSending?: boolean;
  /** Exact number of prompt tokens, where the model can count them; otherwise callers bound it from above by UTF-8 bytes. */
  countTokens?(messages: readonly ModelMessage[]): Promise<number>;
  dispose?(): Promise<void>;
}
