import type { ModelReply, ModelRequest } from '../language-model.ts';
import type { ProviderAdapter, ProviderModel } from './adapter.ts';
import { oneLine } from './redaction.ts';
import type { Terms } from './terms.ts';

type ProviderResult = Awaited<ReturnType<ProviderModel['doGenerate']>>;

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
    finish: finishes[result.finishReason.unified] ?? 'other',
    usage: adapter.usage(raw),
    ...(logprobs && { logprobs }),
    warnings: warnings.map((warning) => `${id}: ${warning}`),
    ...(request.schema && { structured: terms.form }),
    latencyMs: facts.latencyMs,
  };
}

/** A refusal that the provider marks as one (OpenAI's `refusal`, Anthropic's stop reason) is a `content-filter` finish with its text. */
const finishes: Readonly<Record<string, ModelReply['finish']>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
};

function warningText(warning: ProviderResult['warnings'][number]): string {
  if (warning.type === 'other') return oneLine(warning.message);
  const details = warning.details === undefined ? '' : ` (${oneLine(warning.details)})`;
  return warning.type === 'unsupported'
    ? `${warning.feature} is not supported and was left out or changed${details}.`
    : `${warning.feature} is used in a compatibility mode${details}.`;
}
