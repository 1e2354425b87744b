import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/open-store.ts';
import { openRun, type RunWish, type RunWorld } from './open-run.ts';
import type { Owner, RunStore } from './ports.ts';

const now = (): string => '2026-01-01T00:00:00Z';
const wish: RunWish = {
  identity: { command: 'judge', judges: ['hash'], rowsHash: 'rows', draws: 1, seed: 0 },
  judges: [],
  data: 'items',
  fresh: false,
  noCache: false,
  items: 3,
  skipped: 0,
  versions: {},
};

/** A process of a number; the living are those of the list. */
function worldOf(pid: number, living: readonly number[]): RunWorld {
  let made = 0;
  return {
    now,
    newId: () => `run-${pid}-${(made += 1)}`,
    owner: { pid, host: 'here', startedAt: now() },
    alive: (owner: Owner) => living.includes(owner.pid),
  };
}

test('a run is begun, gone on with, and refused to another process', () => {
  const { runs } = openMemoryStore({ now });
  const begun = openRun(runs, wish, worldOf(1, [1, 2]));
  expect([begun.run.id, begun.resumed]).toEqual(['run-1-1', false]);
  expect(() => openRun(runs, wish, worldOf(2, [1, 2]))).toThrow(
    'run run-1-1: expected no other process on the same run, got process 1',
  );
  const resumed = openRun(runs, wish, worldOf(2, [2]));
  expect([resumed.run.id, resumed.resumed]).toEqual(['run-1-1', true]);
});

test('of two processes that begin one run at a moment, the later steps back, whoever looks first', () => {
  const { runs } = openMemoryStore({ now });
  // The second begins between the first one's look for a run and the end of its opening.
  let refused: unknown;
  const interrupted: RunStore = {
    ...runs,
    create: (run, owner) => {
      runs.create(run, owner);
      try {
        openRun({ ...runs, latest: () => undefined }, wish, worldOf(2, [1, 2]));
      } catch (error) {
        refused = error;
      }
    },
  };
  const begun = openRun(interrupted, wish, worldOf(1, [1, 2]));
  expect(begun.run.id).toBe('run-1-1');
  expect(String(refused)).toContain('got process 1 on here');
  expect(runs.list().map(({ id }) => id)).toEqual(['run-1-1']);
});

test('a dead process’s run of the same kind is no twin of a fresh one', () => {
  const { runs } = openMemoryStore({ now });
  openRun(runs, wish, worldOf(1, [1]));
  const fresh = openRun(runs, { ...wish, fresh: true }, worldOf(2, [2]));
  expect([fresh.run.id, fresh.resumed]).toEqual(['run-2-1', false]);
});

test.each([
  ['complete', false],
  ['incomplete', true],
  ['running', true],
] as const)('without the cache, a run left %s is gone on with: %s', (state, goesOn) => {
  const { runs } = openMemoryStore({ now });
  const noCache = { ...wish, noCache: true };
  const first = openRun(runs, noCache, worldOf(1, [1]));
  runs.update(first.run.id, { state });
  runs.release(first.run.id, worldOf(1, []).owner);
  expect(openRun(runs, noCache, worldOf(2, [2])).resumed).toBe(goesOn);
});
