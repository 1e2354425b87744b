import path from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import type { Gate } from '../../report/junit-report.ts';
import type { Report } from '../../report/report-source.ts';
import { checkOutputPaths, type Output } from '../../workspace/output-paths.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';

/** Where a command is to leave its report, as commander gives it. */
export type ReportFlags = {
  readonly html?: string;
  readonly markdown?: string;
  readonly junit?: string;
  readonly tables?: string;
  readonly stepSummary?: boolean;
};

/** Whether any form of the report is asked for. */
export function asksForReport({ html, markdown, junit, tables, stepSummary }: ReportFlags): boolean {
  return [html, markdown, junit, tables].some((file) => file !== undefined) || stepSummary === true;
}

/** Where a command is to leave the judgments and its report. */
export type OutputFlags = ReportFlags & { readonly out?: string };

/** What could not be written, or would replace what the user needs, is told before anything is paid for. */
export async function checkOutputFiles(flags: OutputFlags, workspace: Workspace, { cwd, env }: CliContext): Promise<void> {
  const { out, html, markdown, junit, tables } = flags;
  const texts = [
    { option: '--html', file: html, endings: ['.html', '.htm'] },
    { option: '--markdown', file: markdown, endings: ['.md', '.markdown'] },
    { option: '--junit', file: junit, endings: ['.xml'] },
  ];
  const at = (file: string): string => path.resolve(cwd, file);
  const outputs: Output[] = [{ option: '--out', file: out }, ...texts].flatMap(({ option, file }) =>
    file === undefined ? [] : [{ option, path: at(file) }],
  );
  if (tables !== undefined) {
    const { tableFiles } = await import('../../report/write-tables.ts');
    outputs.push(...tableFiles(at(tables)).map((file) => ({ option: '--tables', path: file })));
  }
  await checkOutputPaths(workspace, outputs);
  if (out !== undefined) await (await import('../../data/output/write-rows.ts')).checkOutput(at(out));
  const { checkTextOutput } = await import('../../data/output/write-text.ts');
  for (const { file, endings } of texts) if (file !== undefined) await checkTextOutput(at(file), endings);
  if (tables !== undefined) await (await import('../../report/write-tables.ts')).checkTables(at(tables));
  if (flags.stepSummary === true) stepSummaryOf(env);
}

/** Writes every form of the report that is asked for. Faults (missed bounds, an incomplete run) are those of the gates. */
export async function writeReportFiles(
  report: Report,
  { flags, gates }: { flags: ReportFlags; gates: readonly Gate[] },
  { cwd, env }: CliContext,
): Promise<void> {
  const { writeParts, writeText } = await import('../../data/output/write-text.ts');
  const at = (file: string): string => path.resolve(cwd, file);
  if (flags.html !== undefined) {
    const { htmlReport } = await import('../../report/html-report.ts');
    await writeParts(at(flags.html), htmlReport(report));
  }
  if (flags.markdown !== undefined || flags.stepSummary === true) {
    const { markdownReport } = await import('../../report/markdown-report.ts');
    const text = markdownReport(
      report,
      gates.flatMap(({ fault }) => fault ?? []),
    );
    if (flags.markdown !== undefined) await writeText(at(flags.markdown), text);
    // GitHub joins what a job's steps append to one file.
    if (flags.stepSummary === true) await (await import('node:fs/promises')).appendFile(stepSummaryOf(env), `${text}\n`);
  }
  if (flags.junit !== undefined) {
    const { junitReport } = await import('../../report/junit-report.ts');
    await writeText(at(flags.junit), junitReport(report, gates));
  }
  if (flags.tables !== undefined) {
    const { writeTables } = await import('../../report/write-tables.ts');
    await writeTables(at(flags.tables), report);
  }
}

function stepSummaryOf(env: NodeJS.ProcessEnv): string {
  const file = env['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '') return file;
  throw new AssizeError(
    'usage',
    '--step-summary: expected GITHUB_STEP_SUMMARY to name a file, got nothing. Run it in a step of GitHub Actions, or use --markdown FILE.',
  );
}
