import { topLogprobs, type ProviderAdapter } from './adapter.ts';
import { chatFault, chatLogprobs, chatPlainReply, chatTakesAnother, chatUsage } from './chat-completions.ts';

/** The name that the package files its options under; no endpoint sees it. */
const name = 'endpoint';

/** Anything that speaks OpenAI's chat completions: vLLM, Ollama under `/v1`, llama.cpp's server, gateways. */
export const openaiCompatibleAdapter: ProviderAdapter = {
  forms: ['json-schema', 'json', 'none'],
  keyHeader: 'authorization',
  keyValue: (key) => `Bearer ${key}`,
  async open({ baseUrl, model, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name, baseURL: baseUrl, fetch, supportsStructuredOutputs: true }).chatModel(model);
  },
  extras(request, terms) {
    const newName = terms.left.has('maxTokens');
    // Most calls need none of these, and options cost the package four schema parses a call.
    if (!newName && !request.logprobs && request.reasoningEffort === undefined) return plain;
    const options = {
      ...(request.logprobs && { logprobs: true, top_logprobs: topLogprobs(terms) }),
      ...(request.reasoningEffort !== undefined && { reasoningEffort: request.reasoningEffort }),
      ...(newName && { max_completion_tokens: request.maxTokens }),
    };
    return { call: { providerOptions: { [name]: options }, dropMaxTokens: newName }, warnings: [] };
  },
  usage: chatUsage,
  logprobs: chatLogprobs,
  fault: chatFault,
  takesAnother: chatTakesAnother,
  plainReply: chatPlainReply,
};

const plain = { call: {}, warnings: [] };
