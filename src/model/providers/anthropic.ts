import { isObject } from '../../core/json.ts';
import { tokenCount, usageOf, type ProviderAdapter } from './adapter.ts';

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
    if (!isObject(usage) || usage[missing] === true) return {};
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
  mend: withUsage,
};

const missing = 'assize_missing';

/** The package refuses a message without a usage; ours is then a reply whose usage is unknown. */
function withUsage(body: Buffer): Buffer {
  if (body.includes('"usage"')) return body;
  try {
    const message: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(message) || message['type'] !== 'message') return body;
    return Buffer.from(JSON.stringify({ ...message, usage: { input_tokens: 0, output_tokens: 0, [missing]: true } }));
  } catch {
    return body;
  }
}
