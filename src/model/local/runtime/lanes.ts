import { onAbort } from '../../on-abort.ts';
import type { Prompt, Lane } from './lane.ts';

type Waiter = { readonly prompt: Prompt; readonly give: (lane: Lane) => void };

/** How many later calls, whose prompts a freed lane knows, may go before the one that waited longest. */
const mostOvertakings = 8;

/** Gives each call a lane of its own, the one where most of its prompt is evaluated already. */
export class Lanes {
  /** Those that are free, the longest unused first. */
  readonly #free: Lane[];
  readonly #waiting: Waiter[] = [];
  #overtakings = 0;

  constructor(lanes: readonly Lane[]) {
    this.#free = [...lanes];
  }

  /**
   * Does some work on a lane that no other has meanwhile, in the order of asking. After work that fails the lane is cleared.
   *
   * @throws what `work` throws; the signal's reason when aborted while waiting.
   */
  async use<T>(prompt: Prompt, signal: AbortSignal, work: (lane: Lane) => Promise<T>): Promise<T> {
    const lane = await this.#take(prompt, signal);
    try {
      return await work(lane);
    } catch (error) {
      // An abort is heeded between evaluations, when the lane knows what it holds. A failed clearing is met by whoever uses the lane next.
      if (!signal.aborted || error !== signal.reason) await lane.clear().catch(() => undefined);
      throw error;
    } finally {
      const next = this.#next(lane);
      if (next === undefined) this.#free.push(lane);
      else next.give(lane);
    }
  }

  async #take(prompt: Prompt, signal: AbortSignal): Promise<Lane> {
    signal.throwIfAborted();
    const best = this.#best(prompt);
    if (best !== undefined) {
      this.#free.splice(this.#free.indexOf(best), 1);
      return best;
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        prompt,
        give: (lane) => {
          stopListening();
          resolve(lane);
        },
      };
      const stopListening = onAbort(signal, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
      });
      this.#waiting.push(waiter);
    });
  }

  /** Who gets a freed lane: of the calls that waited longest, the one that it shares most with. */
  #next(lane: Lane): Waiter | undefined {
    const first = this.#waiting[0];
    if (first === undefined) return undefined;
    let best = first;
    if (this.#overtakings < mostOvertakings) {
      let most = lane.reusable(first.prompt);
      for (const waiter of this.#waiting.slice(1, mostOvertakings)) {
        const reused = lane.reusable(waiter.prompt);
        if (reused > most) [best, most] = [waiter, reused];
      }
    }
    this.#overtakings = best === first ? 0 : this.#overtakings + 1;
    this.#waiting.splice(this.#waiting.indexOf(best), 1);
    return best;
  }

  /**
   * The lane that shares the first message or half of the prompt; else an empty one, so that judges that alternate keep a prefix each; else the one that
   * shares most, the longest unused of equals.
   */
  #best(prompt: Prompt): Lane | undefined {
    const shares = this.#free.map((lane) => ({ lane, reused: lane.reusable(prompt) }));
    const most = shares.reduce<(typeof shares)[number] | undefined>(
      (best, share) => (best === undefined || share.reused > best.reused ? share : best),
      undefined,
    );
    if (most === undefined) return undefined;
    const enough = Math.min(prompt.firstMessageEnd ?? prompt.tokens.length, prompt.tokens.length / 2);
    if (most.reused > 0 && most.reused >= enough) return most.lane;
    return shares.find(({ lane }) => lane.isEmpty)?.lane ?? most.lane;
  }
}
