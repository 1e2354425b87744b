import path from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import type { Gate } from '../../report/junit-report.ts';
import type { Report } from '../../report/report-source.ts';
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

/** A report that could not be written is told before anything is paid for. */
export async function checkReportFiles(flags: ReportFlags, { cwd, env }: CliContext): Promise<void> {
  const { checkTextOutput } = await import('../../data/output/write-text.ts');
  for (const file of [flags.html, flags.markdown, flags.junit])
    if (file !== undefined) await checkTextOutput(path.resolve(cwd, file));
  if (flags.tables !== undefined) {
    const { checkTables } = await import('../../report/write-tables.ts');
    await checkTables(path.resolve(cwd, flags.tables));
  }
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
