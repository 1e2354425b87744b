import path from 'node:path';
import { AssizeError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { Part } from '../../judge/judge.ts';
import { lockedBy } from '../../run/open-run.ts';
import type { JudgmentRecord, RunItem, RunRecord, Store } from '../../run/ports.ts';
import { resultColumns, resultRows } from '../../run/result-rows.ts';
import { currentOwner, isAlive } from '../../store/process-owner.ts';
import { fittedName } from '../../workspace/fitting.ts';
import { checkOutputPaths } from '../../workspace/output-paths.ts';
import { openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { costText } from '../output/progress.ts';
import { asksForReport, checkOutputFiles, writeReportFiles, type ReportFlags } from '../output/report-files.ts';
import { partTree } from '../output/part-tree.ts';
import { table } from '../output/table.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

type ShowOptions = SharedOptions & ReportFlags & { readonly item?: string; readonly draw?: number; readonly judge?: string };

/** `assize runs list`. */
export function listRuns(given: unknown, context: CliContext): Promise<number> {
  return withStore(given as SharedOptions, context, async (store) => {
    const runs = store.runs.list().map(listed);
    if ((given as SharedOptions).json === true) printJson({ runs }, context);
    else if (runs.length === 0) context.stdout.write('No runs yet. Begin with assize judge.\n');
    else {
      const rows = runs.map((run) => [
        run.run,
        run.state,
        run.command,
        run.judges.join(', '),
        run.data,
        String(run.items),
        costText({ costUsd: run.cost.usd, atLeast: run.cost.atLeast }),
      ]);
      context.stdout.write(`${table(['run', 'state', 'command', 'judges', 'data', 'items', 'cost'], rows, context.stdout)}\n`);
    }
    return 0;
  });
}

/** `assize runs show`: the run; with an item, its judgment as a tree of parts with the messages sent and the replies. */
export function showRun(id: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as ShowOptions;
  return withStore(options, context, async (store, workspace) => {
    const run = runOf(store, id);
    if (asksForReport(options)) return reportRun({ store, workspace, run }, options, context);
    if (options.item !== undefined) return showItem(store, run, { ...options, item: options.item }, context);
    const counts = { scored: 0, abstained: 0, unreadable: 0, failed: 0 };
    for (const { status } of store.runs.summaries(run.id)) counts[status] += 1;
    const shown = {
      ...listed(run),
      ...counts,
      seconds: run.seconds,
      createdAt: run.createdAt,
      updatedAt: run.updatedAt,
      draws: run.identity.draws,
      seed: run.identity.seed,
      warnings: run.warnings,
      versions: run.versions,
    };
    if (options.json === true) printJson(shown, context);
    else {
      for (const [name, value] of Object.entries(shown))
        context.stdout.write(`${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`);
      if (run.state !== 'complete') context.stdout.write(`\nTo go on: ${resumeLine(run)}\n`);
    }
    return 0;
  });
}

/** `assize runs resume`: tells the command that goes on with a run. */
export function resumeRun(id: string, given: unknown, context: CliContext): Promise<number> {
  return withStore(given as SharedOptions, context, async (store) => {
    const run = runOf(store, id);
    if ((given as SharedOptions).json === true)
      printJson({ run: run.id, state: run.state, command: run.state === 'complete' ? null : resumeLine(run) }, context);
    else context.stdout.write(run.state === 'complete' ? `Run ${run.id} is complete: nothing to do.\n` : `${resumeLine(run)}\n`);
    return 0;
  });
}

/** `assize runs export`. */
export function exportRun(id: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions & { readonly out: string; readonly format?: string };
  return withStore(options, context, async (store, workspace) => {
    const run = runOf(store, id);
    await checkOutputPaths(workspace, [{ option: '--out', path: path.resolve(context.cwd, options.out) }]);
    if (options.format !== undefined) {
      const { exportRunTo } = await import('../../workspace/export-run.ts');
      const { written, withoutVerdict } = await exportRunTo(
        { store, run },
        options.format,
        path.resolve(context.cwd, options.out),
      );
      if (options.json === true)
        printJson({ run: run.id, out: options.out, format: options.format, rows: written, withoutVerdict }, context);
      else if (options.quiet !== true)
        context.stdout.write(
          `Wrote ${written} verdicts of run ${run.id} to ${options.out} for ${options.format}.${withoutVerdict === 0 ? '' : ` ${withoutVerdict} judgments gave no verdict and are not in it.`}\n`,
        );
      return 0;
    }
    const { writeRows } = await import('../../data/output/write-rows.ts');
    const rows = await writeRows(path.resolve(context.cwd, options.out), {
      columns: resultColumns,
      rows: resultRows(store.runs, run),
    });
    if (options.json === true) printJson({ run: run.id, out: options.out, rows }, context);
    else if (options.quiet !== true) context.stdout.write(`Wrote the judgments of run ${run.id} to ${options.out}.\n`);
    return 0;
  });
}

/** `assize runs delete`. */
export function deleteRun(id: string, given: unknown, context: CliContext): Promise<number> {
  const options = given as SharedOptions;
  return withStore(options, context, async (store) => {
    const run = runOf(store, id);
    // Its process would lose what it is about to pay for.
    const hold = store.runs.acquire(run.id, currentOwner(), isAlive);
    if ('heldBy' in hold) throw lockedBy(run.id, hold.heldBy);
    store.runs.delete(run.id);
    if (options.json === true) printJson({ deleted: run.id }, context);
    else if (options.quiet !== true) context.stdout.write(`Deleted run ${run.id}. Its calls stay in the cache.\n`);
    return 0;
  });
}

/** Writes a run's report in the forms that are asked for; prints its answer, or with `--json` its summaries. */
async function reportRun(
  { store, workspace, run }: { store: Store; workspace: Workspace; run: RunRecord },
  options: ShowOptions,
  context: CliContext,
): Promise<number> {
  if (options.item !== undefined)
    throw new AssizeError('usage', '--item: expected it without a report, which is of the whole run, got both. Leave one out.');
  await checkOutputFiles(options, workspace, context);
  const { measureStoredRun } = await import('../../measure/stored-run.ts');
  const { defaultTolerance } = await import('../../measure/exit-code.ts');
  const { reportOf } = await import('../../report/report-source.ts');
  const { completenessGate } = await import('../../report/gates.ts');
  const measured = measureStoredRun(run, store);
  const report = reportOf({ run, ...measured }, store);
  const gates = measured.judges.map((summary) => completenessGate(summary, defaultTolerance));
  await writeReportFiles(report, { flags: options, gates }, context);
  if (options.json === true) printJson({ run: run.id, state: run.state, ...measured }, context);
  else if (options.quiet !== true) {
    const { trustSentences } = await import('../../report/trust-sentences.ts');
    for (const judge of report.judges) context.stdout.write(`${trustSentences(judge).join(' ')}\n`);
  }
  return 0;
}

async function showItem(
  store: Store,
  run: RunRecord,
  options: ShowOptions & { item: string },
  context: CliContext,
): Promise<number> {
  const item = itemOf(store, run, options.item);
  const judge = options.judge === undefined ? 0 : run.judges.findIndex(({ name }) => name === options.judge);
  if (judge < 0)
    throw new AssizeError(
      'usage',
      `--judge: expected one of ${run.judges.map(({ name }) => name).join(', ')}, got "${options.judge}". Name one of the run's.`,
    );
  const key = { row: item.row, draw: options.draw ?? 0, judge };
  const judgment = store.runs.getJudgment(run.id, key);
  if (judgment === undefined)
    throw new AssizeError(
      'usage',
      `run ${run.id}, item ${item.id}: expected a judgment of draw ${key.draw}, got none made. To go on: ${resumeLine(run)}`,
    );
  const shown = {
    run: run.id,
    judge: run.judges[judge]?.name,
    item: item.id,
    draw: key.draw,
    ...shownJudgment(judgment),
    parts: judgment.parts.map((part) => shownPart(store, part)),
  };
  if (options.json === true) printJson(shown, context);
  else context.stdout.write(partTree(shown));
  return 0;
}

function shownJudgment({ verdict, rationale, reply, spend }: JudgmentRecord) {
  return {
    verdict,
    ...(rationale !== undefined && { rationale }),
    ...(reply !== undefined && { reply }),
    calls: spend.calls,
    inputTokens: spend.inputTokens ?? null,
    outputTokens: spend.outputTokens ?? null,
    costUsd: spend.costUsd ?? null,
  };
}

/** A part with the messages and replies of its calls. */
export type ShownPart = {
  readonly label: string;
  readonly role: string;
  readonly language?: string;
  readonly round?: number;
  readonly verdict?: Part['verdict'];
  readonly rationale?: string;
  readonly text?: string;
  readonly calls: readonly {
    readonly id: string;
    readonly model: string | null;
    readonly madeAt: string | null;
    readonly messages: readonly { role: string; content: string }[];
    readonly reply: string | null;
  }[];
  readonly parts: readonly ShownPart[];
};

function shownPart(
  store: Store,
  { path: label, role, language, round, verdict, rationale, text, calls, children }: Part,
): ShownPart {
  return {
    label,
    role,
    ...(language !== undefined && { language }),
    ...(round !== undefined && { round }),
    ...(verdict !== undefined && { verdict }),
    ...(rationale !== undefined && { rationale }),
    ...(text !== undefined && { text }),
    calls: calls.map((id) => {
      const call = store.calls.get(id);
      return {
        id,
        model: call?.model ?? null,
        madeAt: call?.madeAt ?? null,
        messages: call?.request.messages ?? [],
        reply: call?.reply.text ?? null,
      };
    }),
    parts: children.map((child) => shownPart(store, child)),
  };
}

function listed(run: RunRecord) {
  return {
    run: run.id,
    state: run.state,
    command: run.identity.command,
    judges: run.judges.map(({ name }) => name),
    data: run.data,
    items: run.items,
    cost: run.cost,
    createdAt: run.createdAt,
  };
}

function resumeLine(run: RunRecord): string {
  const { command, draws } = run.identity;
  const names = run.judges.map(({ name }) => name);
  // A fit runs two judges that it made of one.
  const judges = command === 'fit' ? [fittedName(names)] : names;
  return `assize ${command} ${judges.join(' ')} --data ${run.data}${draws === 1 ? '' : ` --draws ${draws}`} (with the options it had)`;
}

function runOf(store: Store, id: string): RunRecord {
  const run = store.runs.get(id);
  if (run !== undefined) return run;
  const runs = store.runs.list();
  const started = runs.filter((other) => other.id.startsWith(id));
  if (id !== '' && started.length === 1 && started[0] !== undefined) return started[0];
  if (id === 'last' && runs[0] !== undefined) return runs[0];
  const near = nearest(
    id,
    runs.map((other) => other.id),
  );
  throw new AssizeError(
    'usage',
    `run "${id}": expected a run of this store (or "last"), got an unknown id. ${near === undefined ? 'See assize runs list.' : `Did you mean ${near}?`}`,
  );
}

function itemOf(store: Store, run: RunRecord, id: string): RunItem {
  for (const item of store.runs.items(run.id)) if (item.id === id.normalize('NFC') || item.id === id) return item;
  throw new AssizeError('usage', `--item: expected the id of an item of run ${run.id}, got "${id}". Look for it in the data.`);
}

async function withStore(
  options: SharedOptions,
  context: CliContext,
  work: (store: Store, workspace: Workspace) => Promise<number>,
): Promise<number> {
  const workspace = openWorkspace(await configOf(options, context), { env: context.env });
  try {
    return await work(await workspace.store(), workspace);
  } finally {
    await workspace.close();
  }
}
