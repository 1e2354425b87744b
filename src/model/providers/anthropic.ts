import { isObject } from '../../core/json.ts';
import { plainParts, tokenCount, usageOf, type ProviderAdapter } from './adapter.ts';

/** Anthropic's messages. It has no JSON form without a schema, no seed and no token probabilities. */
export const anthropicAdapter: ProviderAdapter = {
  forms: ['json-schema', 'none'],
  keyHeader: 'x-api-key',
  keyValue: (key) => key,
  async open({ baseUrl, model, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL: baseUrl, apiKey: '-', fetch })(model);
  },
  extras(request) {
    return {
      call: request.reasoningEffort === undefined ? {} : { providerOptions: { anthropic: { effort: request.reasoningEffort } } },
      warnings: request.logprobs ? ['Anthropic gives no token probabilities.'] : [],
    };
  },
  usage(raw) {
    const usage = isObject(raw) ? raw['usage'] : undefined;
    if (!isObject(usage)) return {};
    const fresh = tokenCount(usage['input_tokens']);
    const read = tokenCount(usage['cache_read_input_tokens']);
    const written = tokenCount(usage['cache_creation_input_tokens']);
    return usageOf({
      input: fresh === undefined ? undefined : fresh + (read ?? 0) + (written ?? 0),
      output: tokenCount(usage['output_tokens']),
      cached: read,
    });
  },
  logprobs: () => undefined,
  plainReply(raw) {
    if (!isObject(raw) || raw['type'] === 'error') return undefined;
    const parts = plainParts(raw['content']);
    return parts && { ...parts, finish: typeof raw['stop_reason'] === 'string' ? raw['stop_reason'] : undefined };
  },
};
