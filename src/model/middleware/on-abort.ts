import { setMaxListeners } from 'node:events';

const prepared = new WeakSet<AbortSignal>();

/**
 * Calls `react` when the signal is aborted; gives back what takes the reaction away again. A signal that is aborted already calls nothing.
 *
 * One signal serves all calls of a run, so any number of reactions is no leak and must not be warned of on the user's terminal.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  if (!prepared.has(signal)) {
    setMaxListeners(0, signal);
    prepared.add(signal);
  }
  signal.addEventListener('abort', react, { once: true });
  return () => signal.removeEventListener('abort', react);
}
