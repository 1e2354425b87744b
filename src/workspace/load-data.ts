import type { Readable } from 'node:stream';
import type { DatasetConfig } from '../config/schema.ts';
import type { ResolvedJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import type { Item } from '../core/item.ts';
import { nearest } from '../core/nearest.ts';
import { viewOf } from '../core/space-view.ts';
import { openDataset } from '../data/dataset.ts';
import type { DatasetSpec } from '../data/dataset-spec.ts';
import { allRows, type Selection } from '../data/row-index.ts';
import { raterNotes } from '../data/raters/rater-notes.ts';
import { head, stratifiedSample } from '../data/sample.ts';
import { scan, type ScannedDataset } from '../data/scan.ts';
import { itemPlaceholdersOf } from '../judge/prompt/render.ts';
import { furtherModels, readsParallelItems } from '../judge/catalogue.ts';
import { specsOf, type JudgeSpec } from '../judge/spec.ts';
import type { RunData } from '../run/session.ts';
import { HiddenReasoning } from './hidden-reasoning.ts';
import { unknownName, type Workspace } from './workspace.ts';

/** A scanned set and the rows of it that are judged. */
export type LoadedData = {
  readonly scanned: ScannedDataset;
  readonly selection: Selection;
  readonly runData: RunData;
  readonly notes: readonly string[];
};

/** The data set of a name, as it is configured. Throws `config` naming the nearest. */
export function datasetConfig({ loaded }: Workspace, name: string): DatasetConfig {
  const config = Object.hasOwn(loaded.config.datasets, name) ? loaded.config.datasets[name] : undefined;
  if (config !== undefined) return config;
  const names = Object.keys(loaded.config.datasets);
  throw unknownName('dataset', name, names, nearest(name, names), loaded.file);
}

/** Opens and scans a configured set. */
export async function scanData(
  workspace: Workspace,
  name: string,
  options: { judges: readonly ResolvedJudge[]; skipBadRows: boolean; stdin?: Readable; onItem?: (item: Item) => void },
): Promise<ScannedDataset> {
  const config = datasetConfig(workspace, name);
  const { identifyLanguage, ...given } = config;
  const [judge] = options.judges;
  const dataset = await openDataset(withoutUndefined(given) as DatasetSpec, {
    name: `datasets.${name}`,
    base: workspace.loaded.folder,
    recordedColumns: [...new Set(options.judges.flatMap(({ recordedColumns }) => recordedColumns))],
    ...(identifyLanguage === true && { identifyLanguages: true }),
    ...(judge !== undefined && { labelView: viewOf(judge.spec.verdict) }),
    ...(options.stdin && { stdin: options.stdin }),
  });
  try {
    return await scan(dataset, {
      onBadRow: options.skipBadRows ? 'skip' : 'fail',
      checkGold: goldCheck(options.judges),
      ...(options.onItem && { onItem: options.onItem }),
      ...(options.judges.some(({ spec }) => readsParallelItems(spec)) && { parallel: true }),
    });
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

/** The rows that a command judges: the head of the set, a seeded sample of it, or all. */
export async function loadData(
  workspace: Workspace,
  name: string,
  options: {
    judges: readonly ResolvedJudge[];
    skipBadRows: boolean;
    seed: number;
    limit?: number;
    sample?: number;
    stdin?: Readable;
  },
): Promise<LoadedData> {
  const hidden = new HiddenReasoning();
  const scanned = await scanData(workspace, name, { ...options, onItem: (item) => hidden.add(item) });
  try {
    const notes = [
      ...options.judges.flatMap((judge) => fieldNotes(judge, scanned, workspace)),
      ...hidden.notes(options.judges, scanned.index.count),
    ];
    const selection = selected(scanned, options);
    const runData: RunData = {
      name,
      rowsHash: scanned.rowsHash(selection),
      items: selection.length,
      skipped: scanned.skipped,
      rowLimit: (selection.at(-1) ?? -1) + 1,
      rows: () => scanned.rows(selection),
    };
    return {
      scanned,
      selection,
      runData,
      notes: [
        ...notes,
        ...leftOutNotes(name, scanned),
        ...ratedNotes(name, scanned),
        ...(scanned.terms === undefined ? [] : [scanned.terms]),
      ],
    };
  } catch (error) {
    await scanned.close();
    throw error;
  }
}

/** Rows that a preset leaves out, with its reasons: no sets grow smaller in silence. */
function leftOutNotes(name: string, { leftOut }: ScannedDataset): string[] {
  return Object.entries(leftOut).map(
    ([reason, count]) => `datasets.${name}: ${count} ${count === 1 ? 'row' : 'rows'} left out: ${reason}.`,
  );
}

function selected(
  { index }: ScannedDataset,
  { limit, sample, seed }: { limit?: number; sample?: number; seed: number },
): Selection {
  if (limit !== undefined && sample !== undefined)
    throw new AssizeError('usage', '--sample: expected it without --limit, got both. Choose the head or a sample.');
  if (sample !== undefined) return stratifiedSample(index, { size: sample, seed });
  return limit === undefined ? allRows(index) : head(index, limit);
}

function ratedNotes(name: string, { raters }: ScannedDataset): string[] {
  return raters === undefined ? [] : raterNotes(raters, `datasets.${name}`);
}

/** Gold has to be on every judge's menu. */
function goldCheck(judges: readonly ResolvedJudge[]): (gold: string | number | boolean) => string | undefined {
  const views = judges.map(({ spec }) => viewOf(spec.verdict));
  return (gold) => {
    for (const view of views) {
      const admission = view.admit(gold);
      if ('problem' in admission) return admission.message;
    }
    return undefined;
  };
}

/**
 * Fields that a judge's prompt names: one that no item has is an error, one that some lack is a note.
 */
function fieldNotes({ name, spec }: ResolvedJudge, { fieldCounts, index }: ScannedDataset, { loaded }: Workspace): string[] {
  const place = `judges.${name}`;
  const notes: string[] = [];
  for (const inner of specsOf(spec)) {
    if (inner.model === undefined) continue;
    const implicit = inner.prompt.template === undefined;
    const needed =
      implicit && viewOf(inner.verdict).pairwise ? ['outputA', 'outputB'] : itemPlaceholdersOf(inner.prompt, `${place}.prompt`);
    if (
      implicit &&
      !viewOf(inner.verdict).pairwise &&
      fieldCounts['output'] === undefined &&
      fieldCounts['conversation'] === undefined &&
      fieldCounts['input'] === undefined
    )
      throw new AssizeError(
        'config',
        `${loaded.where(['judges', name])}: ${place}: expected items with an output, an input or a conversation to judge, got none. Map one in the data set.`,
      );
    if (!implicit && showsNothing(needed, fieldCounts))
      notes.push(
        `${place}.prompt: it shows nothing of what is judged (${judgedFields.filter((field) => fieldCounts[field] !== undefined).join(', ')}). Name it, as in {{ output }}.`,
      );
    for (const field of needed) {
      const count = fieldCounts[field] ?? 0;
      if (count === 0)
        throw new AssizeError(
          'config',
          `${loaded.where(['judges', name, 'prompt', 'template'])}: ${place}.prompt: expected a field that items have, got {{ ${field} }}, which none of ${index.count} has. Map it in the data set, or take it out of the prompt.`,
        );
      if (count < index.count)
        notes.push(`${place}: ${index.count - count} of ${index.count} items have no ${field}; the prompt marks it absent.`);
    }
  }
  return notes;
}

/** Fields that hold what is judged. */
const judgedFields = ['output', 'outputA', 'outputB', 'conversation'];

/** Whether a prompt leaves out all that a judge could judge. A further field may hold it, so a prompt that names one is not blamed. */
function showsNothing(named: readonly string[], fieldCounts: Readonly<Record<string, number | undefined>>): boolean {
  return (
    judgedFields.some((field) => fieldCounts[field] !== undefined) &&
    !named.some((field) => judgedFields.includes(field) || field.startsWith('fields.'))
  );
}

/** The models that judge and those that do other work for a judge (a translator), of it and of those inside it, each once. */
export function modelIdsOf(spec: JudgeSpec): string[] {
  return [
    ...new Set(
      specsOf(spec).flatMap((inner) => [...(inner.model ? [inner.model] : []), ...furtherModels(inner)].map(({ id }) => id)),
    ),
  ];
}

function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
