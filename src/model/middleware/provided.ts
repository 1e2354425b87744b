import { AssizeError } from '../../core/errors.ts';
import { ModelError, type LanguageModel } from '../language-model.ts';
import type { Invoke } from './call.ts';

/**
 * The innermost of the middleware: one attempt at a model. It reports nothing and prices nothing.
 *
 * `context.onSending` is called as the request is about to be sent: by the model where it says so (`reportsSending`), else here. What it throws
 * comes in the request's place.
 *
 * What a model throws against its contract (anything but a `ModelError`, an `AssizeError` or the reason of an abort) becomes
 * `ModelError('model')`, counted as charged since nobody knows how far it came: a faulty adapter fails its calls and not the whole run.
 */
export function provided(model: LanguageModel): Invoke {
  return async (request, { signal, onSending }) => {
    signal.throwIfAborted();
    let turnedAway: unknown;
    const send = () => {
      try {
        onSending?.();
      } catch (error) {
        turnedAway = error;
        throw error;
      }
    };
    const own = model.reportsSending === true;
    if (!own) send();
    try {
      return { reply: await model.generate(request, own ? { signal, onSending: send } : { signal }), cached: false };
    } catch (error) {
      if (error === turnedAway || error instanceof ModelError || error instanceof AssizeError || signal.aborted) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw new ModelError(
        'model',
        `${model.id}: expected a reply or a ModelError, got: ${what}. Report it to the adapter's author.`,
        {
          charged: true,
          cause: error,
        },
      );
    }
  };
}
