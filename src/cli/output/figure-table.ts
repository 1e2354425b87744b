import type { JudgeSummary } from '../../measure/judge-summary.ts';
import { figureText } from '../../report/figure.ts';
import { table } from './table.ts';

/** The judges' figures: a row a figure, all first, then each language; a column a judge. */
export function figureTable(judges: readonly JudgeSummary[], stream: NodeJS.WritableStream & { isTTY?: boolean }): string {
  const keys = new Map<string, { name: string; group: string | null }>();
  for (const { metrics } of judges) for (const { name, group } of metrics) keys.set(`${group ?? ''}/${name}`, { name, group });
  const shown = [...keys.values()].filter(({ name, group }) => group === null || perLanguage.has(name));
  const rows = shown.map(({ name, group }) => [
    group ?? 'all',
    name,
    ...judges.map(({ metrics }) => {
      const metric = metrics.find((entry) => entry.name === name && entry.group === group);
      return metric === undefined ? '–' : figureText(name, metric);
    }),
  ]);
  return table(['language', 'figure', ...judges.map(({ judge }) => judge)], rows, stream);
}

/** A language has its agreement and its bar on the terminal; the rest of its figures are in `--json` and the report. */
const perLanguage = new Set(['accuracy', 'kappa', 'weighted-kappa', 'mae', 'constant-baseline', 'mean-score']);
