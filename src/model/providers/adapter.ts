import type { OpenAIProvider } from '@ai-sdk/openai';
import { isObject } from '../../core/json.ts';
import type { ModelRequest, StructuredForm, TokenProbabilities, Usage } from '../language-model.ts';
import type { Terms } from './terms.ts';

/** A language model of the AI SDK's provider packages (specification v3). */
export type ProviderModel = ReturnType<OpenAIProvider['chat']>;
export type ProviderCall = Parameters<ProviderModel['doGenerate']>[0];

/** What a provider package is opened with. No key: the transport adds it at the moment of use. */
export type ProviderSettings = { readonly baseUrl: string; readonly model: string; readonly fetch: typeof globalThis.fetch };

/** The part of a call that only this provider says in its way, and what it cannot do. */
export type ProviderExtras = {
  readonly call: Pick<ProviderCall, 'providerOptions'> & { readonly dropMaxTokens?: boolean };
  /** One line for each setting of ours that this provider has no place for. */
  readonly warnings: readonly string[];
};

/** The needed parts of an answer. `finish`: the provider's word for why it ended, where it has one. */
export type PlainReply = { readonly text: string; readonly reasoning: string; readonly finish: string | undefined };

/** One kind of endpoint: everything that differs between them, as data and pure functions. */
export interface ProviderAdapter {
  /** The forms of structured output it has, best first; the last is `none`. */
  readonly forms: readonly StructuredForm[];
  /** The header that carries the key, and its value. */
  readonly keyHeader: string;
  keyValue(key: string): string;
  /** Loads the provider's package and makes the model. */
  open(settings: ProviderSettings): Promise<ProviderModel>;
  extras(request: ModelRequest, terms: Terms, model: string): ProviderExtras;
  /** Tokens, from the provider's raw answer: the SDK writes 0 where a count is missing. */
  usage(raw: unknown): Usage;
  /** Token probabilities from the raw answer; `undefined` where there are none. */
  logprobs(raw: unknown): readonly TokenProbabilities[] | undefined;
  /** An error that the provider put into an otherwise good answer, if any. */
  fault?(raw: unknown): unknown;
  /** Whether the package, which takes the first of several answers, takes another than the one that was asked for. */
  takesAnother?(raw: unknown): boolean;
  /**
   * What a good answer says, read without the package, whose schema refuses a whole answer for one field that nobody needs (a count as text, a number for an
   * id): it is paid for. `undefined` where it is no answer of this kind.
   */
  plainReply(raw: unknown): PlainReply | undefined;
}

/** How many alternatives a position is asked for: the most that endpoints give, and what is asked once that is refused. */
export function topLogprobs(terms: Terms): number {
  return terms.left.has('topLogprobs') ? 5 : 20;
}

/** The one of several answers that was asked for: that of index 0, wherever it stands; the first, where none says so. */
export function askedAnswer(answers: unknown): unknown {
  if (!Array.isArray(answers)) return undefined;
  const list: readonly unknown[] = answers;
  return list.find((one) => isObject(one) && (one['index'] === 0 || one['index'] === '0')) ?? list[0];
}

/** A count of tokens: a whole number, 0 or more, or the digits of one; anything else is unknown. */
export function tokenCount(value: unknown): number | undefined {
  if (typeof value === 'string' && /^\d{1,15}$/u.test(value)) return Number(value);
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** A usage of the counts that are known. */
export function usageOf(counts: { input: number | undefined; output: number | undefined; cached: number | undefined }): Usage {
  return {
    ...(counts.input !== undefined && { inputTokens: counts.input }),
    ...(counts.output !== undefined && { outputTokens: counts.output }),
    ...(counts.cached !== undefined && { cachedInputTokens: counts.cached }),
  };
}

/** The text of an answer that is a text or a list of parts, reasoning apart; `undefined` for anything else. Parts of other kinds are left out. */
export function plainParts(content: unknown): Omit<PlainReply, 'finish'> | undefined {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  if (!Array.isArray(content)) return undefined;
  let [text, reasoning] = ['', ''];
  for (const part of content.filter(isObject)) {
    const { thought, thinking, type } = part;
    if (thought === true || type === 'thinking' || type === 'reasoning') reasoning += textOf(thinking ?? part['text']);
    else if (type === undefined || type === 'text' || type === 'output_text') text += textOf(part['text']);
  }
  return { text, reasoning };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
