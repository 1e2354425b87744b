import type { CallId } from '../../core/hash.ts';
import type { CallRecord, CallStore } from '../call-store.ts';
import type { CallContext, CallResult, Invoke } from './call.ts';
import type { ModelRequest } from '../language-model.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Where finished calls are kept, the time (ISO 8601, UTC), and the model's name for people. */
export type CacheOptions = { readonly store: CallStore; readonly clock: () => string; readonly modelName: string };

/** How long a place stays taken whose reply could not be kept. */
const lostPauseMs = 1000;

type Flight = { readonly result: Promise<CallResult>; readonly signal: AbortSignal };

/**
 * Serves a call that is already in the store, else makes it once and keeps it. The key alone decides (`context.key`): whatever should make a
 * new call has to be in it.
 *
 * - A miss resolves only once its record is durable; a failure is not kept.
 * - Calls with one key in flight are made once: the first makes it, the others get its reply as `cached`. An error reaches them all; but when the
 *   first was aborted by its own signal, the others make the call again among themselves. A waiting caller that is aborted leaves alone.
 */
export function cached({ store, clock, modelName }: CacheOptions, inner: Invoke): Invoke {
  const flights = new Map<CallId, Flight>();

  return async (request, context) => {
    for (;;) {
      context.signal.throwIfAborted();
      const record = store.get(context.key);
      if (record !== undefined) return resultOf(record);
      const flight = flights.get(context.key);
      if (flight === undefined) return takeOff(request, context);
      try {
        return { ...(await unlessAborted(flight.result, context.signal)), cached: true };
      } catch (error) {
        if (context.signal.aborted || !flight.signal.aborted) throw error;
      }
    }
  };

  function takeOff(request: ModelRequest, context: CallContext): Promise<CallResult> {
    const result = make(request, context);
    flights.set(context.key, { result, signal: context.signal });
    const land = () => flights.delete(context.key);
    result.then(land, land);
    return result;
  }

  async function make(request: ModelRequest, context: CallContext): Promise<CallResult> {
    let settle = (): void => {};
    const kept = new Promise<void>((resolve) => (settle = resolve));
    let result: CallResult;
    try {
      result = await inner(request, { ...context, kept });
    } catch (error) {
      settle();
      throw error;
    }
    try {
      const done = await keep(request, context, result);
      settle();
      return done;
    } catch (error) {
      // Whoever hears that nothing can be kept ends the run; until then no waiting call may be sent, whose reply would be lost too.
      setTimeout(settle, lostPauseMs).unref();
      throw error;
    }
  }

  async function keep(request: ModelRequest, context: CallContext, result: CallResult): Promise<CallResult> {
    const { reply, costUsd } = result;
    const kept = {
      id: context.key,
      model: modelName,
      request,
      reply,
      madeAt: clock(),
      ...(context.payer !== undefined && { run: context.payer }),
    };
    await store.put(costUsd === undefined ? kept : { ...kept, costUsd });
    return result;
  }
}

function resultOf({ reply, costUsd }: CallRecord): CallResult {
  return costUsd === undefined ? { reply, cached: true } : { reply, cached: true, costUsd };
}
