import type { Estimate } from '../stats/estimate.ts';
import { differenceLines } from './difference-lines.ts';
import { figureText } from './figure.ts';
import { markdownText } from './markdown-text.ts';
import { agreementFigures } from './metric-bounds.ts';
import type { Report, ReportedJudge } from './report-source.ts';
import { trustSentences } from './trust-sentences.ts';

/** A missed threshold or incomplete run, each a line that is said first. */
export type ReportFaults = readonly string[];

/** The report as Markdown, for a pull request or a step summary: the answer, agreement by language, every figure, what is missing, cost. */
export function markdownReport(report: Report, faults: ReportFaults = []): string {
  const { title, judges, differences, run } = report;
  const lines = [
    `## ${markdownText(title)}`,
    '',
    ...faults.flatMap((fault) => [`- **${markdownText(fault)}**`]),
    ...(faults.length > 0 ? [''] : []),
    ...judges.flatMap((judge) => [markdownText(trustSentences(judge).join(' ')), '']),
    ...differenceLines(differences).flatMap((line) => [`- ${markdownText(line)}`]),
    ...(differences.length > 0 ? [''] : []),
    ...agreementTable(judges),
    ...raterTable(judges),
    ...causeTable(judges),
    ...figureTable(judges),
    `Run ${markdownText(run.id)} (${run.state}): ${run.items} items of ${markdownText(run.data)}, ${run.skipped} rows skipped; ${judges.map(({ summary }) => `${markdownText(summary.judge)} ${summary.cost.atLeast ? 'at least ' : ''}$${Number(summary.cost.usd.toPrecision(3))}`).join(', ')}.`,
    '',
  ];
  return lines.join('\n');
}

function agreementTable(judges: readonly ReportedJudge[]): string[] {
  const figure = agreementFigures.find(({ name }) =>
    judges.some(({ summary }) => summary.metrics.some((one) => one.name === name)),
  );
  if (figure === undefined) return [];
  const groups = [...new Set(judges.flatMap(({ summary }) => summary.metrics.map(({ group }) => group)))];
  const cell = ({ summary }: ReportedJudge, group: string | null): string => {
    const metric = summary.metrics.find((one) => one.name === figure.name && one.group === group);
    return metric === undefined ? '–' : told(figure.name, metric);
  };
  return table(
    ['language', ...judges.map(({ summary }) => `${summary.judge}: ${figure.name}`)],
    groups.map((group) => [group ?? 'all', ...judges.map((judge) => cell(judge, group))]),
  );
}

function raterTable(judges: readonly ReportedJudge[]): string[] {
  const rows = judges.flatMap(({ summary, raters }) =>
    (raters?.raters ?? []).map(({ rater, agreement, kappa }) => [
      summary.judge,
      rater,
      told(raters?.metric ?? 'accuracy', agreement),
      kappa === undefined ? '–' : told('kappa', kappa),
    ]),
  );
  return rows.length === 0 ? [] : table(['judge', 'rater', 'agreement', 'κ'], rows);
}

function causeTable(judges: readonly ReportedJudge[]): string[] {
  const rows = judges.flatMap(({ summary, causes }) =>
    causes.map(({ status, cause, count, example }) => [
      summary.judge,
      cause === null ? status : `${status}: ${cause}`,
      `${count} of ${summary.expected}`,
      example.item,
      [...example.message].slice(0, 120).join(''),
    ]),
  );
  return rows.length === 0 ? [] : table(['judge', 'without a verdict', 'judgments', 'first item', 'what it said'], rows);
}

function figureTable(judges: readonly ReportedJudge[]): string[] {
  const names = [
    ...new Set(judges.flatMap(({ summary }) => summary.metrics.filter(({ group }) => group === null).map(({ name }) => name))),
  ];
  const rows = names.map((name) => [
    name,
    ...judges.map(({ summary }) => {
      const metric = summary.metrics.find((one) => one.name === name && one.group === null);
      return metric === undefined ? '–' : told(name, metric);
    }),
  ]);
  const lines = table(['figure, all items', ...judges.map(({ summary }) => summary.judge)], rows);
  return ['<details><summary>All figures</summary>', '', ...lines, '</details>', ''];
}

function told(name: string, estimate: Estimate): string {
  return figureText(name, estimate);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line), ''];
}
