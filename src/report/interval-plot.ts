import type { JudgeSummary } from '../measure/judge-summary.ts';
import { figureText } from './figure.ts';
import { escapeHtml } from './html-escape.ts';

const rowHeight = 26;
const left = 220;
const width = 480;

/** Accuracy of each judge, whole and by language, as points with their intervals, and the constant baseline as a tick. Undefined ones are said in words. */
export function intervalPlot(judges: readonly JudgeSummary[]): string {
  const rows = judges.flatMap(({ judge, metrics }) =>
    metrics
      .filter(({ name }) => name === 'accuracy')
      .map((metric) => ({
        label: `${judge}, ${metric.group ?? 'all'}`,
        metric,
        baseline: metrics.find(({ name, group }) => name === 'constant-baseline' && group === metric.group),
      })),
  );
  if (rows.length === 0) return '';
  const height = rows.length * rowHeight + 30;
  const x = (share: number): number => left + share * width;
  const body = rows.map(({ label, metric, baseline }, index) => {
    const y = index * rowHeight + 16;
    const name = `<text x="${left - 10}" y="${y + 4}" text-anchor="end">${escapeHtml(label)}</text>`;
    if (metric.status === 'undefined')
      return `${name}<text x="${left}" y="${y + 4}" class="quiet">${escapeHtml(metric.reason)}</text>`;
    const bar =
      baseline?.status === 'ok'
        ? `<line x1="${x(baseline.value)}" x2="${x(baseline.value)}" y1="${y - 8}" y2="${y + 8}" class="baseline"/>`
        : '';
    return `${name}${bar}<line x1="${x(metric.low)}" x2="${x(metric.high)}" y1="${y}" y2="${y}" class="interval"/><circle cx="${x(metric.value)}" cy="${y}" r="4.5"><title>${escapeHtml(figureText('accuracy', metric))}</title></circle>`;
  });
  const axis = [0, 0.25, 0.5, 0.75, 1]
    .map(
      (share) =>
        `<line x1="${x(share)}" x2="${x(share)}" y1="4" y2="${height - 22}" class="grid"/><text x="${x(share)}" y="${height - 6}" text-anchor="middle" class="quiet">${share * 100}%</text>`,
    )
    .join('');
  return `<figure><svg viewBox="0 0 ${left + width + 30} ${height}" role="img" aria-label="Accuracy with intervals">${axis}${body.join('')}</svg><figcaption>Accuracy with its 95% interval; the tick is the share of the commonest gold answer.</figcaption></figure>`;
}
