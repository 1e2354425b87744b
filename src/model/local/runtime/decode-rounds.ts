import type { Turnstile } from './turnstile.ts';

type Decoder = { readonly step: () => Promise<boolean>; readonly end: () => void; readonly fail: (error: unknown) => void };

/**
 * Advances several replies together, a token each a round: the runtime evaluates the tokens of one round in one batch, which reads the weights once
 * for all of them. Between rounds other work (a prompt's evaluation) has its turn, so that prompts are never mixed into a batch of replies.
 */
export class DecodeRounds {
  readonly #evaluation: Turnstile;
  readonly #active = new Set<Decoder>();
  #running = false;

  constructor(evaluation: Turnstile) {
    this.#evaluation = evaluation;
  }

  /** Calls `step` once a round until it gives `false`. Rejects with what it throws. */
  join(step: () => Promise<boolean>): Promise<void> {
    return new Promise((end, fail) => {
      this.#active.add({ step, end, fail });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#active.size > 0) {
      await this.#evaluation.run(undefined, async () => {
        await Promise.all([...this.#active].map((decoder) => this.#advance(decoder)));
      });
    }
    this.#running = false;
  }

  async #advance(decoder: Decoder): Promise<void> {
    try {
      if (await decoder.step()) return;
      this.#active.delete(decoder);
      decoder.end();
    } catch (error) {
      this.#active.delete(decoder);
      decoder.fail(error);
    }
  }
}
