import { setMaxListeners } from 'node:events';
import { mkdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { AssizeError } from '../../../core/errors.ts';
import { onAbort } from '../../on-abort.ts';
import { cacheFault, reasonOf } from './cache-fault.ts';
import { withFetchLock } from './fetch-lock.ts';
import { fingerprint, rememberSum, takeSum } from './fingerprint.ts';
import type { Wanted } from './sources.ts';
import type { WeightsSource } from './weights-source.ts';

/** What happens while a model is fetched; noun-verb, units in names. */
export type FetchEvent =
  | { readonly type: 'source-tried'; readonly model: string; readonly source: string; readonly totalBytes: number | undefined }
  | {
      readonly type: 'bytes-fetched';
      readonly model: string;
      readonly source: string;
      /** Of the whole model, what earlier attempts fetched included. */
      readonly bytes: number;
      readonly totalBytes: number | undefined;
    }
  | { readonly type: 'source-failed'; readonly model: string; readonly source: string; readonly reason: string }
  | {
      readonly type: 'sum-checked';
      readonly model: string;
      readonly path: string;
      readonly bytes: number;
      readonly sha256: string;
    }
  /** A file of the cache, or one just fetched, was not what it must be, and was removed. */
  | {
      readonly type: 'sum-refused';
      readonly model: string;
      readonly path: string;
      readonly expected: string;
      readonly got: string;
    }
  | { readonly type: 'process-awaited'; readonly model: string; readonly pid: number };

export type FetchOptions = {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onEvent?: ((event: FetchEvent) => void) | undefined;
};

/**
 * Makes sure that a model lies in the cache, whole and with the right sum, and tells what it is. A file that is there but is not what it must be is
 * told, removed and fetched again. Sources are tried in order; what one left unfinished the next goes on with. Two processes that want one model
 * fetch it once.
 *
 * @throws AssizeError `model` where no source has it or the folder cannot take it; the signal's reason when aborted.
 */
export async function fetchWeights(
  wanted: Wanted,
  given: FetchOptions,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  given.signal.throwIfAborted();
  // Every request and wait listens to a signal: on the caller's own Node would warn of a leak.
  const own = new AbortController();
  setMaxListeners(1000, own.signal);
  const stopListening = onAbort(given.signal, () => own.abort(given.signal.reason));
  try {
    return await foundOrFetched(wanted, { ...given, signal: own.signal });
  } finally {
    stopListening();
  }
}

async function foundOrFetched(
  wanted: Wanted,
  options: FetchOptions,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const sound = await soundFile(wanted, options);
  if (sound !== undefined) return sound;
  const { signal, onEvent } = options;
  const folder = path.dirname(wanted.path);
  try {
    await mkdir(folder, { recursive: true });
    const onWait = (pid: number): void => onEvent?.({ type: 'process-awaited', model: wanted.name, pid });
    return await withFetchLock(`${wanted.path}.lock`, { signal, onWait }, async () => {
      // Whoever held the lock before may have fetched it.
      return (await soundFile(wanted, options)) ?? (await fromSources(wanted, options));
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw cacheFault(error, folder);
  }
}

/** The file in the cache, where there is one and it is what it must be. One that is not is removed. */
async function soundFile(
  wanted: Wanted,
  options: FetchOptions,
): Promise<{ readonly sha256: string; readonly bytes: number } | undefined> {
  const there = await stat(wanted.path).catch(() => undefined);
  if (there === undefined) return undefined;
  const sum = await fingerprint(wanted.path, options);
  if (wanted.sha256 === undefined || sum.sha256 === wanted.sha256) return sum;
  const { name: model, sha256: expected } = wanted;
  options.onEvent?.({ type: 'sum-refused', model, path: wanted.path, expected, got: sum.sha256 });
  try {
    await rm(wanted.path);
  } catch (error) {
    throw new AssizeError(
      'model',
      `${wanted.path}: expected ${model} (SHA-256 ${expected}), got a file with another sum (${sum.sha256}) that cannot be removed. Remove it by hand.`,
      { cause: error, details: { path: wanted.path, expected, got: sum.sha256 } },
    );
  }
  return undefined;
}

async function fromSources(wanted: Wanted, options: FetchOptions): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const { name: model } = wanted;
  const part = `${wanted.path}.part`;
  await checkRoom(wanted, part);
  const reasons: string[] = [];
  for (const source of wanted.sources) {
    options.onEvent?.({ type: 'source-tried', model, source: source.label, totalBytes: wanted.bytes });
    try {
      return await fromSource(source, wanted, options);
    } catch (error) {
      options.signal.throwIfAborted();
      const fault = cacheFault(error, path.dirname(part));
      if (fault instanceof AssizeError) throw fault;
      const reason = reasonOf(error);
      options.onEvent?.({ type: 'source-failed', model, source: source.label, reason });
      reasons.push(`${source.label}: ${reason}`);
    }
  }
  throw new AssizeError(
    'model',
    `${model}: expected one of its sources to have it, got none (${reasons.join('; ')}). Get the file elsewhere and name it as local:PATH.gguf.`,
    { details: { model, reasons } },
  );
}

/** Fills, checks, and only then gives the file its name. A sum that is wrong after going on with older bytes is tried once more from nothing. */
async function fromSource(
  source: WeightsSource,
  wanted: Wanted,
  options: FetchOptions,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const { name: model } = wanted;
  const part = `${wanted.path}.part`;
  const { signal, onEvent, folder } = options;
  for (;;) {
    const older = await stat(part).then(
      ({ size }) => size > 0,
      () => false,
    );
    // Bytes that no sum will vouch for are not gone on with.
    if (older && wanted.sha256 === undefined) await rm(part, { force: true });
    await source.fetchInto({
      part,
      signal,
      onBytes: (bytes, total) =>
        onEvent?.({ type: 'bytes-fetched', model, source: source.label, bytes, totalBytes: wanted.bytes ?? total }),
    });
    const sum = await takeSum(part, { signal });
    if (wanted.sha256 === undefined || sum.sha256 === wanted.sha256) {
      await rename(part, wanted.path);
      await rememberSum(wanted.path, sum.sha256, folder);
      onEvent?.({ type: 'sum-checked', model, path: wanted.path, ...sum });
      return sum;
    }
    onEvent?.({ type: 'sum-refused', model, path: part, expected: wanted.sha256, got: sum.sha256 });
    await rm(part, { force: true });
    if (!older) throw new Error(`its file has the SHA-256 ${sum.sha256} where ${wanted.sha256} was expected`);
  }
}

async function checkRoom(wanted: Wanted, part: string): Promise<void> {
  if (wanted.bytes === undefined) return;
  const folder = path.dirname(part);
  const have = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  );
  const needed = wanted.bytes - have;
  if (free >= needed) return;
  throw new AssizeError(
    'model',
    `models: expected ${megabytes(needed)} free for ${wanted.name} in ${folder}, got ${megabytes(free)}. Free some, or set ASSIZE_CACHE to a folder on another disk.`,
    { details: { folder, neededBytes: needed, freeBytes: free } },
  );
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
