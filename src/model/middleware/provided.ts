import { AssizeError } from '../../core/errors.ts';
import { ModelError, type LanguageModel } from '../language-model.ts';
import type { Invoke } from './call.ts';

/**
 * The innermost of the middleware: one attempt at a model. It reports nothing and prices nothing.
 *
 * What a model throws against its contract (anything but a `ModelError`, an `AssizeError` or the reason of an abort) becomes
 * `ModelError('model')`, counted as charged since nobody knows how far it came: a faulty adapter fails its calls and not the whole run.
 */
export function provided(model: LanguageModel): Invoke {
  return async (request, { signal, onSending }) => {
    signal.throwIfAborted();
    if (model.reportsSending !== true) onSending?.();
    try {
      const reply = await model.generate(request, onSending === undefined ? { signal } : { signal, onSending });
      return { reply, cached: false };
    } catch (error) {
      if (error instanceof ModelError || error instanceof AssizeError || signal.aborted) throw error;
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
