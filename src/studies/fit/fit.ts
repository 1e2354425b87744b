import { viewOf } from '../../core/space-view.ts';
import type { VerdictValue } from '../../core/verdict.ts';
import { criteriaSetHash, type CriteriaSet } from '../../judge/criteria/criteria-set.ts';
import type { HeadArtifact } from '../../judge/criteria/head-artifact.ts';
import type { Scoring } from '../../judge/steps/criteria-scores.ts';
import { differences, type Difference } from '../../measure/differences.ts';
import { headline, type Metric } from '../../measure/headline.ts';
import { JudgedColumns } from '../../measure/judged-columns.ts';
import { tallyRun, type CallCounts, type Cost } from '../../measure/judge-summary.ts';
import { spaceColumns } from '../../measure/space-columns.ts';
import { verdictCalibration, type VerdictCalibration } from '../../measure/verdict-calibration.ts';
import { runSession, type Session, type SessionResult, type SessionWorld } from '../../run/session.ts';
import type { HeadKind } from '../../stats/heads/fit-head.ts';
import { scoreTable, type ScoredItem } from './score-table.ts';
import { trainFrom } from './train-head.ts';

/** What is fitted: a kind of head, on the labelled items of one language (all where none is named). */
export type FitWish = {
  readonly kind: HeadKind;
  readonly trainLanguage?: string;
  readonly criteria: CriteriaSet;
  readonly scoring: Scoring;
  readonly model: string;
  /** Missing concepts get the training mean; else an item that lacks one has no verdict. */
  readonly impute: boolean;
};

/** A fitted head with how it did where it had not looked: on the training language by cross-validation over whole sources, on others as it is. */
export type Fitted = {
  readonly artifact: HeadArtifact;
  readonly head: HeadKind;
  readonly settings: object;
  readonly trainedOn: {
    readonly data: string;
    readonly language: string | null;
    readonly rows: number;
    readonly groups: number;
    readonly hash: string;
  };
  readonly metrics: readonly Metric[];
  readonly calibration: VerdictCalibration | null;
  /** Head less the constant answer, and head less the judge without criteria, on the same items. */
  readonly baselines: { readonly constant: readonly Difference[]; readonly zeroShot: readonly Difference[] };
  readonly warnings: readonly string[];
  readonly calls: CallCounts;
  readonly cost: Cost;
  readonly seconds: number;
};

/**
 * Fits a head to the scores of a session's first judge (UCS §3.3) and compares it with its second, who judges without criteria. Hyperparameters are chosen on validation folds, the scaler
 * knows training rows alone, and the temperature is fitted to predictions that the head made of rows it had not seen.
 *
 * @throws AssizeError `data` naming what the data lack: rows with gold and scores, two classes, five sources.
 */
export async function fit(
  session: Session,
  world: SessionWorld,
  wish: FitWish,
): Promise<{ readonly fitted: Fitted; readonly result: SessionResult }> {
  const result = await runSession(session, world);
  const { run } = result;
  const space = (session.judges[0] as Session['judges'][number]).judge.space;
  const view = viewOf(space);
  const classes = view.classes ?? [];
  const table = scoreTable(world.store.runs, run, { criteria: wish.criteria, space, judge: 0 });
  const trained = trainFrom(table, classes, wish, session.seed);
  const columns = new JudgedColumns();
  const probabilities: number[] = [];
  for (const item of table) {
    const shares = trained.sharesOf(item);
    const top = shares === undefined ? -1 : shares.indexOf(Math.max(...shares));
    columns.add({
      ...placeOf(item),
      status: shares === undefined ? (item.status === 'failed' ? 'failed' : 'unreadable') : 'scored',
      ...(top >= 0 && { value: classes[top] as VerdictValue }),
    });
    probabilities.push(shares === undefined ? Number.NaN : (shares[top] as number));
  }
  const options = { seed: session.seed };
  const constant = new JudgedColumns();
  for (const item of table) constant.add({ ...placeOf(item), status: 'scored', value: trained.commonest });
  const zeroShot = tallyRun(world.store.runs, run, 1)[1]?.columns ?? new JudgedColumns();
  const baselines = {
    constant: differences(constant, columns, view, options),
    zeroShot: differences(zeroShot, columns, view, options),
  };
  const calibration = verdictCalibration(spaceColumns(columns, view), Float64Array.from(probabilities)) ?? null;
  const metrics = headline(columns, view, options);
  const trainedOn = {
    data: run.data,
    language: wish.trainLanguage ?? null,
    rows: trained.set.rows.length,
    groups: new Set(trained.set.groups).size,
    hash: trained.hash,
  };
  const warnings = [...trained.warnings, ...warningsOf(baselines)];
  const artifact: HeadArtifact = {
    ...trained.parts,
    version: 1,
    kind: 'ucs-head',
    criteria: criteriaSetHash(wish.criteria),
    scoring: wish.scoring,
    model: wish.model,
    classes: [...classes],
    trainedOn,
    heldOut: {
      metrics: metrics.filter(({ name }) => name === 'accuracy' || name === 'balanced-accuracy'),
      brier: calibration?.brier ?? null,
    },
    versions: { ...session.versions },
  };
  const accounts = session.judges.map(({ account }) => account);
  return {
    result,
    fitted: {
      artifact,
      head: wish.kind,
      settings: trained.settings,
      trainedOn,
      metrics,
      calibration,
      baselines,
      warnings,
      calls: {
        made: accounts.reduce((sum, { made }) => sum + made, 0),
        cached: 0,
        retried: accounts.reduce((sum, { retried }) => sum + retried, 0),
      },
      cost: { ...run.cost, thisTimeUsd: accounts.reduce((sum, { usd }) => sum + usd, 0) },
      seconds: result.seconds,
    },
  };
}

function placeOf({ row, group, language, gold }: ScoredItem) {
  return { row, draw: 0, group, ...(language !== undefined && { language }), ...(gold !== undefined && { gold }) };
}

/** A head that is no better than what needs none is told plainly, by language. */
function warningsOf({ constant, zeroShot }: Fitted['baselines']): string[] {
  const told = (list: readonly Difference[], against: string): string[] =>
    list
      .filter(({ metric }) => metric === 'accuracy')
      .flatMap((difference) => {
        const where = difference.group === null ? 'Over all' : `In ${difference.group}`;
        if (difference.status !== 'ok') return [];
        if (difference.high < 0) return [`${where} the head is worse than ${against} in accuracy.`];
        return difference.low > 0 ? [] : [`${where} the head is not shown to be better than ${against} in accuracy.`];
      });
  return [...told(constant, 'always giving the commonest answer'), ...told(zeroShot, 'judging without criteria')];
}
