import { onAbort } from '../model/on-abort.ts';
import type { Sleep } from '../model/middleware/sleep.ts';

type Timer = { readonly atMs: number; readonly order: number; readonly wake: () => void };

/** Time that passes only where nothing else can happen: whatever sleeps by it takes no real time, in the right order. */
export interface VirtualTime {
  /** Milliseconds since the start. */
  readonly now: () => number;
  readonly sleep: Sleep;
  /** Lets time pass until the promise settles, and gives its outcome. Throws where it cannot settle any more, since nothing sleeps. */
  run<T>(promise: Promise<T>): Promise<T>;
}

/** A new clock at 0 ms. Timers of one moment wake in the order in which they were set. */
export function virtualTime(): VirtualTime {
  const timers = new Set<Timer>();
  let nowMs = 0;
  let order = 0;

  return {
    now: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        const timer: Timer = {
          atMs: nowMs + Math.max(0, ms),
          order: (order += 1),
          wake: () => {
            stay();
            resolve();
          },
        };
        const cut = () => {
          timers.delete(timer);
          reject(signal.reason);
        };
        const stay = onAbort(signal, cut);
        timers.add(timer);
      }),
    async run(promise) {
      let settled = false;
      const end = () => {
        settled = true;
      };
      promise.then(end, end);
      for (;;) {
        await quiet();
        if (settled) return promise;
        const next = earliest(timers);
        if (next === undefined)
          throw new Error('virtual time: expected something that sleeps, got nothing. The promise would never settle.');
        timers.delete(next);
        nowMs = next.atMs;
        next.wake();
      }
    },
  };
}

/** Everything that can happen without time passing has happened: all microtasks ran, however many they made. */
function quiet(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function earliest(timers: ReadonlySet<Timer>): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) {
    const sooner = first === undefined || timer.atMs < first.atMs || (timer.atMs === first.atMs && timer.order < first.order);
    if (sooner) first = timer;
  }
  return first;
}
