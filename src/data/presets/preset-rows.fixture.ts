import { openDataset } from '../dataset.ts';
import type { DatasetSpec } from '../dataset-spec.ts';
import type { MappedRow } from '../mapping/row-mapper.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { presetNamed } from './presets.ts';

/** What a preset makes of made-up files: rows by id, with columns asked for in `item.recorded`; why rows are bad or left out, with their line. */
export type PresetRows = {
  readonly rows: Readonly<Record<string, MappedRow>>;
  readonly bad: readonly string[];
  readonly leftOut: readonly string[];
};

/** For tests: reads files, by path, with a preset; a list is JSON Lines. The columns that a map needs must be in the rows. */
export async function presetRows(
  name: string,
  files: Readonly<Record<string, string | readonly unknown[]>>,
  { recorded = [], ...spec }: Partial<DatasetSpec> & { readonly recorded?: readonly string[] } = {},
): Promise<PresetRows> {
  const scratch = await scratchFolder();
  try {
    for (const [path, content] of Object.entries(files))
      await scratch.put(path, typeof content === 'string' ? content : content.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const dataset = await openDataset(
      { files: Object.keys(files), preset: presetNamed(name, 'test').name, ...spec },
      { name, base: scratch.path, recordedColumns: recorded },
    );
    const rows: Record<string, MappedRow> = {};
    const bad: string[] = [];
    const leftOut: string[] = [];
    try {
      for (let file = 0; file < dataset.files.length; file += 1)
        for await (const batch of dataset.entries(file))
          for (const entry of batch)
            if ('row' in entry) {
              if (entry.row.item.id in rows) bad.push(`${entry.source.line}: ${entry.row.item.id} twice`);
              rows[entry.row.item.id] = entry.row;
            } else if ('bad' in entry) bad.push(`${entry.source.line}: ${entry.bad}`);
            else leftOut.push(`${entry.source.line}: ${entry.reason ?? 'filter'}`);
      if (Object.keys(rows).length > 0) dataset.checkColumns();
    } finally {
      await dataset.close();
    }
    return { rows, bad, leftOut };
  } finally {
    await scratch.remove();
  }
}
