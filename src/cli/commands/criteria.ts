import path from 'node:path';
import { stringify } from 'yaml';
import { readCriteriaFile } from '../../config/criteria-file.ts';
import { isTextPath, readTextFile } from '../../config/text-file.ts';
import { AssizeError } from '../../core/errors.ts';
import { checkTextOutput, writeText } from '../../data/output/write-text.ts';
import {
  criteriaDifferences,
  criteriaSetHash,
  type CriteriaDifference,
  type CriteriaFile,
} from '../../judge/criteria/criteria-set.ts';
import { ModelError } from '../../model/language-model.ts';
import { makeCriteriaSet } from '../../workspace/criteria.ts';
import { checkOutputPaths } from '../../workspace/output-paths.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { configOf, printJson, type SharedOptions } from './options.ts';

type MakeOptions = SharedOptions & {
  readonly task: string;
  readonly model: string;
  readonly out: string;
  readonly joint?: boolean;
  readonly concepts: number;
  readonly questions: number;
};

/** `assize criteria make`: a criteria set from the description of a task, written to a file that is yours to edit. */
export async function makeCriteria(given: unknown, context: CliContext): Promise<number> {
  const options = given as MakeOptions;
  const workspace = openWorkspace(await configOf(options, context), { env: context.env });
  try {
    const file = path.resolve(context.cwd, options.out);
    await checkOutputPaths(workspace, [{ option: '--out', path: file }]);
    await checkTextOutput(file, ['.yaml', '.yml']);
    const task = isTextPath(options.task) ? await readTextFile(options.task, context.cwd, '--task') : options.task;
    if (task.trim() === '')
      throw new AssizeError('usage', '--task: expected a description of the task, got an empty text. Say what is judged.');
    const { set, calls } = await made(workspace, { ...options, task: task.trim() });
    await writeText(file, fileText(set));
    const counts = countsOf(set);
    if (options.json === true) printJson({ out: options.out, hash: criteriaSetHash(set), ...counts, calls }, context);
    else if (options.quiet !== true)
      context.stdout.write(
        `Wrote ${counts.concepts} concepts with ${counts.criteria} criteria to ${options.out} (${calls.made} calls, ${calls.cached} from the cache). Read and edit it; then judge by it:\n  harness: { strategy: { kind: ucs, criteria: ${options.out} } }\n`,
      );
    return 0;
  } finally {
    await workspace.close();
  }
}

/** What a model does wrong ends the command in one line; what was answered is kept. */
async function made(workspace: ReturnType<typeof openWorkspace>, { task, model, joint, concepts, questions }: MakeOptions) {
  try {
    return await makeCriteriaSet(workspace, {
      task,
      by: model,
      how: joint === true ? 'joint' : 'per-concept',
      concepts,
      questions,
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new AssizeError(
      'model',
      `--model ${model}: expected replies, got ${error.code}: ${error.message} Mend it and run the same command: what is answered is kept.`,
      {
        cause: error,
      },
    );
  }
}

/** `assize criteria show`: a criteria set, checked, with its hash. */
export async function showCriteria(name: string, given: unknown, context: CliContext): Promise<number> {
  const set = await readCriteriaFile(name, context.cwd, 'criteria');
  const hash = criteriaSetHash(set);
  if ((given as { json?: boolean }).json === true) printJson({ hash, ...countsOf(set), ...set }, context);
  else {
    const { scale, concepts } = set;
    const lines = [
      `${countsOf(set).criteria} criteria of ${concepts.length} concepts, scored ${scale.min} to ${scale.max}; hash ${hash.slice(0, 16)}`,
      ...(set.task === undefined ? [] : [`task: ${set.task}`]),
      ...(set.made === undefined ? [] : [`made by ${set.made.by}, ${set.made.how}`]),
      ...concepts.flatMap((concept) => [
        '',
        `${concept.name}${concept.description === undefined ? '' : `: ${concept.description}`}`,
        ...concept.criteria.map(({ id, text }) => `  ${id}  ${text}`),
      ]),
    ];
    context.stdout.write(`${lines.join('\n')}\n`);
  }
  return 0;
}

/** `assize criteria diff`: what one version of a set asks that another does not. */
export async function diffCriteria(before: string, after: string, given: unknown, context: CliContext): Promise<number> {
  const [old, now] = [
    await readCriteriaFile(before, context.cwd, 'criteria'),
    await readCriteriaFile(after, context.cwd, 'criteria'),
  ];
  const differences = criteriaDifferences(old, now);
  const same = criteriaSetHash(old) === criteriaSetHash(now);
  if ((given as { json?: boolean }).json === true)
    printJson({ before: criteriaSetHash(old), after: criteriaSetHash(now), same, differences }, context);
  else if (differences.length > 0) context.stdout.write(`${differences.map(differenceLine).join('\n')}\n`);
  else
    context.stdout.write(
      same ? 'They ask the same on the same scale.\n' : 'They ask the same; the scale or the order differs.\n',
    );
  return 0;
}

function differenceLine({ concept, criterion, change, before, after }: CriteriaDifference): string {
  const sign = { added: '+', removed: '−', changed: '~', moved: '→' }[change];
  const place = criterion === undefined ? concept : `${concept} / ${criterion}`;
  const told = [before, after].filter((text) => text !== undefined).join(' → ');
  return `${sign} ${place}${told === '' ? '' : `: ${told}`}`;
}

function countsOf({ concepts }: CriteriaFile): { concepts: number; criteria: number } {
  return { concepts: concepts.length, criteria: concepts.reduce((sum, { criteria }) => sum + criteria.length, 0) };
}

function fileText(set: CriteriaFile): string {
  const note =
    '# A criteria set: every item is scored on each question. Edit it as you like; a head that was fitted on it then has to be fitted again.\n# Ids and concepts must differ. "assize criteria diff OLD NEW" tells what changed.\n';
  return `${note}${stringify(set, { lineWidth: 120 })}`;
}
