import { ModelError } from '../language-model.ts';
import type { Invoke } from './call.ts';

/** A model that steps down without end is broken; each of its settings can be left out once. */
const mostSteps = 8;

/**
 * Makes an attempt again, at once, whose model stepped down (`ModelError.steppedDown`): the endpoint refused a form or a setting, and the same
 * request now goes without it. No retry is used up.
 *
 * It stands inside the limiter, so that the call keeps its place: others may be waiting for how its next attempt ends, in all the other
 * places. Each step is an attempt of its own, numbered on from the first.
 */
export function steppingDown(inner: Invoke): Invoke {
  return async (request, context) => {
    for (let steps = 0; ; steps += 1) {
      try {
        return await inner(request, steps === 0 ? context : { ...context, attempt: (context.attempt ?? 0) + steps });
      } catch (error) {
        const again = error instanceof ModelError && error.steppedDown && steps < mostSteps && !context.signal.aborted;
        if (!again) throw error;
      }
    }
  };
}
