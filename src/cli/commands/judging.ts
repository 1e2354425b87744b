import path from 'node:path';
import { defaultTolerance, incompleteReason, judgingExitCode, type Tolerance } from '../../measure/exit-code.ts';
import type { JudgeSummary } from '../../measure/judge-summary.ts';
import { figureNames } from '../../measure/figure-names.ts';
import {
  checkThresholds,
  missedThresholds,
  parseThreshold,
  type Threshold,
  type ThresholdNames,
} from '../../measure/thresholds.ts';
import { completenessGate, thresholdGates } from '../../report/gates.ts';
import type { Gate } from '../../report/junit-report.ts';
import type { JudgeDifference } from '../../report/report-source.ts';
import type { RunStore } from '../../run/ports.ts';
import type { SessionResult } from '../../run/session.ts';
import { dryRun } from '../../workspace/dry-run.ts';
import type { JudgingOptions } from '../../workspace/judging-options.ts';
import { prepareJudging, type PreparedJudging } from '../../workspace/judging.ts';
import { writeResults } from '../../workspace/write-results.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { dryRunText } from '../output/dry-run-text.ts';
import { causeExamples } from '../output/cause-examples.ts';
import { progressOn, type Progress } from '../output/progress.ts';
import { asksForReport, checkOutputFiles, writeReportFiles, type ReportFlags } from '../output/report-files.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

/** Options of `judge` and `compare` as commander gives them. */
export type JudgingFlags = SharedOptions &
  ReportFlags & {
    readonly data: string;
    readonly out?: string;
    readonly limit?: number;
    readonly sample?: number;
    readonly draws?: number;
    readonly concurrency?: number;
    readonly budgetUsd?: number;
    readonly cache: boolean;
    readonly fresh?: boolean;
    readonly skipBadRows?: boolean;
    readonly retryUnreadable?: boolean;
    readonly maxUnreadable?: number;
    readonly maxFailed?: number;
    readonly min: readonly string[];
    readonly max: readonly string[];
    readonly timeLimit?: number;
    readonly dryRun?: boolean;
    readonly seed?: number;
  };

/** What a judging study gives: the summary that is printed, the judges' own, and how the run ended. */
export type Judged = { readonly summary: object; readonly judges: readonly JudgeSummary[]; readonly result: SessionResult };

/** How a command runs its study and shows the outcome. */
export type JudgingStudy<T extends Judged> = {
  readonly command: 'judge' | 'compare';
  run(prepared: PreparedJudging): Promise<T>;
  text(outcome: T, context: CliContext): string;
  /** Paired differences, where the study makes them. */
  differences(outcome: T): readonly JudgeDifference[];
};

/** Runs a judging command: prepares, judges, prints, writes, and decides the exit code. */
export async function runJudging<T extends Judged>(
  names: readonly string[],
  flags: JudgingFlags,
  { study, context }: { study: JudgingStudy<T>; context: CliContext },
): Promise<number> {
  const thresholds = [
    ...flags.min.map((text) => parseThreshold('min', text)),
    ...flags.max.map((text) => parseThreshold('max', text)),
  ];
  const loaded = await configOf(flags, context);
  const workspace = openWorkspace(loaded, { env: context.env });
  await checkOutputFiles(flags, workspace, context);
  const interrupts = interruptsOf(context, flags.quiet === true);
  const progress = progressOn(context.terminal?.stderr ?? context.stderr, {
    quiet: flags.quiet === true,
    clock: () => performance.now(),
  });
  try {
    const prepared = await prepareJudging(workspace, study.command, names, {
      ...optionsOf(flags),
      ...progressOf(flags, progress, context),
      ...interrupts.signals,
      stdin: process.stdin,
    });
    try {
      checkThresholds(thresholds, figuresOf(prepared));
      if (flags.dryRun === true) {
        const plan = await dryRun(workspace, prepared);
        if (flags.json === true) printJson(plan, context);
        else context.stdout.write(dryRunText(plan));
        return 0;
      }
      const outcome = await study.run(prepared);
      progress.end();
      const tolerance = toleranceOf(flags, loaded.config.defaults);
      const missed = missedThresholds(thresholds, outcome.judges);
      if (flags.out !== undefined)
        await writeResults(await workspace.store(), outcome.result.run, path.resolve(context.cwd, flags.out));
      if (asksForReport(flags)) {
        const { reportOf } = await import('../../report/report-source.ts');
        const { judges, result } = outcome;
        const report = reportOf({ run: result.run, judges, differences: study.differences(outcome) }, await workspace.store());
        await writeReportFiles(report, { flags, gates: gatesOf(judges, thresholds, tolerance) }, context);
      }
      if (flags.json === true) printJson(outcome.summary, context);
      else context.stdout.write(study.text(outcome, context));
      tellEnd(outcome, { missed, tolerance, flags, context });
      if (flags.quiet !== true) tellCauses(outcome, (await workspace.store()).runs, context);
      return judgingExitCode(outcome.judges, { tolerance, missed: missed.length });
    } finally {
      await prepared.close();
    }
  } finally {
    // A bar that is not ended keeps the process alive, and the cursor hidden.
    progress.end();
    interrupts.remove();
    await workspace.close();
  }
}

/** What the run will have figures of. */
function figuresOf({ resolved, data: { scanned, selection } }: PreparedJudging): ThresholdNames {
  const { language, languages } = scanned.index;
  const codes = new Set(Array.from(selection, (row) => language[row]));
  return {
    metrics: [...new Set(resolved.flatMap(({ spec }) => figureNames(spec.verdict)))],
    languages: languages.filter((_name, code) => codes.has(code)),
  };
}

