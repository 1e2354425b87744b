import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough to see what else runs, short beside the loading of a model. */
const lookMs = 200;

/**
 * Cores that nothing else uses just now, rounded, at least 1. llama.cpp's threads wait for each other after every operation: where they have to share a core with
 * another program, two decode many times slower than one.
 */
export async function freeCores(): Promise<number> {
  const before = idleMs();
  const startedMs = performance.now();
  await sleep(lookMs);
  return Math.max(1, Math.round((idleMs() - before) / (performance.now() - startedMs)));
}

function idleMs(): number {
  return cpus().reduce((total, { times }) => total + times.idle, 0);
}
