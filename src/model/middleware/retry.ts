import { AssizeError, describe } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import { ModelError } from '../language-model.ts';
import type { Invoke } from './call.ts';
import { timerSleep, type Sleep } from './sleep.ts';

/** How failed attempts are made again. */
export type RetryOptions = {
  /** Further attempts after the first: a whole number, 0 or more. */
  readonly retries: number;
  /** Spreads the waits; seed it, so that a run waits the same when run again. */
  readonly random: Random;
  readonly sleep?: Sleep;
  /** A Retry-After beyond this is not waited for: the call fails, and is made again when the run is resumed. */
  readonly longestWaitMs?: number;
};

const firstWaitMs = 500;
const longestBackoffMs = 30_000;
/** A model that steps down without end is broken; each of its settings can be left out once. */
const mostSteps = 8;

/**
 * Makes a failed attempt again where another may succeed (`ModelError.retryable`, and not `terminal`); any other error is thrown as it came,
 * and so is the last one once the retries are used up.
 *
 * It waits what Retry-After says, exactly, or else 0.5, 1, 2 … s (30 s at most), each shortened by up to a half at random. An attempt whose
 * model `steppedDown` is made again at once and uses up no retry. While it waits a call holds no place in the limiter and no reserve.
 */
export function retried(options: RetryOptions, inner: Invoke): Invoke {
  const { retries, random, sleep = timerSleep, longestWaitMs = 600_000 } = options;
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new AssizeError(
      'usage',
      `retries: expected a whole number, 0 or more, got ${describe(retries)}. Leave it out for the default.`,
    );

  return async (request, context) => {
    let used = 0;
    let steps = 0;
    for (;;) {
      try {
        return await inner(request, used + steps === 0 ? context : { ...context, attempt: used + steps });
      } catch (error) {
        if (!(error instanceof ModelError) || error.terminal || context.signal.aborted) throw error;
        if (error.steppedDown && steps < mostSteps) {
          steps += 1;
          continue;
        }
        if (!error.retryable || used >= retries) throw error;
        await sleep(waitMs(error, used), context.signal);
        used += 1;
      }
    }
  };

  function waitMs(error: ModelError, used: number): number {
    const { retryAfterMs } = error;
    if (retryAfterMs === undefined || !(retryAfterMs > 0))
      return Math.min(longestBackoffMs, firstWaitMs * 2 ** used) * (1 - random() / 2);
    if (retryAfterMs <= longestWaitMs) return retryAfterMs;
    throw new ModelError(
      error.code,
      `${error.message} (expected a Retry-After of at most ${longestWaitMs / 1000} s, got ${retryAfterMs / 1000} s. Run again later.)`,
      { retryAfterMs, ...(error.status !== undefined && { status: error.status }), cause: error },
    );
  }
}
