import { open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject } from '../../../core/json.ts';

export type FetchLockOptions = {
  readonly signal: AbortSignal;
  /** Told once when another process holds the file. */
  readonly onWait?: (pid: number) => void;
  readonly pollMs?: number;
  /** A holder that has not stirred for so long is taken for dead, whatever its number says. */
  readonly staleMs?: number;
};

const beatMs = 5000;

/**
 * Does some work while holding `file` against every other process: a second one waits until the first is done. The hold of a process that
 * died is taken over.
 *
 * @throws the file system's error where the lock cannot be made; the signal's reason when aborted; whatever `work` throws.
 */
export async function withFetchLock<T>(file: string, options: FetchLockOptions, work: () => Promise<T>): Promise<T> {
  await take(file, options);
  const beat = setInterval(() => void touch(file), beatMs);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await unlink(file).catch(() => undefined);
  }
}

async function take(file: string, { signal, onWait, pollMs = 250, staleMs = 60_000 }: FetchLockOptions): Promise<void> {
  let told = false;
  let beat = { at: Number.NaN, unchangedMs: 0 };
  for (;;) {
    signal.throwIfAborted();
    if (await made(file)) return;
    const holder = await holderOf(file);
    if (holder === undefined) continue;
    beat =
      holder.beatAt === beat.at ? { at: beat.at, unchangedMs: beat.unchangedMs + pollMs } : { at: holder.beatAt, unchangedMs: 0 };
    if (!isAlive(holder) || beat.unchangedMs >= staleMs) {
      await evict(file, holder);
      continue;
    }
    if (!told) onWait?.(holder.pid);
    told = true;
    await wait(pollMs, undefined, { signal });
  }
}

async function made(file: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

type Holder = { readonly pid: number; readonly host: string; readonly beatAt: number };

/** Who holds the lock; `undefined` where it has gone in the meantime. */
async function holderOf(file: string): Promise<Holder | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    const text = await readFile(file, 'utf8');
    // Between its making and its writing the file is empty: its maker is at work.
    const read: unknown = text === '' ? {} : JSON.parse(text);
    const pid = isObject(read) && typeof read['pid'] === 'number' ? read['pid'] : 0;
    const host = isObject(read) && typeof read['host'] === 'string' ? read['host'] : '';
    return { pid, host, beatAt: mtimeMs };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return { pid: 0, host: '', beatAt: 0 };
    throw error;
  }
}

function isAlive({ pid, host }: Holder): boolean {
  if (pid === 0 || host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Moved aside before it is removed, so that of two processes that found it dead only one removes it, and neither a fresh one. */
async function evict(file: string, dead: Holder): Promise<void> {
  const aside = `${file}.${process.pid}`;
  const now = await holderOf(file);
  if (now === undefined || now.pid !== dead.pid || now.beatAt !== dead.beatAt) return;
  try {
    await rename(file, aside);
    await unlink(aside);
  } catch {
    // Another process was quicker.
  }
}

async function touch(file: string): Promise<void> {
  try {
    const { atimeMs, mtimeMs } = await stat(file);
    await utimes(file, atimeMs / 1000, (mtimeMs + beatMs) / 1000);
  } catch {
    // A lock that cannot be touched is still held; the worst is a waiting process that takes it over, and sums are checked anyway.
  }
}
