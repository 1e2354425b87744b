import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withFetchLock } from './fetch-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assize-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

describe('withFetchLock', () => {
  it('lets one through at a time, and leaves nothing behind', async () => {
    const file = path.join(folder, 'one.lock');
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 5 }, () => withFetchLock(file, { signal, pollMs: 1 }, work)));
    expect(most).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes over from a process that died, and from one that does not stir', async () => {
    const file = path.join(folder, 'dead.lock');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    for (const holder of [
      { pid, host: hostname() },
      { pid: 1, host: 'another-machine' },
    ]) {
      await writeFile(file, JSON.stringify(holder));
      expect(await withFetchLock(file, { signal, pollMs: 1, staleMs: 20 }, async () => 'done')).toBe('done');
    }
    await writeFile(file, 'torn');
    expect(await withFetchLock(file, { signal, pollMs: 1, staleMs: 20 }, async () => 'done')).toBe('done');
    expect(await readdir(folder)).toEqual([]);
  });

  it('tells whom it waits for, until an abort', async () => {
    const file = path.join(folder, 'held.lock');
    await writeFile(file, JSON.stringify({ pid: process.pid, host: hostname() }));
    const stop = new AbortController();
    const told: number[] = [];
    const waiting = withFetchLock(file, { signal: stop.signal, pollMs: 1, onWait: (pid) => told.push(pid) }, async () => 'done');
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(waiting).rejects.toThrow();
    expect(told).toEqual([process.pid]);
    await rm(file);
  });
});
