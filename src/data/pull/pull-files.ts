import { lstat, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import { sha256 } from '../../core/hash.ts';
import { ResultFile } from '../output/result-file.ts';
import type { PublicSource, PublishedFile } from '../presets/public-source.ts';
import { FetchFault, type FileSource } from './file-source.ts';

/** What happens while a set is fetched. `number` is the file's, from 1, of `count`. */
export type PullEvent = {
  readonly type: 'file-found' | 'file-fetched';
  readonly to: string;
  readonly bytes: number;
  readonly number: number;
  readonly count: number;
};

export type PullOptions = {
  /** Where the set's folder is to be, or is. */
  readonly folder: string;
  readonly from: FileSource;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: PullEvent) => void;
};

/**
 * Fetches a set's files into a folder, each checked by its sum before it has its name there. A file that is there already with the right sum is kept, so
 * that the same pull goes on where one ended; one with another sum is never replaced. Nothing is written outside of the folder, not through links either.
 *
 * @throws AssizeError `data` where the set has no pinned files, or one cannot be had or has another sum; `output` where the folder cannot take them; the
 * signal's reason when aborted.
 */
export async function pullFiles(
  source: PublicSource,
  options: PullOptions,
): Promise<{ readonly fetched: number; readonly found: number }> {
  const { folder, signal, onEvent } = options;
  const { files } = source;
  if (files.length === 0)
    throw new AssizeError(
      'data',
      `${source.title}: expected files with a pinned sum, got none: they were not at hand when the preset was written. Fetch them by hand from ${source.home} into ${folder}.`,
      { details: { url: source.home } },
    );
  await madeFolder(folder, []);
  let fetched = 0;
  for (const [index, file] of files.entries()) {
    signal.throwIfAborted();
    const path = join(folder, ...partsOf(file));
    const event = { to: file.to, bytes: file.bytes, number: index + 1, count: files.length };
    if (await isFound(path, file)) {
      onEvent?.({ type: 'file-found', ...event });
      continue;
    }
    const bytes = await soundBytes(file, source, options);
    await madeFolder(folder, partsOf(file).slice(0, -1));
    await written(path, bytes);
    fetched += 1;
    onEvent?.({ type: 'file-fetched', ...event });
  }
  return { fetched, found: files.length - fetched };
}

/** The parts of a file's path; none may lead out of the folder. */
function partsOf({ to }: PublishedFile): string[] {
  const parts = to.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:]/u.test(part)))
    throw new AssizeError('data', `${to}: expected a path inside of the set’s folder, got another. Report it.`, {
      details: { to },
    });
  return parts;
}

/** Whether the file is there as published. */
async function isFound(path: string, file: PublishedFile): Promise<boolean> {
  const there = await lstat(path).catch(() => undefined);
  if (there === undefined) return false;
  const bytes = there.isDirectory() ? undefined : await readFile(path).catch(() => undefined);
  if (bytes !== undefined && sha256(bytes) === file.sha256) return true;
  throw new AssizeError(
    'output',
    `${path}: expected the published file (SHA-256 ${file.sha256.slice(0, 16)}…) or nothing, got something else. Move it away, or name another folder with --to.`,
    { details: { path, expected: file.sha256 } },
  );
}

/** The bytes of a file with the right sum. A wrong one is fetched once more: a proxy may have cut it. */
async function soundBytes(file: PublishedFile, source: PublicSource, { folder, from, signal }: PullOptions): Promise<Buffer> {
  const url = from.urlOf(file);
  for (let attempt = 1; ; attempt += 1) {
    let bytes: Buffer;
    try {
      bytes = await from.fetch(file, signal);
    } catch (error) {
      if (!(error instanceof FetchFault)) throw error;
      const page = `https://github.com/${file.repository}/tree/${file.commit}`;
      const advice = error.reached
        ? 'Run the same command again: what is here is kept. Else fetch'
        : 'Set HTTPS_PROXY if there is one, or fetch';
      throw new AssizeError(
        'data',
        `${source.title}: expected ${url}, got ${error.message}. ${advice} by hand from ${page} into ${folder}; assize data show lists the files.`,
        {
          cause: error,
          details: { url, page, folder },
        },
      );
    }
    const got = sha256(bytes);
    if (got === file.sha256) return bytes;
    if (attempt === 2)
      throw new AssizeError(
        'data',
        `${url}: expected SHA-256 ${file.sha256}, got ${got} (${bytes.length} of ${file.bytes} bytes). Do not use it: it is not the file that the preset was made for.`,
        {
          details: { url, expected: file.sha256, got },
        },
      );
  }
}

/** Makes folders one by one; a link among them, below the set's own folder, would lead elsewhere. */
async function madeFolder(folder: string, parts: readonly string[]): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    let path = folder;
    for (const part of parts) {
      path = join(path, part);
      await mkdir(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
      if (!(await lstat(path)).isDirectory())
        throw new AssizeError(
          'output',
          `${path}: expected a folder, got a file or a link. Move it away, or name another folder with --to.`,
          { details: { path } },
        );
    }
  } catch (error) {
    if (error instanceof AssizeError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new AssizeError(
      'output',
      `${folder}: expected a folder that can be written, got ${code ?? message}. Name another with --to.`,
      { cause: error, details: { folder } },
    );
  }
}

async function written(path: string, bytes: Buffer): Promise<void> {
  const file = await ResultFile.open(path);
  try {
    await file.write(bytes);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
