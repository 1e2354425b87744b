import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDataset } from '../dataset.ts';
import type { Row } from '../row.ts';
import { scan } from '../scan.ts';
import { collected, scratchFolder } from '../scratch-folder.ts';
import { LabelFile } from './label-file.ts';
import { contentOf, type GivenLabel } from './label-line.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let count = 0;
beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(async () => folder.remove());
const newPath = (): string => join(folder.path, `labels-${(count += 1)}`, 'l.jsonl');

const row: Row = {
  index: 0,
  source: { file: 'f', line: 1 },
  group: 'doc',
  gold: 'SECRET',
  item: {
    id: 'a',
    language: 'hi',
    input: 'प्र\u2028श्न',
    output: 'line\nline "quoted"',
    conversation: [{ role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'f', arguments: '{"x":1}' }] }],
    fields: { tone: 'plain' },
  },
};
const label = (rater: string, gold: string): GivenLabel => ({
  id: 'a',
  rater,
  gold,
  content: contentOf(row.item),
  at: '2026-01-01T00:00:00Z',
});

async function withFile<T>(path: string, use: (file: LabelFile) => Promise<T>): Promise<T> {
  const file = await LabelFile.open(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

describe('a file of labels', () => {
  it('keeps each label as a line; the last of a rater counts; others’ labels stay', async () => {
    const path = newPath();
    await withFile(path, async (file) => {
      await file.add(row, label('Ann', 'pass'));
      await file.add(row, label('Bo', 'fail'));
      await file.add(row, { ...label('Ann', 'fail'), rationale: 'No.' });
      expect(file.labelsBy('Ann').get('a')?.gold).toBe('fail');
    });
    await withFile(path, async (file) => {
      expect([file.labelsBy('Ann').get('a'), file.labelsBy('Bo').get('a')?.gold, file.mended]).toEqual([
        { ...label('Ann', 'fail'), rationale: 'No.' },
        'fail',
        undefined,
      ]);
    });
    expect((await readFile(path, 'utf8')).split('\n')).toHaveLength(4);
    expect(await readFile(path, 'utf8')).not.toContain('SECRET');
  });

  it('is read back as a data set without a map, the item as it was', async () => {
    const path = newPath();
    await withFile(path, async (file) => {
      await file.add(row, label('Ann', 'pass'));
      await file.add(row, label('Bo', 'pass'));
    });
    const dataset = await openDataset({ files: path, raters: { consensus: 'majority' } }, { name: 'd', base: folder.path });
    const rows = await collected((await scan(dataset, { onBadRow: 'fail' })).rows());
    await dataset.close();
    const { fields: _fields, ...texts } = row.item;
    expect(rows.map(({ item, gold, group }) => ({ item, gold, group }))).toEqual([
      { item: { ...texts, fields: {} }, gold: 'pass', group: 'doc' },
    ]);
  });

  it('a last line that was cut off is taken away, and said; a whole one without its line end is kept', async () => {
    const path = newPath();
    await withFile(path, (file) => file.add(row, label('Ann', 'pass')));
    const whole = await readFile(path, 'utf8');
    await appendFile(path, whole.slice(0, 40));
    await withFile(path, async (file) => {
      expect(file.mended).toContain('was cut off');
      await file.add(row, label('Ann', 'fail'));
    });
    expect((await readFile(path, 'utf8')).startsWith(whole)).toBe(true);
    await writeFile(path, whole.trimEnd());
    await withFile(path, async (file) => {
      expect([file.labelsBy('Ann').size, file.mended]).toEqual([1, undefined]);
      await file.add(row, label('Bo', 'fail'));
    });
    await withFile(path, async (file) => expect(file.labelsBy('Bo').size).toBe(1));
  });

  it('a line that is no label is an error with its place', async () => {
    const path = newPath();
    await withFile(path, (file) => file.add(row, label('Ann', 'pass')));
    await appendFile(path, '{"id":"a"}\n');
    await expect(LabelFile.open(path)).rejects.toThrow(/l\.jsonl:2: expected id, rater, content and at \(texts\)/u);
    await writeFile(path, 'x\n');
    await expect(LabelFile.open(path)).rejects.toThrow(/l\.jsonl:1: expected a JSON object, got "x" \(string\)/u);
  });

  it('a place that cannot be written is an error that names it', async () => {
    await expect(LabelFile.open(folder.path)).rejects.toMatchObject({
      code: 'output',
      message: expect.stringContaining(folder.path) as string,
    });
  });
});
