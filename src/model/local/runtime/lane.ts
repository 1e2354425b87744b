import type { ControlledEvaluateInputItem, LlamaContextSequence, Token } from 'node-llama-cpp';
import type { LocalCounters } from './counters.ts';
import { normalised, type Distribution } from './distribution.ts';
import { pieceEnds, reusableTokens } from './prompt-pieces.ts';
import type { Turnstile } from './turnstile.ts';

/** A prompt as it is evaluated. */
export type Prompt = {
  readonly tokens: readonly Token[];
  /** Where its first message ends, if there is more after it: what the prompts of one judge share. */
  readonly firstMessageEnd: number | undefined;
};

const nothing: Prompt = { tokens: [], firstMessageEnd: undefined };

export type LaneOptions = {
  readonly sequence: LlamaContextSequence;
  /** One evaluation at a time, over all lanes of a model. */
  readonly evaluation: Turnstile;
  readonly counters: LocalCounters;
};

/** One sequence of a context, with what was last evaluated in it, of which the next prompt reuses what it shares. */
export class Lane {
  readonly sequence: LlamaContextSequence;
  readonly #evaluation: Turnstile;
  readonly #counters: LocalCounters;
  #held: Prompt = nothing;

  constructor({ sequence, evaluation, counters }: LaneOptions) {
    this.sequence = sequence;
    this.#evaluation = evaluation;
    this.#counters = counters;
  }

  get isEmpty(): boolean {
    return this.#held.tokens.length === 0;
  }

  /** How many tokens of a prompt need no evaluation here. Never all of them: the last ones give the reply's first token. */
  reusable({ tokens, firstMessageEnd }: Prompt): number {
    // Such models cannot go back to an earlier token.
    if (this.sequence.needsCheckpoints) return 0;
    let shared = 0;
    // After an abort the prompt's last piece may be missing.
    const end = Math.min(tokens.length, this.#held.tokens.length, this.sequence.nextTokenIndex);
    while (shared < end && tokens[shared] === this.#held.tokens[shared]) shared += 1;
    const heldFirstMessageEnd = this.#held.firstMessageEnd;
    return reusableTokens({ length: tokens.length, firstMessageEnd }, { shared, heldFirstMessageEnd });
  }

  /**
   * Evaluates a prompt but for its last piece, which is given back, with the number of tokens that were reused. An abort is heeded between pieces.
   */
  async begin(prompt: Prompt, signal: AbortSignal): Promise<{ readonly last: Token[]; readonly reused: number }> {
    const { tokens, firstMessageEnd } = prompt;
    const reused = this.reusable(prompt);
    await this.#evaluation.run(signal, () => this.#eraseFrom(reused));
    this.#held = { tokens: tokens.slice(0, reused), firstMessageEnd };
    let start = reused;
    for (const end of pieceEnds({ length: tokens.length, firstMessageEnd }, reused).slice(0, -1)) {
      const piece = tokens.slice(start, end);
      await this.#evaluation.run(signal, () => this.sequence.evaluateWithoutGeneratingNewTokens(piece));
      start = end;
      this.#held = { tokens: tokens.slice(0, end), firstMessageEnd };
      this.#counters.evaluatedPromptTokens += piece.length;
    }
    this.#held = prompt;
    this.#counters.promptTokens += tokens.length;
    this.#counters.reusedPromptTokens += reused;
    this.#counters.evaluatedPromptTokens += tokens.length - start;
    return { last: tokens.slice(start), reused };
  }

  /** Evaluates tokens and gives the distribution of what follows them, at temperature 1 over the whole vocabulary. Nothing is sampled. */
  async distributionAfter(tokens: readonly Token[], signal: AbortSignal): Promise<Distribution> {
    const input: ControlledEvaluateInputItem[] = [...tokens];
    // A temperature of 0 puts no filter before the probabilities: they are the softmax of all logits as they are.
    input[tokens.length - 1] = [tokens.at(-1) as Token, { generateNext: { probabilities: true, options: { temperature: 0 } } }];
    const results = await this.#evaluation.run(signal, () => this.sequence.controlledEvaluate(input));
    const raw = results[tokens.length - 1]?.next.probabilities;
    if (raw === undefined) throw new Error('the runtime gave no probabilities');
    // The runtime adds up 32-bit floats, which leaves some 1e-6 over a large vocabulary.
    return normalised(raw);
  }

  /** The distribution after some further tokens, which are taken back again. */
  async lookAhead(tokens: readonly Token[], signal: AbortSignal): Promise<Distribution> {
    const start = this.sequence.nextTokenIndex;
    try {
      return await this.distributionAfter(tokens, signal);
    } finally {
      await this.#evaluation.run(undefined, () => this.#eraseFrom(start));
    }
  }

  /** Forgets everything: after a fault, what the sequence holds is unknown. */
  async clear(): Promise<void> {
    this.#held = nothing;
    await this.#evaluation.run(undefined, () => this.sequence.clearHistory());
  }

  async #eraseFrom(start: number): Promise<void> {
    const end = this.sequence.nextTokenIndex;
    if (start < end) await this.sequence.eraseContextTokenRanges([{ start, end }]);
  }
}
