import { isObject } from '../../core/json.ts';
import type { TokenProbabilities, Usage } from '../language-model.ts';
import { askedAnswer, plainParts, tokenCount, usageOf, type PlainReply } from './adapter.ts';

/** The choice of a raw chat completion that was asked for. */
function choiceOf(raw: unknown): Record<string, unknown> | undefined {
  const choice = askedAnswer(isObject(raw) ? raw['choices'] : undefined);
  return isObject(choice) ? choice : undefined;
}

/** Whether the choice that was asked for is not the first. */
export function chatTakesAnother(raw: unknown): boolean {
  const choices = isObject(raw) ? raw['choices'] : undefined;
  return Array.isArray(choices) && askedAnswer(choices) !== choices[0];
}

/** Tokens of a chat completion; a count that is not there is left out. */
export function chatUsage(raw: unknown): Usage {
  const usage = isObject(raw) ? raw['usage'] : undefined;
  if (!isObject(usage)) return {};
  const details = usage['prompt_tokens_details'];
  return usageOf({
    input: tokenCount(usage['prompt_tokens']),
    output: tokenCount(usage['completion_tokens']),
    cached: isObject(details) ? tokenCount(details['cached_tokens']) : undefined,
  });
}

/** The error that a gateway put into an answer or its choice, where it did (`finish_reason: "error"`). */
export function chatFault(raw: unknown): unknown {
  if (isObject(raw) && raw['error'] !== undefined && raw['error'] !== null) return raw;
  const choice = choiceOf(raw);
  if (choice === undefined) return undefined;
  if (isObject(choice['error'])) return { error: choice['error'] };
  return choice['finish_reason'] === 'error' ? { error: { message: 'the choice ended with an error' } } : undefined;
}

/** What a chat completion says, and why it ended. `content` may be a text, parts, or null (nothing but a call of a tool). */
export function chatPlainReply(raw: unknown): PlainReply | undefined {
  const choice = choiceOf(raw);
  const message = choice?.['message'];
  if (choice === undefined || !isObject(message)) return undefined;
  const parts = plainParts(message['content'] ?? '');
  if (parts === undefined) return undefined;
  const apart = [message['reasoning_content'], message['reasoning']].find((text) => typeof text === 'string' && text !== '');
  const finish = choice['finish_reason'];
  return {
    text: parts.text,
    reasoning: typeof apart === 'string' ? apart : parts.reasoning,
    finish: typeof finish === 'string' ? finish : undefined,
  };
}

/**
 * Token probabilities of a chat completion: `logprobs.content`, or the older parallel lists (`tokens`, `token_logprobs`, `top_logprobs`) that some
 * servers still give. The token that came is always among its alternatives. `undefined` where there are none.
 */
export function chatLogprobs(raw: unknown): TokenProbabilities[] | undefined {
  const logprobs = choiceOf(raw)?.['logprobs'];
  if (!isObject(logprobs)) return undefined;
  if (Array.isArray(logprobs['content'])) {
    return logprobs['content'].filter(isObject).flatMap((entry) => {
      const top = Array.isArray(entry['top_logprobs']) ? entry['top_logprobs'].filter(isObject) : [];
      return position(
        entry['token'],
        entry['logprob'],
        top.map((alternative) => [alternative['token'], alternative['logprob']]),
      );
    });
  }
  const { tokens, token_logprobs: values, top_logprobs: tops } = logprobs;
  if (!Array.isArray(tokens) || !Array.isArray(values)) return undefined;
  return tokens.flatMap((token, index) => {
    const top: unknown = Array.isArray(tops) ? tops[index] : undefined;
    return position(token, values[index], isObject(top) ? Object.entries(top) : []);
  });
}

function position(
  token: unknown,
  logprob: unknown,
  alternatives: readonly (readonly [unknown, unknown])[],
): TokenProbabilities[] {
  if (typeof token !== 'string' || typeof logprob !== 'number') return [];
  const top = alternatives.flatMap(([text, value]) =>
    typeof text === 'string' && typeof value === 'number' ? [{ token: text, logprob: value }] : [],
  );
  return [{ token, logprob, top: top.some((entry) => entry.token === token) ? top : [{ token, logprob }, ...top] }];
}
