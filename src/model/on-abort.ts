const reactionsTo = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `react` when the signal is aborted; gives back what takes the reaction away again. A signal that is aborted already calls nothing.
 *
 * One signal serves all calls of a run: with a listener each, Node would warn of a leak on the user's terminal, and taking one away would
 * cost as many steps as there are. So each signal gets one.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  const reactions = reactionsTo.get(signal) ?? listenTo(signal);
  reactions.add(react);
  return () => {
    reactions.delete(react);
  };
}

function listenTo(signal: AbortSignal): Set<() => void> {
  const reactions = new Set<() => void>();
  reactionsTo.set(signal, reactions);
  const reactAll = () => {
    for (const react of reactions) react();
    reactions.clear();
  };
  signal.addEventListener('abort', reactAll, { once: true });
  return reactions;
}
