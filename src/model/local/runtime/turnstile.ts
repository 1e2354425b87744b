/** Lets one piece of work through at a time, in the order of asking. */
export class Turnstile {
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs `work` when all that was asked for before has ended. Work whose signal aborts while it waits is not begun.
   *
   * @throws what `work` throws; the signal's reason when aborted before its turn.
   */
  async run<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    let leave = (): void => undefined;
    this.#last = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      leave();
    }
  }
}
