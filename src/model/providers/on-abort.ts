const waitingOn = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `react` once when the signal aborts; the function it gives back takes that back. The signal must not be aborted yet.
 *
 * A run has one signal and hundreds of calls under way: Node warns of a leak from the eleventh listener on, and removing one costs as many steps as
 * there are. So a signal gets one listener of ours.
 */
export function onAbort(signal: AbortSignal, react: () => void): () => void {
  let reactions = waitingOn.get(signal);
  if (reactions === undefined) {
    const all = new Set<() => void>();
    reactions = all;
    waitingOn.set(signal, all);
    signal.addEventListener(
      'abort',
      () => {
        waitingOn.delete(signal);
        // A set's iteration leaves out what is deleted on the way.
        for (const reaction of all) reaction();
      },
      { once: true },
    );
  }
  const set = reactions;
  set.add(react);
  return () => void set.delete(react);
}
