import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { currentOwner, isAlive } from './process-owner.ts';

describe('currentOwner', () => {
  it('is the same at every reading, and alive', () => {
    const owner = currentOwner();
    expect(currentOwner()).toEqual(owner);
    expect([owner.pid, owner.host, isAlive(owner)]).toEqual([process.pid, hostname(), true]);
    expect(owner.startedAt).not.toBe('');
  });
});

describe('isAlive', () => {
  it('does not take a process of the same number for its predecessor', () => {
    const owner = currentOwner();
    expect(isAlive({ ...owner, startedAt: owner.startedAt.replace(/.$/u, (last) => (last === '0' ? '1' : '0')) })).toBe(false);
  });

  it('does not mind a clock that was set', () => {
    const owner = currentOwner();
    expect(isAlive({ ...owner, startedAt: owner.startedAt.replace(/^\d{4}-\d\d-\d\d/u, '2001-01-01') })).toBe(
      process.platform === 'linux',
    );
  });

  it('takes an owner on another host, and one whose start is not known, to run', () => {
    const owner = currentOwner();
    expect(isAlive({ ...owner, pid: 2 ** 22 + 1, host: 'elsewhere' })).toBe(true);
    expect(isAlive({ ...owner, startedAt: '' })).toBe(true);
  });

  it('knows a process that was killed', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    await once(child, 'spawn');
    const owner = { pid: child.pid ?? 0, host: hostname(), startedAt: '' };
    expect(isAlive(owner)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(owner)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('knows a process that has ended and that its parent has not collected', async () => {
    const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const tick = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[21];
    const owner = { pid, host: hostname(), startedAt: currentOwner().startedAt.replace(/tick \d+/u, `tick ${tick}`) };
    expect(isAlive(owner)).toBe(true);
    while (/^State:\s+Z/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) === null) await setTimeout(10);
    expect(isAlive(owner)).toBe(false);
    parent.kill();
  });
});
