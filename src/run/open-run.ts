import { AssizeError } from '../core/errors.ts';
import { hashOf } from '../core/hash.ts';
import type { Owner, RunIdentity, RunRecord, RunStore } from './ports.ts';

/** What the run is to be, should there be none to go on with. */
export type RunWish = {
  readonly identity: RunIdentity;
  readonly judges: RunRecord['judges'];
  readonly data: string;
  /** Start a new run whatever is there. */
  readonly fresh: boolean;
  /** Make every call again: an unfinished run of that kind is gone on with, else a new one begins. */
  readonly noCache: boolean;
  readonly items: number;
  readonly skipped: number;
  readonly versions: Readonly<Record<string, string>>;
};

/** The process's view of the world that opening needs. */
export type RunWorld = {
  readonly now: () => string;
  readonly newId: () => string;
  readonly owner: Owner;
  readonly alive: (owner: Owner) => boolean;
};

/**
 * Finds the run that a command goes on with, or begins one, and takes it for this process.
 *
 * @throws AssizeError `locked` where another live process works on the same run, naming it.
 */
export function openRun(runs: RunStore, wish: RunWish, world: RunWorld): { run: RunRecord; resumed: boolean } {
  const identityHash = hashOf(wish.identity);
  const latest = wish.fresh ? undefined : runs.latest(identityHash);
  const found = latest !== undefined && (!wish.noCache || (latest.noCache && latest.state !== 'complete')) ? latest : undefined;
  const id = found?.id ?? world.newId();
  if (found === undefined) {
    const { fresh: _fresh, ...facts } = wish;
    const nothing = { cost: { usd: 0, atLeast: false }, seconds: 0, warnings: [] };
    runs.create({ ...facts, ...nothing, id, identityHash, createdAt: world.now() }, world.owner);
    refuseTwin(runs, { id, identityHash }, world);
  } else {
    const hold = runs.acquire(id, world.owner, world.alive);
    if ('heldBy' in hold) throw lockedBy(id, hold.heldBy);
  }
  const run = runs.get(id);
  if (run === undefined)
    throw new AssizeError('store', `run ${id}: expected its record in the store, got none. Run again with --fresh.`);
  return { run, resumed: found !== undefined };
}

/** Two processes may begin the same run at one moment: the one that wrote its record later steps back. Each record has its owner from the start, so the earlier is always seen as held. */
function refuseTwin(runs: RunStore, mine: { id: string; identityHash: string }, world: RunWorld): void {
  const all = runs.list();
  const older = all
    .slice(all.findIndex(({ id }) => id === mine.id) + 1)
    .filter(({ identityHash, state }) => identityHash === mine.identityHash && state === 'running');
  for (const { id } of older) {
    const hold = runs.acquire(id, world.owner, world.alive);
    if ('held' in hold) runs.release(id, world.owner);
    else {
      runs.delete(mine.id);
      throw lockedBy(id, hold.heldBy);
    }
  }
}

/** The error of a run that another process works on. */
export function lockedBy(run: string, { pid, host, startedAt }: Owner): AssizeError {
  return new AssizeError(
    'locked',
    `run ${run}: expected no other process on the same run, got process ${pid} on ${host} (since ${startedAt}). Wait for it, or end it and run again.`,
    {
      details: { run, pid, host, startedAt },
    },
  );
}
