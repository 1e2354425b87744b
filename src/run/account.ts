import type { CallObserver, CallResult, Invoke } from '../model/middleware/call.ts';
import { picoOf, usdOf } from '../model/middleware/money.ts';

/** What one judge's part of a run has spent this time. */
export class Account {
  /** Requests sent, retries and re-asks among them. */
  made = 0;
  /** Of those, attempts after the first. */
  retried = 0;
  /** Calls whose reply came now, not from the cache. */
  fresh = 0;
  atLeast = false;
  #pico = 0;

  /** USD charged this time; attempts that timed out or were cut with their reserve. Summed in whole pico-USD, so that a sum of cents is cents. */
  get usd(): number {
    return usdOf(this.#pico);
  }

  /** Sees to the counting of attempts, and passes everything on. */
  observer(inner: CallObserver = {}): CallObserver {
    return {
      ...inner,
      attemptStarted: (attempt) => {
        this.made += 1;
        if (attempt.attempt > 0) this.retried += 1;
        inner.attemptStarted?.(attempt);
      },
      attemptEnded: (attempt) => {
        this.#pico += picoOf(attempt.costUsd);
        this.atLeast ||= attempt.atLeast;
        inner.attemptEnded?.(attempt);
      },
    };
  }

  /** Counts the replies that came now. */
  counting(invoke: Invoke): Invoke {
    return async (request, context): Promise<CallResult> => {
      const result = await invoke(request, context);
      if (!result.cached) this.fresh += 1;
      return result;
    };
  }
}
