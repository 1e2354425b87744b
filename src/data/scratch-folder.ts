import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** For tests: a folder of its own, with a way to put files there; it goes away with `remove`. */
export async function scratchFolder(): Promise<{
  readonly path: string;
  readonly put: (name: string, content: string | Uint8Array) => Promise<string>;
  readonly remove: () => Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'assize-test-'));
  return {
    path,
    put: async (name, content) => {
      const file = join(path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    remove: async () => rm(path, { recursive: true, force: true }),
  };
}

/** For tests: all that a stream gives. */
export async function collected<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of stream) all.push(value);
  return all;
}
