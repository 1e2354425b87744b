import type { Metric } from '../measure/headline.ts';
import { figureText } from './figure.ts';
import { escapeHtml } from './html-escape.ts';
import { htmlTable } from './html-table.ts';
import { languageName } from './language-name.ts';
import type { Report } from './report-source.ts';

/** Every figure of every judge: all items open, each language to be opened. */
export function figuresSection({ judges }: Report): string {
  const groups = [...new Set(judges.flatMap(({ summary }) => summary.metrics.map(({ group }) => group)))];
  if (groups.length === 0) return '';
  const tables = groups.map((group) => {
    const of = (metrics: readonly Metric[]): readonly Metric[] => metrics.filter((metric) => metric.group === group);
    const names = [...new Set(judges.flatMap(({ summary }) => of(summary.metrics).map(({ name }) => name)))];
    const table = htmlTable({
      caption: `Figures, ${group === null ? 'all items' : `language ${group}`}`,
      head: ['figure', ...judges.map(({ summary }) => summary.judge)],
      rows: names.map((name) => [
        escapeHtml(name),
        ...judges.map(({ summary }) => {
          const metric = of(summary.metrics).find((entry) => entry.name === name);
          return metric === undefined ? '–' : escapeHtml(figureText(name, metric));
        }),
      ]),
    });
    return group === null ? table : `<details class="printed"><summary>${languageName(group)}</summary>${table}</details>`;
  });
  return `<section aria-labelledby="figures"><h2 id="figures">Figures</h2>${tables.join('\n')}</section>`;
}
