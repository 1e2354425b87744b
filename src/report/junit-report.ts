import type { ResultRow } from '../run/result-rows.ts';
import { resultRows } from '../run/result-rows.ts';
import type { Report, ReportedJudge } from './report-source.ts';
import { visibleText } from './visible-text.ts';

/** Something that a run had to hold: `fault` says in a line why it does not. `suite` is a judge's name, or the run's title. */
export type Gate = { readonly suite: string; readonly name: string; readonly fault?: string };

/** Items without a verdict that are named. */
const mostNamed = 20;

/**
 * The report as JUnit XML: a suite a judge, a test case for each bound the user set and one for the run's completeness. Items are no test cases: a judge that disagrees
 * with gold has not failed, and one that gave no verdict is named, up to twenty, in the output of its suite.
 */
export function junitReport(report: Report, gates: readonly Gate[]): string {
  const { title, judges, run, store } = report;
  const unjudged = namedItems(resultRows(store.runs, run));
  const suites = judges.map((judge) =>
    suite(
      judge,
      gates.filter((gate) => gate.suite === judge.summary.judge),
      unjudged.get(judge.summary.judge) ?? [],
    ),
  );
  const failed = gates.filter(({ fault }) => fault !== undefined).length;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${xmlText(title)}" tests="${gates.length}" failures="${failed}" time="${run.seconds.toFixed(3)}">
${suites.join('\n')}
</testsuites>
`;
}

function suite({ summary }: ReportedJudge, gates: readonly Gate[], unjudged: readonly string[]): string {
  const failed = gates.filter(({ fault }) => fault !== undefined).length;
  const cases = gates.map(({ name, fault }) =>
    fault === undefined
      ? `    <testcase classname="${xmlText(summary.judge)}" name="${xmlText(name)}"/>`
      : `    <testcase classname="${xmlText(summary.judge)}" name="${xmlText(name)}"><failure message="${xmlText(fault)}">${xmlText(fault)}</failure></testcase>`,
  );
  const counts = `${summary.scored} of ${summary.expected} judgments gave a verdict; ${summary.abstained} abstained, ${summary.unreadable} unreadable, ${summary.failed} failed.`;
  return `  <testsuite name="${xmlText(summary.judge)}" tests="${gates.length}" failures="${failed}" time="${summary.seconds.toFixed(3)}">
    <properties>${[
      ['run', summary.run],
      ['judgeHash', summary.judgeHash],
      ['data', summary.data],
      ['state', summary.state],
    ]
      .map(([name, value]) => `<property name="${name}" value="${xmlText(value as string)}"/>`)
      .join('')}</properties>
${cases.join('\n')}
    <system-out>${xmlText([counts, ...unjudged].join('\n'))}</system-out>
  </testsuite>`;
}

/** By judge, a line for each of the first items without a verdict. */
function namedItems(rows: Iterable<ResultRow>): Map<string, string[]> {
  const named = new Map<string, string[]>();
  for (const { judge, item, draw, status, problem, code, message } of rows) {
    if (status === 'scored') continue;
    const lines = named.get(judge) ?? [];
    named.set(judge, lines);
    if (lines.length < mostNamed)
      lines.push(
        `${item}, draw ${draw}: ${status}${(problem ?? code) ? ` (${problem ?? code})` : ''}: ${(message ?? '').replace(/\s+/gu, ' ').slice(0, 300)}`,
      );
  }
  return named;
}

/** A text as XML text or attribute value. What XML cannot hold is shown as a picture of itself. */
function xmlText(text: string): string {
  return visibleText(text)
    .replace(/[\ufffe\uffff]/gu, '\ufffd')
    .replace(/[&<>"'\n\t]/gu, (character) => `&#${character.codePointAt(0)};`);
}
