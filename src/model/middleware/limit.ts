import { AssizeError, describe } from '../../core/errors.ts';
import { ModelError } from '../language-model.ts';
import type { Invoke } from './call.ts';
import { WaitQueue } from './wait-queue.ts';

/** How many calls one endpoint gets at once; shared by all its models. */
export interface Limiter {
  /** How many may be in flight now. */
  readonly limit: number;
  readonly inFlight: number;
  readonly waiting: number;
  /**
   * Does the work when its turn comes, and learns from how it ends. Rejects with the signal's reason when that aborts the wait. Work that succeeded
   * keeps its place until `kept` settles.
   */
  run<T>(work: () => Promise<T>, signal: AbortSignal, kept?: Promise<void>): Promise<T>;
}

/** Calls that a key refused from the start may meet, when calls begin one by one: the run stops after as many. */
const probationCalls = 5;

/**
 * A limit that adapts (additive increase, multiplicative decrease), in order of arrival.
 *
 * It starts at `maxConcurrency`, which is its cap. As many successes as the limit allows at once, won while it was the limit that held calls
 * back, raise it by one. A 429 or an overload (503, 529) halves it, once a burst: refusals of calls that were sent before the last
 * halving do not count. Calls in flight are left alone, and a Retry-After delays only the call that got it.
 *
 * Until the endpoint has answered a first call, k terminal errors (key, quota, unknown model) leave room for 5 − k calls in flight,
 * never less than one.
 *
 * @throws AssizeError `usage` where `maxConcurrency` is no whole number above 0.
 */
export function createLimiter({ maxConcurrency }: { readonly maxConcurrency: number }): Limiter {
  if (!Number.isSafeInteger(maxConcurrency) || maxConcurrency < 1)
    throw new AssizeError(
      'usage',
      `maxConcurrency: expected a whole number above 0, got ${describe(maxConcurrency)}. Leave it out for the default.`,
    );
  const queue = new WaitQueue<undefined>(pump);
  let adaptive = maxConcurrency;
  let inFlight = 0;
  let successesAtLimit = 0;
  let decreases = 0;
  let answered = false;
  let terminalErrors = 0;

  return {
    get limit() {
      return allowed();
    },
    get inFlight() {
      return inFlight;
    },
    get waiting() {
      return queue.size;
    },
    run,
  };

  async function run<T>(work: () => Promise<T>, signal: AbortSignal, kept?: Promise<void>): Promise<T> {
    signal.throwIfAborted();
    // Whoever waits was let in when a place came free: a free place means that nobody waits.
    if (inFlight < allowed()) inFlight += 1;
    else await queue.wait(undefined, signal);
    const sentAfter = decreases;
    try {
      const result = await work();
      learnSuccess();
      if (kept === undefined) leave();
      else void kept.then(leave);
      return result;
    } catch (error) {
      learnFailure(error, sentAfter);
      leave();
      throw error;
    }
  }

  function leave(): void {
    inFlight -= 1;
    pump();
  }

  function pump(): void {
    while (queue.size > 0 && inFlight < allowed()) {
      // The place is taken here and not when the waiter wakes: a newcomer in between would overtake it.
      inFlight += 1;
      queue.admit();
    }
  }

  function allowed(): number {
    if (answered || terminalErrors === 0) return adaptive;
    return Math.min(adaptive, Math.max(1, probationCalls - terminalErrors));
  }

  function learnSuccess(): void {
    answered = true;
    if (adaptive === maxConcurrency || inFlight < adaptive) return;
    successesAtLimit += 1;
    if (successesAtLimit < adaptive) return;
    adaptive += 1;
    successesAtLimit = 0;
  }

  function learnFailure(error: unknown, sentAfter: number): void {
    // What its own caller cut says nothing about the endpoint.
    if (!(error instanceof ModelError)) return;
    if (error.terminal) terminalErrors += 1;
    if (!isCongestion(error) || sentAfter < decreases) return;
    adaptive = Math.max(1, Math.floor(adaptive / 2));
    successesAtLimit = 0;
    decreases += 1;
  }
}

/**
 * Holds each attempt until the endpoint has room for it. A reply's place is free once the reply is durable: a kill loses no more replies than the
 * limit has places.
 */
export function limited(limiter: Limiter, inner: Invoke): Invoke {
  return (request, context) => limiter.run(() => inner(request, context), context.signal, context.kept);
}

function isCongestion(error: ModelError): boolean {
  if (error.terminal) return false;
  return error.code === 'rate-limit' || error.status === 503 || error.status === 529;
}
