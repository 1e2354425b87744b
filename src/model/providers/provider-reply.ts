import type { ModelReply, ModelRequest } from '../language-model.ts';
import type { PlainReply, ProviderAdapter, ProviderModel } from './adapter.ts';
import { oneLine } from './redaction.ts';
import type { Terms } from './terms.ts';

type Whole = Awaited<ReturnType<ProviderModel['doGenerate']>>;
type Content = Extract<Whole['content'][number], { type: 'text' | 'reasoning' }>;
/** What is needed of a provider package's result. */
export type ProviderResult = Pick<Whole, 'warnings' | 'response'> & {
  readonly content: readonly (Content | Whole['content'][number])[];
  readonly finishReason: { readonly unified: string; readonly raw: string | undefined };
};

/** The result that a package would have made of an answer which its schema refused. `body` is the parsed answer. */
export function plainResult({ text, reasoning, finish }: PlainReply, body: unknown): ProviderResult {
  return {
    content: [
      { type: 'reasoning', text: reasoning },
      { type: 'text', text },
    ],
    finishReason: { unified: 'other', raw: finish },
    warnings: [{ type: 'other', message: 'the answer departs from the form of its kind; what is needed of it was read.' }],
    response: { body },
  };
}

/** A provider's result as a reply of ours: texts joined, an unknown count left out, each warning a line that names the model. */
export function replyOf(
  result: ProviderResult,
  facts: {
    readonly request: ModelRequest;
    readonly terms: Terms;
    readonly warnings: readonly string[];
    readonly latencyMs: number;
    readonly id: string;
    readonly adapter: ProviderAdapter;
  },
): ModelReply {
  const { request, terms, adapter, id } = facts;
  const raw = result.response?.body;
  let text = '';
  let reasoning = '';
  for (const part of result.content) {
    if (part.type === 'text') text += part.text;
    else if (part.type === 'reasoning') reasoning += part.text;
  }
  const logprobs = request.logprobs && adapter.logprobs(raw);
  const warnings = [...result.warnings.map(warningText), ...facts.warnings];
  if (request.logprobs && logprobs === undefined && !warnings.some((warning) => /prob/iu.test(warning))) {
    warnings.push('token probabilities were asked for, and the endpoint gave none.');
  }
  return {
    text,
    ...(reasoning !== '' && { reasoning }),
    finish: finishOf(result.finishReason),
    usage: adapter.usage(raw),
    ...(logprobs && { logprobs }),
    warnings: warnings.map((warning) => `${id}: ${warning}`),
    ...(request.schema && { structured: terms.form }),
    latencyMs: facts.latencyMs,
  };
}

/**
 * Why a reply ended. The package's own reading comes first; servers have more spellings than it knows. A refusal that the provider marks as one (OpenAI's
 * `refusal`, Anthropic's stop reason) is a `content-filter` finish with its text.
 */
function finishOf({ unified, raw }: ProviderResult['finishReason']): ModelReply['finish'] {
  if (unified === 'stop' || unified === 'length' || unified === 'content-filter') return unified;
  const word = (raw ?? '').toLowerCase().replace(/[\s_-]+/gu, '');
  if (
    /^(?:length|max(?:output|completion|new)?tokens?|(?:model|context|token)(?:window|length|limit)\w*|modelcontextwindowexceeded)$/u.test(
      word,
    )
  )
    return 'length';
  if (/^(?:stop|endturn|eos|eostoken|stopsequence|endofturn|complete|completed)$/u.test(word)) return 'stop';
  return /^(?:contentfilter(?:ed)?|refusal|safety|blocklist|prohibitedcontent|recitation|spii)$/u.test(word)
    ? 'content-filter'
    : 'other';
}

function warningText(warning: ProviderResult['warnings'][number]): string {
  if (warning.type === 'other') return oneLine(warning.message);
  const details = warning.details === undefined ? '' : ` (${oneLine(warning.details)})`;
  return warning.type === 'unsupported'
    ? `${warning.feature} is not supported and was left out or changed${details}.`
    : `${warning.feature} is used in a compatibility mode${details}.`;
}
