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

/**
 * Makes a failed attempt again where another may succeed (`ModelError.retryable`, and not `terminal`); any other error is thrown as it came,
 * and so is the last one once the retries are used up.
 *
 * It waits what Retry-After says, exactly, or else 0.5, 1, 2 … s (30 s at most), each shortened by up to a half at random. While it waits a
 * call holds no place in the limiter and no reserve. Where the budget refuses a further attempt after one that was charged, the refusal is
 * `charged` too: the call was begun.
 */
export function retried(options: RetryOptions, inner: Invoke): Invoke {
  const { retries, random, sleep = timerSleep, longestWaitMs = 600_000 } = options;
  if (!Number.isSafeInteger(retries) || retries < 0)
    throw new AssizeError(
      'usage',
      `retries: expected a whole number, 0 or more, got ${describe(retries)}. Leave it out for the default.`,
    );

  return async (request, context) => {
    let paid: ModelError | undefined;
    for (let used = 0; ; used += 1) {
      try {
        return await inner(request, used === 0 ? context : { ...context, attempt: used });
      } catch (error) {
        if (error instanceof ModelError && error.code === 'budget' && paid !== undefined) throw refusedAfter(paid, error);
        if (error instanceof ModelError && error.charged) paid = error;
        const again = error instanceof ModelError && error.retryable && !error.terminal && used < retries;
        if (!again || context.signal.aborted) throw error;
        await sleep(waitMs(error, used), context.signal);
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

function refusedAfter(paid: ModelError, refusal: ModelError): ModelError {
  return new ModelError('budget', `${refusal.message} An earlier attempt was charged: ${paid.message}`, {
    charged: true,
    cause: refusal,
  });
}
