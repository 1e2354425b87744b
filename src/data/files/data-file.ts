import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AssizeError } from '../../core/errors.ts';
import { openTemporaryFile } from './temporary-file.ts';

const blockBytes = 256 * 1024;

/** Random access to a file's bytes, as the Parquet reader wants it. */
export type RandomAccess = {
  readonly byteLength: number;
  slice(start: number, end?: number): Promise<ArrayBuffer>;
  close(): Promise<void>;
};

/**
 * A file of a data set, which can be read again and again. What begins with gzip's magic number is unpacked, whatever the name says.
 *
 * Errors of the file system and of gzip are AssizeError `data` with one line.
 */
export class DataFile {
  /** As messages and default ids name it. */
  readonly name: string;
  readonly #path: string | undefined;
  readonly #handle: FileHandle | undefined;
  readonly #closers: (() => Promise<void>)[] = [];
  #unpacked: Promise<FileHandle> | undefined;

  private constructor(name: string, path: string | undefined, handle?: FileHandle) {
    this.name = name;
    this.#path = path;
    this.#handle = handle;
  }

  /** A file by its path. Throws where it is missing, unreadable or a folder. */
  static async at(path: string, name: string): Promise<DataFile> {
    const found = await stat(path).catch((error: unknown) => {
      throw fileError(name, error);
    });
    if (found.isDirectory())
      throw new AssizeError(
        'data',
        `${name}: expected a file, got a directory. Name its files, as in ${name.replace(/\/$/u, '')}/*.jsonl.`,
        {
          details: { file: name },
        },
      );
    if (!found.isFile()) {
      // A pipe can be read once; a data set is read twice.
      return DataFile.spooled(createReadStream(path), name);
    }
    const handle = await open(path, 'r').catch((error: unknown) => {
      throw fileError(name, error);
    });
    await handle.close();
    return new DataFile(name, path);
  }

  /** Keeps a stream (standard input) in a temporary file, so that it can be read twice. */
  static async spooled(stream: Readable, name: string, signal?: AbortSignal): Promise<DataFile> {
    const { handle, close } = await openTemporaryFile();
    try {
      for await (const block of stream) {
        signal?.throwIfAborted();
        await handle.writeFile(block as Uint8Array);
      }
    } catch (error) {
      await close();
      signal?.throwIfAborted();
      throw fileError(name, error);
    }
    const file = new DataFile(name, undefined, handle);
    file.#closers.push(close);
    return file;
  }

  /** The unpacked bytes, from the beginning. */
  async *bytes(): AsyncGenerator<Uint8Array> {
    try {
      const raw = this.#raw();
      if (!(await this.#isGzip())) return yield* raw as AsyncIterable<Uint8Array>;
      const gunzip = createGunzip({ chunkSize: blockBytes });
      pipeline(raw, gunzip, () => undefined);
      yield* gunzip as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw fileError(this.name, error);
    }
  }

  /** Random access to the unpacked bytes; a packed file is first unpacked to a temporary one. */
  async randomAccess(): Promise<RandomAccess> {
    try {
      const packed = await this.#isGzip();
      const kept = packed ? await (this.#unpacked ??= this.#unpack()) : this.#handle;
      const handle = kept ?? (await open(this.#path as string, 'r'));
      const { size } = await handle.stat();
      return {
        byteLength: size,
        slice: async (start, end = size) => {
          const bytes = new Uint8Array(Math.max(0, end - start));
          for (let filled = 0; filled < bytes.length;) {
            const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
            if (bytesRead === 0) throw new Error(`the file ends at byte ${start + filled}`);
            filled += bytesRead;
          }
          return bytes.buffer;
        },
        close: async () => {
          if (kept === undefined) await handle.close();
        },
      };
    } catch (error) {
      throw fileError(this.name, error);
    }
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close();
  }

  #raw(): Readable {
    return this.#path === undefined
      ? Readable.from(blocksOf(this.#handle as FileHandle), { objectMode: false, highWaterMark: blockBytes })
      : createReadStream(this.#path, { highWaterMark: blockBytes });
  }

  async #isGzip(): Promise<boolean> {
    const handle = this.#handle ?? (await open(this.#path as string, 'r'));
    try {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(2), 0, 2, 0);
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
    } finally {
      if (handle !== this.#handle) await handle.close();
    }
  }

  async #unpack(): Promise<FileHandle> {
    const { handle, close } = await openTemporaryFile();
    this.#closers.push(close);
    for await (const block of this.bytes()) await handle.writeFile(block);
    return handle;
  }
}

/** One line for an error of the file system or of gzip. */
function fileError(name: string, error: unknown): AssizeError {
  if (error instanceof AssizeError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  const details = { file: name, ...(code !== '' && { reason: code }) };
  const fail = (text: string): AssizeError => new AssizeError('data', `${name}: ${text}`, { cause: error, details });
  if (code === 'ENOENT' || code === 'ENOTDIR') return fail('expected a file, got none of that name. Check the path.');
  if (code === 'EACCES' || code === 'EPERM')
    return fail(`expected a file that can be read, got no permission (${code}). Change its mode or owner.`);
  if (code.startsWith('Z_')) return fail(`expected gzip data, got a damaged or cut-off file (${code}). Fetch it again.`);
  return fail(`expected a file that can be read, got a fault (${message}). Check the file.`);
}

/** The bytes behind a handle from the beginning. A file stream would close the handle when its reader stops early, and the file is read again. */
async function* blocksOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(blockBytes), 0, blockBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
