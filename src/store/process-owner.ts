import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner } from '../run/ports.ts';

/** This process, told apart from a later one of the same number by its start. */
export function currentOwner(): Owner {
  return { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) ?? new Date(Date.now() - process.uptime() * 1000).toISOString() };
}

/**
 * Whether an owner still runs. On another host it cannot be seen and is taken for alive. Where the system tells when a process started, a number that was given
 * out again is told from its first bearer.
 */
export function isAlive({ pid, host, startedAt }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  const start = startOf(pid);
  return start === undefined || !startedAt.startsWith('ticks ') || start === startedAt;
}

/** Start of a process in clock ticks since the machine's, as Linux tells it; `undefined` elsewhere. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `ticks ${ticks} of boot ${boot}`;
  } catch {
    return undefined;
  }
}
