import { onAbort } from '../on-abort.ts';

/** Lets one call through alone while the others wait, in the order they came. */
export interface Gate {
  /** Whether someone is inside. */
  readonly closed: boolean;
  /**
   * Goes inside alone. The caller must have seen the gate open in the same turn.
   */
  close(): void;
  /** Opens the gate and wakes those who wait, first come first. */
  open(): void;
  /**
   * Keeps the gate closed for one who comes back at once (the same `ticket`), and opens it if that one does not within `graceMs`.
   */
  keepFor(ticket: object, graceMs: number): void;
  /** Whether the gate is kept for this ticket; if so it is taken up, and the caller is inside. */
  takeUp(ticket: object): boolean;
  /** Resolves when the gate has opened; rejects with the signal's reason. */
  wait(signal: AbortSignal): Promise<void>;
}

export function createGate(): Gate {
  let closed = false;
  let kept: { readonly ticket: object; readonly timer: NodeJS.Timeout } | undefined;
  let waiting = new Set<() => void>();

  const open = (): void => {
    clearTimeout(kept?.timer);
    kept = undefined;
    closed = false;
    const woken = waiting;
    waiting = new Set();
    for (const wake of woken) wake();
  };

  return {
    get closed() {
      return closed;
    },
    close() {
      closed = true;
    },
    open,
    keepFor(ticket, graceMs) {
      kept = { ticket, timer: setTimeout(open, graceMs) };
    },
    takeUp(ticket) {
      if (kept?.ticket !== ticket) return false;
      clearTimeout(kept.timer);
      kept = undefined;
      return true;
    },
    wait(signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const stopListening = onAbort(signal, () => {
          waiting.delete(wake);
          reject(signal.reason);
        });
        const wake = (): void => {
          stopListening();
          resolve();
        };
        waiting.add(wake);
      });
    },
  };
}
