import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { AssizeError } from '../core/errors.ts';
import { checkOutput, writeRows } from '../data/output/write-rows.ts';
import type { Report } from './report-source.ts';
import { reportTableNames, reportTables } from './report-tables.ts';

/** The files that each table is written as: the first is formula-safe. */
const endings = ['csv', 'parquet'];

/** Writes every table of a report as CSV (formula-safe) and as Parquet into a folder, which is made where there is none. Files of the same names are replaced, each whole. */
export async function writeTables(folder: string, report: Report): Promise<void> {
  await makeFolder(folder);
  for (const ending of endings)
    for (const { name, columns, rows } of reportTables(report))
      await writeRows(path.join(folder, `${name}.${ending}`), { columns, rows });
}

/** The files that `writeTables` writes. */
export function tableFiles(folder: string): string[] {
  return endings.flatMap((ending) => reportTableNames.map((name) => path.join(folder, `${name}.${ending}`)));
}

/** Finds out whether `writeTables` could write into a folder, and makes it. Throws AssizeError `output` as it does. */
export async function checkTables(folder: string): Promise<void> {
  await makeFolder(folder);
  await checkOutput(path.join(folder, 'figures.csv'));
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new AssizeError(
      'output',
      `${folder}: expected a folder for tables, got a fault (${(error as NodeJS.ErrnoException).code}). Name another.`,
      { cause: error, details: { path: folder } },
    );
  }
}
