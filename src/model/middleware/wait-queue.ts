import { onAbort } from '../on-abort.ts';

type Waiter<T> = { readonly value: T; readonly resolve: () => void; readonly reject: (error: unknown) => void };

/**
 * Callers that wait their turn, in order of arrival. An aborted one leaves at once, with its signal's reason.
 *
 * The queue decides nothing: its owner looks at `first` and lets it go on (`admit`) or turns it away (`refuse`). `onLeave` is called after
 * an aborted waiter has left, because the next one may be able to go on.
 */
export class WaitQueue<T> {
  readonly #waiters = new Set<Waiter<T>>();
  readonly #onLeave: () => void;

  constructor(onLeave: () => void) {
    this.#onLeave = onLeave;
  }

  get size(): number {
    return this.#waiters.size;
  }

  /** What the longest-waiting caller waits for; `undefined` where nobody waits. */
  get first(): { readonly value: T } | undefined {
    for (const waiter of this.#waiters) return waiter;
    return undefined;
  }

  /** Resolves when admitted; rejects when refused, or with the signal's reason. */
  wait(value: T, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters.delete(waiter);
        reject(signal.reason);
        this.#onLeave();
      };
      const waiter: Waiter<T> = {
        value,
        resolve: () => {
          stay();
          resolve();
        },
        reject: (error) => {
          stay();
          reject(error);
        },
      };
      const stay = onAbort(signal, leave);
      this.#waiters.add(waiter);
    });
  }

  /** Lets the first waiter go on. */
  admit(): void {
    this.#take()?.resolve();
  }

  /** Turns the first waiter away. */
  refuse(error: unknown): void {
    this.#take()?.reject(error);
  }

  #take(): Waiter<T> | undefined {
    for (const waiter of this.#waiters) {
      this.#waiters.delete(waiter);
      return waiter;
    }
    return undefined;
  }
}
