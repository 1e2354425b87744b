import { execFileSync } from 'node:child_process';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipEntries, zipEntryContent } from './zip-entry.ts';
import { zipOf } from './zip-of.fixture.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assize-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const content = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * index) % 251));

async function read(file: string): Promise<{ names: string[]; contents: Buffer[] }> {
  const archive = await open(file);
  try {
    const entries = await zipEntries(archive);
    const contents: Buffer[] = [];
    for (const entry of entries) contents.push(await buffer(await zipEntryContent(archive, entry)));
    return { names: entries.map(({ name }) => name), contents };
  } finally {
    await archive.close();
  }
}

describe('zip entries', () => {
  it('gives names and contents, deflated and stored and empty', async () => {
    const file = path.join(folder, 'own.zip');
    await writeFile(
      file,
      zipOf([
        ['a/part01.bin', content],
        ['plain.txt', Buffer.from('stored'), 0],
        ['empty', Buffer.alloc(0)],
      ]),
    );
    expect(await read(file)).toEqual({
      names: ['a/part01.bin', 'plain.txt', 'empty'],
      contents: [content, Buffer.from('stored'), Buffer.alloc(0)],
    });
  });

  it('reads what another program wrote, a comment at its end too', async ({ skip }) => {
    const file = path.join(folder, 'python.zip');
    const code = `import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1],'w',zipfile.ZIP_DEFLATED)\nz.writestr('päckchen/a.bin',bytes(i*i%251 for i in range(50000)))\nz.comment=b'made elsewhere'\nz.close()`;
    try {
      execFileSync('python3', ['-c', code, file], { stdio: 'ignore' });
    } catch {
      skip('needs python3');
    }
    expect(await read(file)).toEqual({ names: ['päckchen/a.bin'], contents: [content] });
  });

  it('refuses what is none, and a cut one', async () => {
    const file = path.join(folder, 'cut.zip');
    await writeFile(file, zipOf([['a', content]]));
    await truncate(file, 300);
    await expect(read(file)).rejects.toThrow('not a zip archive, or a cut one');
    await writeFile(file, 'hello');
    await expect(read(file)).rejects.toThrow('not a zip archive');
  });
});
