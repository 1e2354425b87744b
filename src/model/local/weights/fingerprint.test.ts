import { appendFile, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../../core/hash.ts';
import { fingerprint } from './fingerprint.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assize-sum-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

describe('fingerprint', () => {
  it('reads a file once, and again when it has changed, its times put back too', async () => {
    const file = path.join(folder, 'a.gguf');
    await writeFile(file, 'one');
    let read = 0;
    const options = { folder: path.join(folder, 'cache'), signal, onBytes: () => void (read += 1) };
    expect(await fingerprint(file, options)).toEqual({ sha256: sha256('one'), bytes: 3 });
    expect(await fingerprint(file, options)).toEqual({ sha256: sha256('one'), bytes: 3 });
    expect(read).toBe(1);
    const { atime, mtime } = await stat(file);
    await writeFile(file, 'two');
    await utimes(file, atime, mtime);
    expect(await fingerprint(file, options)).toEqual({ sha256: sha256('two'), bytes: 3 });
    await appendFile(file, '!');
    expect(await fingerprint(file, options)).toEqual({ sha256: sha256('two!'), bytes: 4 });
    expect(read).toBe(3);
  });

  it('does without a memory that is broken or cannot be written', async () => {
    const file = path.join(folder, 'b.gguf');
    await writeFile(file, 'one');
    const broken = path.join(folder, 'broken');
    await fingerprint(file, { folder: broken, signal });
    for (const text of ['{', '[1]', '{"x": 1}']) {
      await writeFile(path.join(broken, '.sums.json'), text);
      expect(await fingerprint(file, { folder: broken, signal })).toEqual({ sha256: sha256('one'), bytes: 3 });
    }
    expect(await fingerprint(file, { folder: path.join(file, 'no-folder'), signal })).toEqual({
      sha256: sha256('one'),
      bytes: 3,
    });
    expect(JSON.parse(await readFile(path.join(broken, '.sums.json'), 'utf8'))).toMatchObject({
      [file]: { sha256: sha256('one') },
    });
  });

  it('rejects with the reason of an abort, and with what the file system says', async () => {
    const reason = new Error('enough');
    const file = path.join(folder, 'c.gguf');
    await writeFile(file, 'x'.repeat(10));
    await expect(fingerprint(path.join(folder, 'none'), { folder, signal })).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(fingerprint(file, { folder, signal: AbortSignal.abort(reason) })).rejects.toThrow();
  });
});
