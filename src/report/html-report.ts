import type { Difference } from '../measure/differences.ts';
import type { Metric } from '../measure/headline.ts';
import type { JudgeSummary } from '../measure/judge-summary.ts';
import type { RunStore } from '../run/ports.ts';
import { resultRows, type ResultRow } from '../run/result-rows.ts';
import { differenceLines } from './difference-lines.ts';
import { figureText } from './figure.ts';
import { escapeHtml } from './html-escape.ts';
import { intervalPlot } from './interval-plot.ts';
import { judgeAnswer } from './judge-answer.ts';
import { reportStyle } from './report-style.ts';

/** What a report is made of. */
export type ReportParts = {
  readonly title: string;
  readonly judges: readonly JudgeSummary[];
  readonly differences: readonly ({ readonly a: string; readonly b: string } & Difference)[];
  readonly runs: RunStore;
};

/** So many judgments that differ from gold, or gave no verdict, are shown as evidence. */
const shownRows = 50;

/**
 * One page that stands alone: the answer in words first, then figures with intervals as a picture and a table, then the judgments to look at. No script, nothing
 * loaded from elsewhere; judged text stands as text, in its own direction.
 */
export function htmlReport({ title, judges, differences, runs }: ReportParts): string {
  const run = runs.get(judges[0]?.run ?? '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<section class="answer">${judges.map((judge) => `<p>${escapeHtml(judgeAnswer(judge))}</p>`).join('')}${differenceLines(
    differences,
  )
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')}</section>
<h2>Agreement with gold</h2>
${intervalPlot(judges)}
${figureTables(judges)}
${run === undefined ? '' : `<h2>Judgments to look at</h2>${evidence([...worthALook(resultRows(runs, run))])}`}
<h2>How this was made</h2>
${provenance(judges)}
</main>
</body>
</html>
`;
}

function figureTables(judges: readonly JudgeSummary[]): string {
  const groups = [...new Set(judges.flatMap(({ metrics }) => metrics.map(({ group }) => group)))];
  return groups
    .map(
      (group) =>
        `<details${group === null ? ' open' : ''}><summary>${group === null ? 'All items' : `Language ${escapeHtml(group)}`}</summary>${figureTable(judges, group)}</details>`,
    )
    .join('\n');
}

function figureTable(judges: readonly JudgeSummary[], group: string | null): string {
  const of = ({ metrics }: JudgeSummary): readonly Metric[] => metrics.filter((metric) => metric.group === group);
  const names = [...new Set(judges.flatMap((judge) => of(judge).map(({ name }) => name)))];
  const head = `<tr><th scope="col">figure</th>${judges.map(({ judge }) => `<th scope="col">${escapeHtml(judge)}</th>`).join('')}</tr>`;
  const rows = names.map((name) => {
    const cells = judges.map((judge) => {
      const metric = of(judge).find((entry) => entry.name === name);
      return `<td>${metric === undefined ? '–' : escapeHtml(figureText(name, metric))}</td>`;
    });
    return `<tr><th scope="row">${escapeHtml(name)}</th>${cells.join('')}</tr>`;
  });
  return `<div class="wide"><table><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function* worthALook(rows: Iterable<ResultRow>): Generator<ResultRow> {
  let count = 0;
  for (const row of rows) {
    const differs = row.status === 'scored' && row.gold !== undefined && String(row.value) !== String(row.gold);
    if (!differs && row.status === 'scored') continue;
    yield row;
    count += 1;
    if (count === shownRows) return;
  }
}

function evidence(rows: readonly ResultRow[]): string {
  if (rows.length === 0) return '<p>Every judgment gave a verdict, and none differs from gold.</p>';
  const body = rows.map((row) => {
    const said =
      row.status === 'scored'
        ? String(row.value)
        : `${row.status}${row.problem === undefined ? '' : ` (${row.problem})`}${row.code === undefined ? '' : ` (${row.code})`}`;
    return `<tr><td>${escapeHtml(row.judge)}</td><td dir="auto">${escapeHtml(row.item)}</td><td>${escapeHtml(row.language ?? '')}</td><td>${escapeHtml(said)}</td><td>${escapeHtml(String(row.gold ?? ''))}</td><td dir="auto">${escapeHtml(row.rationale ?? row.message ?? '')}</td></tr>`;
  });
  const head =
    '<tr><th scope="col">judge</th><th scope="col">item</th><th scope="col">language</th><th scope="col">verdict</th><th scope="col">gold</th><th scope="col">reason</th></tr>';
  return `<p>The first ${rows.length} that differ from gold or gave no verdict.</p><div class="wide"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>`;
}

function provenance(judges: readonly JudgeSummary[]): string {
  const rows = judges.map(
    (judge) =>
      `<li>${escapeHtml(judge.judge)}: judge ${escapeHtml(judge.judgeHash.slice(0, 16))}, run ${escapeHtml(judge.run)} (${judge.state}), ${judge.items} items of ${escapeHtml(judge.data)}, ${judge.skipped} rows skipped, ${judge.withoutGold} without gold; cost ${judge.cost.atLeast ? 'at least ' : ''}$${judge.cost.usd.toPrecision(3)}.</li>`,
  );
  return `<ul>${rows.join('')}</ul><p>Intervals are at the 95% level unless a figure says otherwise; draws and items of one source are one cluster. A judge that agrees with these labels has been shown to agree with these labels, no more.</p>`;
}
