import type { ProviderAdapter } from './adapter.ts';
import { topLogprobs } from './adapter.ts';
import { chatFault, chatLogprobs, chatPlainReply, chatTakesAnother, chatUsage } from './chat-completions.ts';

/** OpenAI's chat completions (the Responses API drops seeds). */
export const openaiAdapter: ProviderAdapter = {
  forms: ['json-schema', 'json', 'none'],
  keyHeader: 'authorization',
  keyValue: (key) => `Bearer ${key}`,
  async open({ baseUrl, model, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: baseUrl, apiKey: '-', fetch }).chat(model);
  },
  extras(request, terms) {
    const newName = terms.left.has('maxTokens');
    const openai = {
      ...(request.logprobs && { logprobs: topLogprobs(terms) }),
      ...(request.reasoningEffort !== undefined && { reasoningEffort: request.reasoningEffort }),
      ...(newName && { maxCompletionTokens: request.maxTokens }),
    };
    return { call: { providerOptions: { openai }, dropMaxTokens: newName }, warnings: [] };
  },
  usage: chatUsage,
  logprobs: chatLogprobs,
  fault: chatFault,
  takesAnother: chatTakesAnother,
  plainReply: chatPlainReply,
};
