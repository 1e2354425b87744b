/** Thrown in place of a call that was not sent because its run is ending: the judgment is not made, and a resume makes it. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/** Why a run takes on no more work. */
export type StopReason =
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'budget' }
  | { readonly kind: 'endpoint'; readonly endpoint: string; readonly message: string }
  | { readonly kind: 'deadline'; readonly limitMs: number }
  /** The store cannot serve, or a fault of ours: it is thrown when what is in flight has settled. */
  | { readonly kind: 'fault' };

/**
 * Ends a run in two steps: at once no new request is sent, and what is in flight has `graceMs` to come in (it is paid for); then it is aborted.
 */
export class StopSwitch {
  readonly #abort = new AbortController();
  #reason: StopReason | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #listeners: (() => void)[] = [];

  /** Aborts when the grace is over: what calls in flight are given. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** The first reason stays. A second interrupt aborts at once. */
  stop(reason: StopReason, graceMs: number): void {
    if (this.#reason !== undefined) {
      if (reason.kind === 'interrupted' && this.#reason.kind === 'interrupted') this.abort();
      return;
    }
    this.#reason = reason;
    if (Number.isFinite(graceMs)) {
      this.#timer = setTimeout(() => this.abort(), graceMs);
      this.#timer.unref();
    }
    for (const listener of this.#listeners) listener();
  }

  abort(): void {
    clearTimeout(this.#timer);
    if (!this.#abort.signal.aborted) this.#abort.abort(new RunStopped('The run was ended.'));
  }

  /** Called once when the run begins to end. */
  onStop(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Forgets its timer: the run has ended. */
  dispose(): void {
    clearTimeout(this.#timer);
  }

  /** Throws `RunStopped` once no new request may be sent. */
  check(): void {
    if (this.#reason !== undefined && this.#reason.kind !== 'budget')
      throw new RunStopped('The run is ending: no further request is sent.');
  }
}
