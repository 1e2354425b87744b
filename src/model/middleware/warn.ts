import type { Invoke } from './call.ts';

/**
 * Passes a reply's warnings (a setting that was dropped, a form stepped down) on to the observer, also those of a cached reply: they are as
 * true of this run. One text may come many times; whoever shows it shows it once.
 */
export function warned(inner: Invoke): Invoke {
  return async (request, context) => {
    const result = await inner(request, context);
    for (const warning of result.reply.warnings) context.observer.warning?.(warning);
    return result;
  };
}
