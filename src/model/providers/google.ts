import { isObject } from '../../core/json.ts';
import { askedAnswer, plainParts, tokenCount, usageOf, type ProviderAdapter } from './adapter.ts';

/** Google's generateContent. */
export const googleAdapter: ProviderAdapter = {
  forms: ['json-schema', 'json', 'none'],
  keyHeader: 'x-goog-api-key',
  keyValue: (key) => key,
  async open({ baseUrl, model, fetch }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: '-', fetch })(model);
  },
  extras(request, _terms, model) {
    const effort = request.reasoningEffort;
    return {
      call: effort === undefined ? {} : { providerOptions: { google: { thinkingConfig: thinkingOf(effort, model) } } },
      warnings: request.logprobs ? ['Google gives no token probabilities through this interface.'] : [],
    };
  },
  usage(raw) {
    const usage = isObject(raw) ? raw['usageMetadata'] : undefined;
    if (!isObject(usage)) return {};
    const input = tokenCount(usage['promptTokenCount']);
    const total = tokenCount(usage['totalTokenCount']);
    const answer = tokenCount(usage['candidatesTokenCount']);
    const thoughts = tokenCount(usage['thoughtsTokenCount']);
    return usageOf({
      input,
      // A count of zero is left out by the service; the total then tells it.
      output: answer === undefined ? outputFrom(total, input) : answer + (thoughts ?? 0),
      cached: tokenCount(usage['cachedContentTokenCount']),
    });
  },
  logprobs: () => undefined,
  // The package takes any object, and reads one that is no answer as an empty text.
  fault(raw) {
    if (!isObject(raw)) return { error: { message: 'the answer is no object' } };
    if (raw['error'] !== undefined && raw['error'] !== null) return raw;
    const answered = Array.isArray(raw['candidates']) && raw['candidates'].length > 0;
    const blocked = isObject(raw['promptFeedback']) && raw['promptFeedback']['blockReason'] !== undefined;
    return answered || blocked ? undefined : { error: { message: 'the answer holds no candidate' } };
  },
  takesAnother(raw) {
    const candidates = isObject(raw) ? raw['candidates'] : undefined;
    return Array.isArray(candidates) && askedAnswer(candidates) !== candidates[0];
  },
  plainReply(raw) {
    const candidate = askedAnswer(isObject(raw) ? raw['candidates'] : undefined);
    if (!isObject(candidate)) return undefined;
    const { content, finishReason } = candidate;
    const parts = isObject(content) ? plainParts(content['parts'] ?? []) : { text: '', reasoning: '' };
    return parts && { ...parts, finish: typeof finishReason === 'string' ? finishReason : undefined };
  },
};

function outputFrom(total: number | undefined, input: number | undefined): number | undefined {
  return total === undefined || input === undefined ? undefined : tokenCount(total - input);
}

/** Budgets that Google itself gives these words for the models that take budgets, not levels. */
const budgets: Readonly<Record<string, number>> = { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576 };

function thinkingOf(effort: string, model: string): Record<string, string | number> {
  const budget = /gemini-2/iu.test(model) ? budgets[effort] : undefined;
  return budget === undefined ? { thinkingLevel: effort } : { thinkingBudget: budget };
}
