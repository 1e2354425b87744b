/**
 * Runs tasks from a stream, at most `width` at a time, and resolves when the stream has ended and all have settled. The stream is pulled only when there is
 * room, so that nothing piles up in memory. `stopped` ends the pulling early; the first task that throws ends it too, and is thrown when the others have settled.
 */
export async function runTasks<T>(
  tasks: AsyncIterable<T> | Iterable<T>,
  width: number,
  work: (task: T) => Promise<void>,
  stopped: () => boolean = () => false,
): Promise<void> {
  // Held in an object, since it changes while the loops below wait.
  const state = { active: 0 };
  let failure: { error: unknown } | undefined;
  let wake: (() => void) | undefined;
  const settle = (): void => {
    state.active -= 1;
    wake?.();
  };
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  for await (const task of tasks) {
    while (state.active >= width) await change();
    if (stopped() || failure !== undefined) break;
    state.active += 1;
    work(task).then(settle, (error: unknown) => {
      failure ??= { error };
      settle();
    });
  }
  while (state.active > 0) await change();
  if (failure !== undefined) throw failure.error;
}
