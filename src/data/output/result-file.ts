import { open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AssizeError } from '../../core/errors.ts';

let opened = 0;

/**
 * A file that is there whole or not at all: written beside its path, then renamed. A link stays a link, and its target is replaced. What is neither file nor
 * folder is written to directly.
 *
 * Every error of the file system is an AssizeError `output` that names the path.
 */
export class ResultFile {
  readonly #path: string;
  readonly #target: string;
  /** `undefined` where the path is written to directly. */
  readonly #temporary: string | undefined;
  readonly #handle: FileHandle;

  private constructor(path: string, target: string, temporary: string | undefined, handle: FileHandle) {
    this.#path = path;
    this.#target = target;
    this.#temporary = temporary;
    this.#handle = handle;
  }

  static async open(path: string): Promise<ResultFile> {
    try {
      const target = await realpath(path).catch(() => path);
      const found = await stat(target).catch(() => undefined);
      if (found?.isDirectory() === true)
        throw new AssizeError('output', `${path}: expected a file, got a directory. Name a file in it.`, { details: { path } });
      if (found !== undefined && !found.isFile()) return new ResultFile(path, target, undefined, await open(target, 'w'));
      // A rename would replace a file that may not be written to.
      if (found !== undefined) await (await open(target, 'r+')).close();
      opened += 1;
      const temporary = join(dirname(target), `.${basename(target)}.${process.pid}-${opened}.tmp`);
      return new ResultFile(path, target, temporary, await open(temporary, 'w'));
    } catch (error) {
      throw outputError(path, error);
    }
  }

  async write(bytes: Uint8Array): Promise<void> {
    try {
      await this.#handle.writeFile(bytes);
    } catch (error) {
      throw outputError(this.#path, error);
    }
  }

  /** Makes the file durable and gives it its name. */
  async commit(): Promise<void> {
    try {
      // Devices and pipes cannot be synced.
      if (this.#temporary !== undefined) await this.#handle.sync();
      await this.#handle.close();
      if (this.#temporary !== undefined) await rename(this.#temporary, this.#target);
    } catch (error) {
      throw outputError(this.#path, error);
    }
  }

  /** Leaves things as they were. */
  async discard(): Promise<void> {
    await this.#handle.close().catch(() => undefined);
    if (this.#temporary !== undefined) await rm(this.#temporary, { force: true }).catch(() => undefined);
  }
}

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'got no folder of that name. Make the folder.',
  ENOTDIR: 'got a file where a folder should be. Check the path.',
  EACCES: 'got no permission. Change the mode or owner, or write elsewhere.',
  EPERM: 'got no permission. Change the mode or owner, or write elsewhere.',
  EROFS: 'got a read-only disk. Write elsewhere.',
  ENOSPC: 'got a full disk. Make room and run again.',
  EDQUOT: 'got a used-up quota. Make room and run again.',
};

function outputError(path: string, error: unknown): AssizeError {
  if (error instanceof AssizeError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const got = causes[code] ?? `got a fault (${message}). Write elsewhere.`;
  return new AssizeError('output', `${path}: expected a file that can be written, ${got}`, {
    cause: error,
    details: { path, reason: code },
  });
}
