import type { ScriptedReply, ScriptedRequest } from './scripted-endpoint.ts';

/** Writes a reply as the body of one provider's HTTP answer. */
export type Dialect = (reply: ScriptedReply, request: ScriptedRequest) => string;

/** The form that a path asks for: OpenAI's, Anthropic's or Google's; `undefined` where it is no path of a model. */
export function dialectOf(path: string): Dialect | undefined {
  const end = path.includes('?') ? path.slice(0, path.indexOf('?')) : path;
  if (end.endsWith('/chat/completions')) return openai;
  if (end.endsWith('/messages')) return anthropic;
  if (end.endsWith(':generateContent')) return google;
  return undefined;
}

const defaultUsage = { input: 100, output: 10 };

function usageOf(reply: ScriptedReply): { input: number; output: number; cached?: number } | undefined {
  return reply.usage === null ? undefined : (reply.usage ?? defaultUsage);
}

const openai: Dialect = (reply, request) => {
  const usage = usageOf(reply);
  return JSON.stringify({
    id: `chatcmpl-${request.index}`,
    object: 'chat.completion',
    created: 1,
    model: 'scripted',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: reply.text,
          ...(reply.reasoning !== undefined && { reasoning_content: reply.reasoning }),
          ...(reply.refusal !== undefined && { refusal: reply.refusal }),
        },
        finish_reason: reply.finish === 'content-filter' ? 'content_filter' : (reply.finish ?? 'stop'),
        ...(reply.tokens && { logprobs: { content: reply.tokens.map(openaiToken) } }),
      },
    ],
    ...(usage && {
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        ...(usage.cached !== undefined && { prompt_tokens_details: { cached_tokens: usage.cached } }),
      },
    }),
  });
};

function openaiToken(alternatives: readonly (readonly [string, number])[]): object {
  const top = alternatives.map(([token, logprob]) => ({ token, logprob, bytes: [...Buffer.from(token)] }));
  return { ...top[0], top_logprobs: top };
}

const anthropicStops = { stop: 'end_turn', length: 'max_tokens', 'content-filter': 'refusal' } as const;

const anthropic: Dialect = (reply, request) => {
  const usage = usageOf(reply);
  return JSON.stringify({
    id: `msg_${request.index}`,
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [
      ...(reply.reasoning === undefined ? [] : [{ type: 'thinking', thinking: reply.reasoning, signature: 's' }]),
      ...(reply.text === null ? [] : [{ type: 'text', text: reply.text }]),
    ],
    stop_reason: anthropicStops[reply.finish ?? 'stop'],
    stop_sequence: null,
    ...(usage && {
      usage: {
        input_tokens: usage.input - (usage.cached ?? 0),
        output_tokens: usage.output,
        ...(usage.cached !== undefined && { cache_read_input_tokens: usage.cached }),
      },
    }),
  });
};

const googleStops = { stop: 'STOP', length: 'MAX_TOKENS', 'content-filter': 'SAFETY' } as const;

const google: Dialect = (reply) => {
  const usage = usageOf(reply);
  return JSON.stringify({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            ...(reply.reasoning === undefined ? [] : [{ text: reply.reasoning, thought: true }]),
            ...(reply.text === null ? [] : [{ text: reply.text }]),
          ],
        },
        finishReason: googleStops[reply.finish ?? 'stop'],
        index: 0,
      },
    ],
    ...(usage && {
      usageMetadata: {
        promptTokenCount: usage.input,
        candidatesTokenCount: usage.output,
        totalTokenCount: usage.input + usage.output,
        ...(usage.cached !== undefined && { cachedContentTokenCount: usage.cached }),
      },
    }),
  });
};
