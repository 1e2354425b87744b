import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scratchFolder } from '../scratch-folder.ts';
import { checkTextOutput, writeText } from './write-text.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(() => folder.remove());

it('replaces a file whole, and can be tried beforehand without a trace', async () => {
  const path = join(folder.path, 'report.html');
  await checkTextOutput(path, ['.html']);
  expect(existsSync(path)).toBe(false);
  await writeText(path, 'old');
  await writeText(path, '<p>ไทย</p>');
  expect([await readFile(path, 'utf8'), await readdir(folder.path)]).toEqual(['<p>ไทย</p>', ['report.html']]);
  const missing = join(folder.path, 'no', 'report.html');
  const message = `${missing}: expected a file that can be written, got no folder of that name. Make the folder.`;
  await expect(checkTextOutput(missing, ['.html'])).rejects.toMatchObject({ code: 'output', message });
  await expect(writeText(missing, 'x')).rejects.toMatchObject({ code: 'output', message });
});
