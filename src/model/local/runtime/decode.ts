import type { LlamaGrammar, LlamaGrammarEvaluationState, SequenceEvaluateOptions, Token } from 'node-llama-cpp';
import type { ModelRequest } from '../../language-model.ts';
import type { LoadedModel } from './loaded-model.ts';
import type { Lane } from './lane.ts';
import { ReplyText } from './reply-text.ts';

export type DecodeOptions = {
  readonly lane: Lane;
  /** What is evaluated first: the last piece of the prompt, or tokens of the reply that are chosen already (`begun`). */
  readonly first: readonly Token[];
  readonly reply: ReplyText;
  readonly request: Pick<ModelRequest, 'temperature' | 'topP' | 'seed' | 'stop'>;
  /** Tokens to be added at most; at least 1. */
  readonly maxTokens: number;
  readonly grammar?: LlamaGrammar | undefined;
  /** Ends the reply early, asked after each token. */
  readonly until?: () => boolean;
  readonly signal: AbortSignal;
};

/** Why a reply ended: the model or a stop text ended it, `maxTokens` did, or `until` did. */
export type DecodeEnd = {
  readonly finish: 'stop' | 'length' | 'until';
  readonly stop?: { readonly at: number; readonly text: string };
};

/**
 * Writes a reply token by token, in rounds with the other replies under way. With a temperature of 0 (the default) it takes the most probable token;
 * else it samples from the whole distribution, cut by `topP` alone, with `seed` (0 where there is none). An abort is heeded between tokens.
 */
export async function decode(loaded: LoadedModel, options: DecodeOptions): Promise<DecodeEnd> {
  const { lane, first, reply, request, maxTokens, until, signal } = options;
  const grammarState = grammarStateOf(loaded, options.grammar);
  const tokens = lane.sequence.evaluate([...first], samplingOf(request, grammarState));
  let added = 0;
  let end: DecodeEnd | undefined;
  const step = async (): Promise<boolean> => {
    signal.throwIfAborted();
    const { value: token, done } = await tokens.next();
    if (done === true) end = { finish: 'stop' };
    else {
      added += 1;
      reply.push(token);
      loaded.counters.decodedTokens += 1;
      const stop = request.stop === undefined ? undefined : reply.firstOf(request.stop);
      if (stop !== undefined) end = { finish: 'stop', stop };
      else if (until?.() === true) end = { finish: 'until' };
      else if (added >= maxTokens) end = { finish: 'length' };
    }
    return end === undefined;
  };
  try {
    // The first step evaluates the end of the prompt: never in a batch with other replies, so that it is the same whatever else goes on.
    if (await loaded.evaluation.run(signal, step)) await loaded.rounds.join(step);
  } finally {
    await tokens.return();
  }
  return end ?? { finish: 'stop' };
}

function grammarStateOf(loaded: LoadedModel, grammar: LlamaGrammar | undefined): LlamaGrammarEvaluationState | undefined {
  return grammar && new loaded.module.LlamaGrammarEvaluationState({ model: loaded.model, grammar });
}

/** `topK: null` leaves that filter out; its default of 40 would cut the distribution, and 0 would sort the vocabulary for each token. */
function samplingOf(
  { temperature = 0, topP = 1, seed = 0 }: DecodeOptions['request'],
  grammarEvaluationState: LlamaGrammarEvaluationState | undefined,
): SequenceEvaluateOptions {
  return {
    temperature,
    topP,
    minP: 0,
    topK: null as unknown as number,
    seed,
    ...(grammarEvaluationState !== undefined && { grammarEvaluationState }),
  };
}
