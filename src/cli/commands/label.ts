import path from 'node:path';
import type { ReadStream } from 'node:tty';
import { AssizeError, describe } from '../../core/errors.ts';
import { LabelFile } from '../../data/raters/label-file.ts';
import { itemDifficulties, raterAgreement } from '../../data/raters/rater-agreement.ts';
import { rubricText } from '../../judge/prompt/rubric-text.ts';
import { LabelSession, type RationaleWish } from '../../workspace/label-session.ts';
import {
  hasRaters,
  labelFiles,
  labelPath,
  labelRows,
  labelsOfRaters,
  labelTask,
  type LabelTask,
} from '../../workspace/labelling.ts';
import { isoNow, openWorkspace, type Workspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { agreementText } from '../output/agreement-text.ts';
import { labelByLines, noTerminal } from '../output/label-json.ts';
import { labelKeys } from '../output/label-screen.ts';
import { labelOnTerminal } from '../output/label-terminal.ts';
import { jsonText } from '../output/json-text.ts';
import { visibleText } from '../output/visible-text.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

type LabelOptions = SharedOptions & {
  readonly as?: string;
  readonly out?: string;
  readonly judge?: string;
  readonly limit?: number;
  readonly rationale: RationaleWish;
  readonly agreement?: boolean;
};

/** What a command gets, with where answers come from; the process's own input where none is given. */
export type LabelContext = CliContext & { readonly stdin?: NodeJS.ReadableStream };

/** `assize label`: one rater labels a set's items; with `--agreement`, how far raters agree. No judge is asked and none of its verdicts is shown. */
export async function labelCommand(set: string, given: unknown, context: LabelContext): Promise<number> {
  const options = given as LabelOptions;
  const workspace = openWorkspace(await configOf(options, context), { env: context.env });
  try {
    const task = await labelTask(workspace, set, options.judge);
    if (options.agreement === true) return await showAgreement(workspace, set, { options, context, task });
    return await label(workspace, set, { options, context, task });
  } finally {
    await workspace.close();
  }
}

type Labelling = { readonly options: LabelOptions; readonly context: LabelContext; readonly task: LabelTask };

async function label(workspace: Workspace, set: string, { options, context, task }: Labelling): Promise<number> {
  const { stdout, stderr, cwd } = context;
  const stdin = context.stdin ?? process.stdin;
  const rater = raterName(options.as);
  if (options.json !== true && (stdin as ReadStream).isTTY !== true) throw noTerminal();
  const rows = await labelRows(workspace, set, options.limit === undefined ? {} : { limit: options.limit });
  const file = await LabelFile.open(
    options.out === undefined ? labelPath(workspace, set, rater) : path.resolve(cwd, options.out),
  );
  try {
    const session = new LabelSession(rows, file, { rater, view: task.view, rationale: options.rationale, now: isoNow });
    const shownPath = path.relative(cwd, file.path);
    if (options.quiet !== true) {
      if (file.mended !== undefined) stderr.write(`note: ${file.mended}\n`);
      stderr.write(
        `${rows.length} items, ${session.labelled} of them labelled by ${visibleText(rater)}; labels by ${task.from} go to ${shownPath}\n`,
      );
    }
    const rubric = task.rubric === undefined ? undefined : visibleText(rubricText(task.rubric));
    if (options.json !== true && options.quiet !== true && rubric !== undefined && session.current !== undefined)
      stdout.write(`\n${rubric}\n`);
    const end =
      options.json === true
        ? await labelByLines(session, { stdin, out: stdout, view: task.view })
        : await labelOnTerminal(session, {
            stdin: stdin as ReadStream,
            out: context.terminal?.stdout ?? stdout,
            keys: labelKeys(task.view),
            sentence: task.view.sentence(),
            rubric,
          });
    const left = rows.length - session.labelled;
    if (options.json === true)
      stdout.write(`${jsonText({ type: 'ended', end, labelled: session.labelled, left, out: shownPath })}\n`);
    else
      stdout.write(
        `\n${session.labelled} of ${rows.length} labelled, all kept in ${shownPath}. ${left === 0 ? 'Done.' : `Run the same command for the ${left} that are left.`}\n`,
      );
    return end === 'interrupted' ? 130 : 0;
  } finally {
    await file.close();
  }
}

async function showAgreement(workspace: Workspace, set: string, { options, context, task }: Labelling): Promise<number> {
  if (options.as !== undefined)
    throw new AssizeError(
      'usage',
      '--as: expected it without --agreement, got both. Label first, then ask how far raters agree.',
    );
  const files =
    options.out === undefined
      ? hasRaters(workspace, set)
        ? []
        : await labelFiles(workspace, set)
      : [path.resolve(context.cwd, options.out)];
  if (files.length === 0 && !hasRaters(workspace, set))
    throw new AssizeError(
      'usage',
      `label ${set}: expected labels of raters, got none in ${path.join(workspace.loaded.folder, 'labels')}. Label with assize label ${set} --as NAME, or name their file with --out.`,
    );
  const { table, consensus } = await labelsOfRaters(workspace, set, { task, files });
  const agreement = raterAgreement(table, task.view);
  const difficult = itemDifficulties(table, consensus).filter(({ disagreement }) => (disagreement ?? 0) > 0);
  const shown = difficult.slice(0, options.limit ?? 10);
  if (options.json === true) printJson({ set, ...agreement, difficult: shown }, context);
  else context.stdout.write(agreementText(agreement, shown, context.stdout));
  return 0;
}

/** A rater is a name in a file of labels: what cannot be seen would make two raters of one. */
function raterName(given: string | undefined): string {
  const name = given?.normalize('NFC').trim() ?? '';
  if (name === '' || [...name].length > 64 || visibleText(name) !== name || /[\n\t]/u.test(name))
    throw new AssizeError(
      'usage',
      `--as: expected your name as rater (up to 64 characters that can be seen), got ${describe(given)}. Give one.`,
    );
  return name;
}
