import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

/** A file system of its own on a folder, which only root can make; to be unmounted. */
export type Mount = { remount(options: string): void; unmount(): void };

/** Mounts `sizeKb` of memory on a folder, which is made. */
export function mountMemory(folder: string, sizeKb: number): Mount {
  mkdirSync(folder, { recursive: true });
  mount(['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder]);
  return {
    remount: (options) => mount(['-o', `remount,${options}`, folder]),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  };
}

/** Whether this process may mount: root in a container often may not. */
export function mayMount(folder: string): boolean {
  try {
    mountMemory(folder, 64).unmount();
    return true;
  } catch {
    return false;
  }
}

function mount(args: readonly string[]): void {
  const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount: expected it to succeed, got ${String(status)} (${stderr}).`);
}
