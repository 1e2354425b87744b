import { ModelError, type LanguageModel } from '../language-model.ts';
import type { Invoke } from './call.ts';
import { fewestInputTokens, inputTokensOf, mostInputTokens } from './tokens.ts';

/**
 * Refuses, before anything is sent, a prompt that cannot fit the model's context window: `ModelError('context-overflow')`, not retryable.
 *
 * Where the model counts its tokens the check is exact: prompt and `maxTokens` together must fit, since a window that ends inside the
 * reply would cut the verdict. Where it does not, only what is certainly too long is refused: a prompt whose lower bound
 * (`fewestInputTokens`) alone fills the window; all else is left to the endpoint, which knows. Without `contextTokens` nothing is checked.
 *
 * It stands below the cache (a reply that is there needs no window) and above the retries (a second attempt is as long as the first).
 */
export function windowChecked(model: LanguageModel, inner: Invoke): Invoke {
  const { contextTokens } = model.traits;
  if (contextTokens === undefined) return inner;

  return (request, context) => {
    // Almost every prompt fits by its bytes alone, and is neither counted nor scanned.
    if (mostInputTokens(request) + request.maxTokens <= contextTokens) return inner(request, context);
    if (model.countTokens === undefined) {
      const fewest = fewestInputTokens(request.messages);
      if (fewest < contextTokens) return inner(request, context);
      return Promise.reject(
        overflow(`a prompt of ${fewest} tokens or more`, `Shorten the item, or take a model with a larger window.`),
      );
    }
    return Promise.resolve(inputTokensOf(model, { messages: request.messages })).then((tokens) => {
      if (tokens + request.maxTokens <= contextTokens) return inner(request, context);
      throw overflow(
        `a prompt of ${tokens} tokens and maxTokens ${request.maxTokens}`,
        `Shorten the item, lower maxTokens, or take a model with a larger window.`,
      );
    });
  };

  function overflow(got: string, advice: string): ModelError {
    return new ModelError(
      'context-overflow',
      `${model.id}: expected prompt and reply within ${contextTokens} tokens (contextTokens), got ${got}. ${advice}`,
    );
  }
}
