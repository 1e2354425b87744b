import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { resolveJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import { viewOf, type SpaceView } from '../core/space-view.ts';
import { openDataset } from '../data/dataset.ts';
import type { DatasetSpec } from '../data/dataset-spec.ts';
import { presetNamed } from '../data/presets/presets.ts';
import type { RatedLabels } from '../data/raters/rated-dataset.ts';
import { allRows } from '../data/row-index.ts';
import type { Row } from '../data/row.ts';
import { head } from '../data/sample.ts';
import { scan } from '../data/scan.ts';
import type { Rubric } from '../judge/spec.ts';
import { datasetConfig } from './load-data.ts';
import type { Workspace } from './workspace.ts';

/** What labels are given in: a verdict space, and the rubric to judge by where there is one. */
export type LabelTask = { readonly view: SpaceView; readonly rubric: Rubric | undefined; readonly from: string };

/** The space of a judge, else of the set's preset, else of the only judge that is configured. @throws AssizeError `usage` where none tells it. */
export async function labelTask(workspace: Workspace, set: string, judge: string | undefined): Promise<LabelTask> {
  const { config } = workspace.loaded;
  const { preset } = datasetConfig(workspace, set);
  const names = Object.keys(config.judges);
  const name = judge ?? (preset === undefined && names.length === 1 ? names[0] : undefined);
  if (name !== undefined) {
    const { spec } = await resolveJudge(workspace.loaded, name);
    return { view: viewOf(spec.verdict), rubric: spec.rubric, from: `judge ${name}` };
  }
  if (preset !== undefined)
    return { view: viewOf(presetNamed(preset, `datasets.${set}.preset`).verdict), rubric: undefined, from: `preset ${preset}` };
  throw new AssizeError(
    'usage',
    `--judge: expected the judge whose verdict space and rubric to label by (${names.join(', ') || 'none is configured'}), got none. Name one.`,
  );
}

/** The items to label: of each id one, with nothing of its own gold or raters. */
export async function labelRows(
  workspace: Workspace,
  set: string,
  { limit, stdin }: { readonly limit?: number; readonly stdin?: Readable },
): Promise<Row[]> {
  const { raters, ...spec } = specOf(workspace, set);
  const dataset = await openDataset(
    // Which consensus its raters came to is of no concern here.
    raters === undefined ? spec : { ...spec, raters: { consensus: 'majority', repeats: 'last' } },
    { name: `datasets.${set}`, base: workspace.loaded.folder, ...(stdin && { stdin }) },
  );
  try {
    const scanned = await scan(dataset, { onBadRow: 'fail' });
    const rows: Row[] = [];
    const selection = limit === undefined ? allRows(scanned.index) : head(scanned.index, limit);
    for await (const { index, source, item, group, system } of scanned.rows(selection))
      rows.push({ index, source, item, group, ...(system !== undefined && { system }) });
    return rows;
  } finally {
    await dataset.close();
  }
}

/** Several raters' labels of a set: those in its own rows where it has `raters`, else those in files of labels. */
export async function labelsOfRaters(
  workspace: Workspace,
  set: string,
  { task, files }: { readonly task: LabelTask; readonly files: readonly string[] },
): Promise<RatedLabels> {
  const { raters, ...spec } = specOf(workspace, set);
  const own = raters !== undefined && files.length === 0;
  const consensus = task.view.scale === 'interval' ? 'median' : 'majority';
  const dataset = await openDataset(own ? { ...spec, raters } : labelFileSpec(files, consensus), {
    name: own ? `datasets.${set}` : 'labels',
    base: workspace.loaded.folder,
    labelView: task.view,
  });
  try {
    const { raters: labels } = await scan(dataset, { onBadRow: 'fail' });
    return labels as RatedLabels;
  } finally {
    await dataset.close();
  }
}

/** Whether the set's own rows hold several raters' labels. */
export function hasRaters(workspace: Workspace, set: string): boolean {
  return datasetConfig(workspace, set).raters !== undefined;
}

/** Where a rater's labels go: `labels/SET.RATER.jsonl` beside the configuration; whatever the names hold, a name in that folder. */
export function labelPath(workspace: Workspace, set: string, rater: string): string {
  return path.join(workspace.loaded.folder, 'labels', `${fileName(set)}.${fileName(rater)}.jsonl`);
}

/** The files of labels of a set that are there. */
export async function labelFiles(workspace: Workspace, set: string): Promise<string[]> {
  const folder = path.join(workspace.loaded.folder, 'labels');
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(`${fileName(set)}.`) && name.endsWith('.jsonl'))
    .toSorted()
    .map((name) => path.join(folder, name));
}

/** Lines of one id with unlike content are told as another item. */
function labelFileSpec(files: readonly string[], consensus: 'median' | 'majority'): DatasetSpec {
  const map = { id: 'id', rater: 'rater', gold: 'gold', fields: { content: 'content' } };
  return { files, format: 'jsonl', map, raters: { consensus, repeats: 'last' } };
}

function fileName(text: string): string {
  return encodeURIComponent(text).replace(
    /[.!'()*]/gu,
    (character) => `%${(character.codePointAt(0) as number).toString(16).toUpperCase()}`,
  );
}

function specOf(workspace: Workspace, set: string): DatasetSpec {
  const { identifyLanguage: _identify, ...given } = datasetConfig(workspace, set);
  return Object.fromEntries(Object.entries(given).filter(([, member]) => member !== undefined)) as DatasetSpec;
}
