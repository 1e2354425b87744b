import { viewOf } from '../../core/space-view.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { VerdictValue } from '../../core/verdict.ts';
import type { CriteriaSet } from '../../judge/criteria/criteria-set.ts';
import type { Part } from '../../judge/judge.ts';
import { conceptMeans } from '../../judge/steps/criteria-scores.ts';
import type { RunItem, RunRecord, RunStore } from '../../run/ports.ts';

/** An item with its concepts' mean scores; `means` is absent where the scoring failed or nothing of it could be read. */
export type ScoredItem = {
  readonly row: number;
  readonly group: string;
  readonly language?: string;
  readonly gold?: VerdictValue;
  readonly status: 'scored' | 'unreadable' | 'failed';
  readonly means?: readonly (number | undefined)[];
};

/** The items of a run that a judge scored on a criteria set, in order. Gold off the menu is as absent. */
export function scoreTable(
  runs: RunStore,
  run: RunRecord,
  { criteria, space, judge }: { readonly criteria: CriteriaSet; readonly space: VerdictSpace; readonly judge: number },
): ScoredItem[] {
  const view = viewOf(space);
  const items = new Map<number, RunItem>();
  for (const item of runs.items(run.id)) items.set(item.row, item);
  const table: ScoredItem[] = [];
  for (const { row, judge: place, draw, verdict, parts } of runs.judgments(run.id)) {
    const item = items.get(row);
    if (place !== judge || draw !== 0 || item === undefined) continue;
    const admitted = item.gold === undefined ? undefined : view.admit(item.gold);
    const scores = new Map(scoredParts(parts));
    const status = verdict.status === 'failed' ? 'failed' : scores.size === 0 ? 'unreadable' : 'scored';
    table.push({
      row,
      group: item.group,
      status,
      ...(item.language !== undefined && { language: item.language }),
      ...(admitted !== undefined && 'ok' in admitted && { gold: admitted.ok }),
      ...(status === 'scored' && { means: conceptMeans(criteria, scores) }),
    });
  }
  return table;
}

/** A criterion's part ends in its id. */
function scoredParts(parts: readonly Part[]): [string, number][] {
  return parts.flatMap(({ path, role, verdict, children }): [string, number][] =>
    children.length > 0
      ? scoredParts(children)
      : role === 'criteria' && verdict?.status === 'scored'
        ? [[path.slice(path.lastIndexOf('/') + 1), Number(verdict.value)]]
        : [],
  );
}
