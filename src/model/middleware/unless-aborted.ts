import { onAbort } from '../on-abort.ts';

/** A promise's outcome, or a rejection with the signal's reason where that comes first. What the promise stands for is not stopped. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      promise.catch(() => undefined);
      reject(signal.reason);
      return;
    }
    const stay = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(stay);
  });
}
