import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Owner } from '../run/ports.ts';

/**
 * This process, told apart from every other that had or will have its number.
 *
 * `startedAt` is for comparing, and readable: on Linux the time of start to the second and, exact whatever the clock is set to, the boot and the
 * tick of it; elsewhere what `ps` says; empty where neither is to be had.
 */
export function currentOwner(): Owner {
  return { pid: process.pid, host: hostname(), startedAt: startOf(process.pid) ?? '' };
}

/**
 * Whether an owner still runs. A process with its number that started at another time, or that has ended and is only waiting to be collected by
 * its parent, is not it. An owner on another host (or in another container) cannot be seen, and is taken to run.
 */
export function isAlive(owner: Owner): boolean {
  if (owner.host !== hostname()) return true;
  if (!exists(owner.pid)) return false;
  if (owner.startedAt === '') return true;
  const start = startOf(owner.pid);
  return start === undefined || markOf(start) === markOf(owner.startedAt);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not ours to signal, but there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** When a process started; `undefined` where that cannot be known. */
function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  const boot = textOf('/proc/sys/kernel/random/boot_id')?.trim().slice(0, 8);
  if (stat === undefined || boot === undefined) return undefined;
  // The name stands in brackets and may hold any character, brackets and spaces too; then come state (3rd) … start (22nd).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  const ticks = Number(fields[19]);
  if (!Number.isInteger(ticks)) return undefined;
  const bootSeconds = Number(/^btime (\d+)$/mu.exec(textOf('/proc/stat') ?? '')?.[1] ?? 0);
  const time = new Date((bootSeconds + ticks / ticksPerSecond) * 1000).toISOString().replace(/\.\d+Z$/u, 'Z');
  return state === 'Z' || state === 'X' ? `${time}${separator}ended` : `${time}${separator}${boot}, tick ${ticks}`;
}

function startFromPs(pid: number): string | undefined {
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

/** The part that two readings have in common: the time follows the clock when it is set, the boot and tick do not. */
function markOf(startedAt: string): string {
  const at = startedAt.indexOf(separator);
  return at < 0 ? startedAt : startedAt.slice(at + separator.length);
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const separator = ', boot ';
/** Of /proc, on every architecture that Node runs on. */
const ticksPerSecond = 100;
