import path from 'node:path';
import { checkTextOutput, writeText } from '../../data/output/write-text.ts';
import type { Difference } from '../../measure/differences.ts';
import { differenceText, figureText } from '../../report/figure.ts';
import type { HeadKind } from '../../stats/heads/fit-head.ts';
import { fit, type Fitted } from '../../studies/fit/fit.ts';
import { AssizeError } from '../../core/errors.ts';
import { prepareFit } from '../../workspace/fitting.ts';
import { checkOutputPaths } from '../../workspace/output-paths.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import type { CliContext } from '../main.ts';
import { progressOn } from '../output/progress.ts';
import { table } from '../output/table.ts';
import { interruptsOf, optionsOf, progressOf, type JudgingFlags } from './judging.ts';
import { configOf, printJson } from './options.ts';

type FitFlags = JudgingFlags & {
  readonly head: HeadKind;
  readonly trainLanguage?: string;
  readonly out?: string;
  readonly impute?: boolean;
  readonly acceptTerms?: boolean;
};

/** `assize fit`: scores the items of a set, fits a head to the labelled ones, and tells how it does where it had not looked. */
export async function fitCommand(name: string, given: unknown, context: CliContext): Promise<number> {
  const flags = given as FitFlags;
  const loaded = await configOf(flags, context);
  const workspace = openWorkspace(loaded, { env: context.env });
  const interrupts = interruptsOf(context, flags.quiet === true);
  const progress = progressOn(context.terminal?.stderr ?? context.stderr, {
    quiet: flags.quiet === true,
    clock: () => performance.now(),
  });
  try {
    const out = flags.out === undefined ? undefined : path.resolve(context.cwd, flags.out);
    if (out !== undefined) {
      await checkOutputPaths(workspace, [{ option: '--out', path: out }]);
      await checkTextOutput(out, ['.json']);
    }
    const { prepared, wish, keeps, terms } = await prepareFit(
      workspace,
      name,
      {
        kind: flags.head,
        impute: flags.impute === true,
        acceptTerms: flags.acceptTerms === true,
        ...(flags.trainLanguage !== undefined && { trainLanguage: flags.trainLanguage }),
      },
      {
        ...optionsOf({ ...flags, cache: true }),
        ...progressOf(flags, progress, context),
        ...interrupts.signals,
        stdin: process.stdin,
      },
    );
    try {
      if (out === undefined && keeps)
        throw new AssizeError('usage', '--out: expected a file for the head, got nothing. Name one that ends in .json.');
      if (terms !== undefined) context.stderr.write(`note: ${terms} The head is measured and not stored.\n`);
      const { fitted, result } = await fit(prepared.session, prepared.world, wish);
      progress.end();
      const { run, reason } = result;
      if (run.state !== 'complete') {
        context.stderr.write(
          `Run ${run.id} is ${run.state}: scores are missing, so the head was not written. Run the same command: only the missing calls are made.\n`,
        );
        return reason?.kind === 'interrupted' ? 130 : 3;
      }
      const stored = out !== undefined && keeps;
      if (stored) await writeText(out, `${JSON.stringify(fitted.artifact)}\n`);
      if (flags.json === true) printJson({ ...fitted, artifact: stored ? flags.out : null }, context);
      else context.stdout.write(fitText(fitted, context, stored ? flags.out : undefined));
      return 0;
    } finally {
      await prepared.close();
    }
  } finally {
    progress.end();
    interrupts.remove();
    await workspace.close();
  }
}

function fitText(fitted: Fitted, { stdout }: CliContext, out: string | undefined): string {
  const { trainedOn, metrics, baselines, warnings, head } = fitted;
  const of = (list: readonly Difference[], group: string | null): string => {
    const found = list.find((difference) => difference.metric === 'accuracy' && difference.group === group);
    return found === undefined || found.status !== 'ok' ? 'undefined' : differenceText('accuracy', found);
  };
  const groups = [...new Set(metrics.map(({ group }) => group))];
  const rows = groups.map((group) => {
    const balanced = metrics.find((metric) => metric.name === 'balanced-accuracy' && metric.group === group);
    return [
      group ?? 'all',
      balanced === undefined ? '' : figureText('balanced-accuracy', balanced),
      of(baselines.zeroShot, group),
      of(baselines.constant, group),
    ];
  });
  const where = trainedOn.language === null ? 'all languages' : trainedOn.language;
  return [
    `${head} head, fitted to ${trainedOn.rows} items of ${where} from ${trainedOn.groups} sources. Figures are of items that it had not seen: its own language by cross-validation over sources.`,
    '',
    table(
      ['language', 'balanced accuracy', 'accuracy less without criteria', 'accuracy less the commonest answer'],
      rows,
      stdout,
    ),
    '',
    ...warnings,
    ...(out === undefined
      ? []
      : [`Wrote ${out}. Judge with it: harness: { strategy: { kind: ucs, criteria: FILE, head: ${out} } }`]),
    '',
  ].join('\n');
}