/** What each judge's part of the run had to hold: that it is complete, then the bounds in the order they were given. */
function gatesOf(judges: readonly JudgeSummary[], thresholds: readonly Threshold[], tolerance: Tolerance): Gate[] {
  return judges.flatMap((summary) => [completenessGate(summary, tolerance), ...thresholdGates(summary, thresholds)]);
}

/** The options of a judging command as the workspace takes them. */
export function optionsOf(flags: JudgingFlags): JudgingOptions {
  const { data, limit, sample, draws, concurrency, budgetUsd, cache, fresh, skipBadRows, retryUnreadable, seed, timeLimit } =
    flags;
  return {
    data,
    ...(limit !== undefined && { limit }),
    ...(sample !== undefined && { sample }),
    ...(draws !== undefined && { draws }),
    ...(concurrency !== undefined && { concurrency }),
    ...(budgetUsd !== undefined && { budgetUsd }),
    ...(cache ? {} : { noCache: true }),
    ...(fresh === true && { fresh }),
    ...(skipBadRows === true && { skipBadRows }),
    ...(retryUnreadable === true && { retryUnreadable }),
    ...(seed !== undefined && { seed }),
    ...(timeLimit !== undefined && { timeLimitMs: timeLimit * 1000 }),
  };
}

/** Progress and notes on the terminal, none where quiet. */
export function progressOf(
  { quiet, dryRun: dry }: JudgingFlags,
  progress: Progress,
  { stderr }: CliContext,
): Pick<JudgingOptions, 'progress'> {
  if (quiet === true) return {};
  return {
    progress: {
      opened: ({ run, resumed, state, total, done }) => {
        if (resumed)
          stderr.write(
            done === total
              ? `Run ${run} is ${state}: its result is printed again.\n`
              : `Going on with run ${run} (${state}): ${done} of ${total} judgments are there.\n`,
          );
        if (done < total) progress.begin(total, done, 'judged');
      },
      advanced: (facts) => progress.advance(facts),
      note: (message) => {
        if (dry !== true) stderr.write(`note: ${message}\n`);
      },
    },
  };
}

/** The first Ctrl-C lets calls in flight come in; a second ends at once. */
export function interruptsOf({ stderr }: CliContext, quiet: boolean) {
  const first = new AbortController();
  const second = new AbortController();
  const interrupt = (): void => {
    if (first.signal.aborted) second.abort();
    else {
      if (!quiet) stderr.write('\nEnding: calls in flight may come in for 5 s (Ctrl-C again ends at once).\n');
      first.abort();
    }
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  return {
    signals: { signal: first.signal, abortSignal: second.signal },
    remove: () => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
    },
  };
}

function toleranceOf(
  { maxUnreadable, maxFailed }: JudgingFlags,
  defaults: { maxUnreadable?: number | undefined; maxFailed?: number | undefined },
): Tolerance {
  return {
    maxUnreadable: maxUnreadable ?? defaults.maxUnreadable ?? defaultTolerance.maxUnreadable,
    maxFailed: maxFailed ?? defaults.maxFailed ?? defaultTolerance.maxFailed,
  };
}

/** Counts of what has no verdict say nothing of why: the first of each kind, in the words it came in. */
function tellCauses({ judges, result: { run } }: Judged, runs: RunStore, { stderr }: CliContext): void {
  if (judges.every(({ unreadable, failed }) => unreadable + failed === 0)) return;
  for (const { judge, cause, item, message } of causeExamples(runs, run.id)) {
    const summary = judges[judge];
    const count = summary?.codes[cause] ?? summary?.problems[cause] ?? 0;
    stderr.write(`${summary?.judge}: ${count} ${cause}; the first, item ${JSON.stringify(item)}: ${message}\n`);
  }
}

function tellEnd(
  outcome: Judged,
  facts: { missed: readonly string[]; tolerance: Tolerance; flags: JudgingFlags; context: CliContext },
): void {
  const { stderr } = facts.context;
  const { reason, run } = outcome.result;
  const again = facts.flags.fresh === true ? 'run the same command without --fresh' : 'run the same command';
  if (reason?.kind === 'budget')
    stderr.write(
      outcome.judges.every(({ cost, calls }) => cost.usd === 0 && calls.made === 0)
        ? `The budget of $${facts.flags.budgetUsd ?? 'the configuration'} does not hold what the first call may cost (its prompt and maxTokens): nothing was sent. Raise it, or lower maxTokens.\n`
        : `The budget of $${facts.flags.budgetUsd ?? 'the configuration'} is spent, or does not hold what the next call may cost. Raise it and ${again}.\n`,
    );
  if (reason?.kind === 'endpoint')
    stderr.write(
      `Ended early: endpoint ${reason.endpoint} refused five calls in a row (${reason.message}). Mend it and ${again}.\n`,
    );
  if (reason?.kind === 'deadline') stderr.write(`The time limit is over. To go on, ${again}.\n`);
  if (reason?.kind === 'interrupted') stderr.write(`Interrupted. To go on with run ${run.id}, ${again}.\n`);
  for (const summary of outcome.judges) {
    const why = incompleteReason(summary, facts.tolerance);
    if (why !== undefined) stderr.write(`${why}\n`);
  }
  for (const line of facts.missed) stderr.write(`${line}\n`);
}
