import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterAll, expect, it } from 'vitest';
import { measureStoredRun } from '../measure/stored-run.ts';
import { openMemoryStore } from '../store/open-store.ts';
import { putSampleRun } from '../testing/sample-run.ts';
import { reportOf } from './report-source.ts';
import { checkTables, writeTables } from './write-tables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'assize-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const names = [
  'calibration',
  'causes',
  'confusion',
  'cost',
  'differences',
  'figures',
  'groups',
  'judgments',
  'leniency',
  'raters',
];

it('writes every table as CSV and Parquet, with the same rows', async () => {
  const store = openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const run = await putSampleRun(store, { items: 120, judges: ['a', 'b'] });
  await writeTables(path.join(folder, 'new', 'tables'), reportOf({ run, ...measureStoredRun(run, store) }, store));
  const file = (name: string): string => path.join(folder, 'new', 'tables', name);
  expect(readdirSync(file('.')).sort()).toEqual(names.flatMap((name) => [`${name}.csv`, `${name}.parquet`]));
  for (const name of names) {
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(file(`${name}.parquet`)) });
    const lines = readFileSync(file(`${name}.csv`), 'utf8')
      .trimEnd()
      .split('\n');
    if (name !== 'judgments') expect([name, lines.length - 1]).toEqual([name, rows.length]);
    expect([name, rows.length > 0]).toEqual([name, true]);
  }
  const confusion = await parquetReadObjects({ file: await asyncBufferFromFile(file('confusion.parquet')) });
  expect(confusion.reduce((sum, { judgments }) => sum + Number(judgments), 0)).toBe(240);
  expect((await parquetReadObjects({ file: await asyncBufferFromFile(file('judgments.parquet')) })).length).toBe(240);
});

it('guards what a spreadsheet would run', async () => {
  const store = openMemoryStore({ now: () => '2026-01-01T00:00:00.000Z' });
  const run = await putSampleRun(store, { items: 60 });
  store.runs.putItems(
    run.id,
    [...store.runs.items(run.id)].map((item) => ({
      ...item,
      id: `=1+1 ${item.id}`,
      group: '@SUM(A1)',
      labels: { '+cmd': 'pass' },
    })),
  );
  await writeTables(path.join(folder, 'guarded'), reportOf({ run, ...measureStoredRun(run, store) }, store));
  for (const name of names) {
    const text = readFileSync(path.join(folder, 'guarded', `${name}.csv`), 'utf8');
    expect([name, /(?:^|,)"?[=+@]/mu.test(text)]).toEqual([name, false]);
  }
  expect(readFileSync(path.join(folder, 'guarded', 'causes.csv'), 'utf8')).toContain("'=1+1 item-8");
});

it('refuses a folder that is a file', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  await expect(checkTables(path.join(folder, 'file'))).rejects.toMatchObject({ code: 'output' });
});
