import { onAbort } from '../on-abort.ts';

/** Waits a number of milliseconds; rejects at once with the signal's reason when it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** The longest wait of one timer: a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** `Sleep` by the system's timer. Zero, negative and NaN wait one turn of the event loop; more than 24.8 days wait 24.8 days. */
export const timerSleep: Sleep = (ms, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const wake = () => {
      stay();
      resolve();
    };
    const cut = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(wake, Math.min(ms, longestTimerMs));
    const stay = onAbort(signal, cut);
  });
