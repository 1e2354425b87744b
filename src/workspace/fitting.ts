import { resolveJudge, type ResolvedJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import { viewOf } from '../core/space-view.ts';
import { presetNamed } from '../data/presets/presets.ts';
import { criteriaSetSchema } from '../judge/criteria/criteria-set.ts';
import type { HeadKind } from '../stats/heads/fit-head.ts';
import type { FitWish } from '../studies/fit/fit.ts';
import { prepareJudging, type PreparedJudging } from './judging.ts';
import type { JudgingOptions } from './judging-options.ts';
import { modelIdsOf } from './load-data.ts';
import type { Workspace } from './workspace.ts';

const scoresMark = ' (scores)';

/** The judge that a fit's run is of, from the names of those it made. */
export function fittedName(names: readonly string[]): string {
  return (names[0] ?? '').replace(scoresMark, '');
}

/** What a user asks of a fit. */
export type FittingOptions = {
  readonly kind: HeadKind;
  readonly trainLanguage?: string;
  readonly impute: boolean;
  /** The user has read what the set's authors ask. */
  readonly acceptTerms: boolean;
};

/** A fit ready to run. `keeps`: whether the head may be stored; `terms`: what the set's authors ask, to be said each time. */
export type PreparedFit = {
  readonly prepared: PreparedJudging;
  readonly wish: FitWish;
  readonly keeps: boolean;
  readonly terms?: string;
};

/**
 * Makes a fit ready: the judge's scores without a verdict, and beside it the same judge without criteria.
 *
 * @throws AssizeError `usage`, `config` on a judge that has no criteria or whose verdicts are no classes, and on a set whose authors ask that nothing is trained on it.
 */
export async function prepareFit(
  workspace: Workspace,
  name: string,
  { kind, trainLanguage, impute, acceptTerms }: FittingOptions,
  options: JudgingOptions,
): Promise<PreparedFit> {
  const { loaded } = workspace;
  const resolved = await resolveJudge(loaded, name);
  const { strategy } = resolved.spec.harness;
  const parsed = criteriaSetSchema.safeParse(strategy['criteria']);
  if (strategy.kind !== 'ucs' || !parsed.success)
    throw new AssizeError(
      'usage',
      `fit ${name}: expected a judge of strategy ucs, whose scores a head can be fitted to, got ${strategy.kind}. Write harness: { strategy: { kind: ucs, criteria: FILE } }.`,
    );
  if (viewOf(resolved.spec.verdict).classes === undefined)
    throw new AssizeError(
      'usage',
      `fit ${name}: expected verdicts that are classes, got an interval. Use binary, ordinal, categorical or preference.`,
    );
  const terms = termsOf(workspace, options.data);
  if (terms !== undefined && !acceptTerms)
    throw new AssizeError(
      'usage',
      `fit --data ${options.data}: expected data that may be trained on, got a set whose authors ask otherwise (${terms.replace(/\.$/u, '')}). With --accept-terms a head is fitted and measured, and not stored.`,
    );
  const scoring = strategy['scoring'] === 'joint' ? 'joint' : 'per-concept';
  const prepared = await prepareJudging(
    workspace,
    'fit',
    [
      withStrategy(resolved, `${name}${scoresMark}`, { ...strategy, head: 'none' }),
      withStrategy(resolved, `${name} (without criteria)`, { kind: 'single' }),
    ],
    options,
  );
  const { scale, concepts } = parsed.data;
  return {
    prepared,
    keeps: terms === undefined,
    ...(terms !== undefined && { terms }),
    wish: {
      kind,
      impute,
      criteria: { scale, concepts },
      scoring,
      model: modelIdsOf(resolved.spec)[0] ?? '',
      ...(trainLanguage !== undefined && { trainLanguage }),
    },
  };
}

function withStrategy(judge: ResolvedJudge, name: string, strategy: ResolvedJudge['spec']['harness']['strategy']): ResolvedJudge {
  return { ...judge, name, spec: { ...judge.spec, harness: { ...judge.spec.harness, strategy } } };
}

/** What a public set's authors ask of those who would train on it. */
function termsOf({ loaded }: Workspace, data: string): string | undefined {
  const preset = loaded.config.datasets[data]?.preset;
  const terms = preset === undefined ? undefined : presetNamed(preset, 'preset').source?.terms;
  return terms !== undefined && /\btrain/u.test(terms) ? terms : undefined;
}
