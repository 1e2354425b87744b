import { viewOf, type SpaceView } from '../core/space-view.ts';
import type { JudgmentRecord, RunItem, RunRecord, RunStore } from '../run/ports.ts';
import { CauseTally, type CauseCount } from './causes.ts';
import { groupFigures, type GroupFigures } from './group-figures.ts';
import { GrowingColumn } from './growing-column.ts';
import { JudgedColumns } from './judged-columns.ts';
import { leniency, leniencyClaims, leniencyUnit, type KnownLeniency, type Leniency, type LeniencyUnit } from './leniency.ts';
import { raterAgreement, type RaterAgreement } from './rater-agreement.ts';
import { Ratings } from './ratings.ts';
import { spaceColumns } from './space-columns.ts';
import { UsageTally, type Usage } from './usage.ts';
import { verdictCalibration, type VerdictCalibration } from './verdict-calibration.ts';
import { verdictTable, type VerdictTable } from './verdict-table.ts';

/** What a report tells of a judge beyond its headline figures. */
export type JudgeDetails = {
  readonly table: VerdictTable;
  readonly leniencyUnit: LeniencyUnit | undefined;
  readonly leniency: readonly Leniency[];
  /** Languages in which it may be called stricter or kinder than gold. */
  readonly leniencyClaims: readonly KnownLeniency[];
  readonly groups: GroupFigures;
  readonly raters: RaterAgreement | undefined;
  readonly calibration: VerdictCalibration | undefined;
  readonly causes: readonly CauseCount[];
  readonly usage: Usage;
};

/** Reads a run's judgments once, and gives the details of each of its judges, in the run's order. Memory holds some 100 bytes a judgment. */
export function judgeDetails(runs: RunStore, run: RunRecord): JudgeDetails[] {
  const collected = run.judges.map(({ spec }) => new Collected(viewOf(spec.verdict)));
  const items = runs.items(run.id)[Symbol.iterator]();
  const next = (): RunItem | undefined => {
    const item = items.next().value as RunItem | undefined;
    if (item !== undefined) for (const judge of collected) judge.ratings.add(item);
    return item;
  };
  let item = next();
  for (const record of runs.judgments(run.id)) {
    while (item !== undefined && item.row < record.row) item = next();
    if (item !== undefined && item.row === record.row) collected[record.judge]?.add(record, item);
  }
  while (item !== undefined) item = next();
  return collected.map((judge) => judge.details(run.identity.seed));
}

class Collected {
  readonly #view: SpaceView;
  readonly #columns = new JudgedColumns();
  readonly #probabilities = new GrowingColumn((capacity) => new Float64Array(capacity));
  readonly #causes = new CauseTally();
  readonly #usage = new UsageTally();
  readonly ratings: Ratings;

  constructor(view: SpaceView) {
    this.#view = view;
    this.ratings = new Ratings(view);
  }

  add(record: JudgmentRecord, item: RunItem): void {
    const { row, draw, verdict } = record;
    const scored = verdict.status === 'scored';
    this.#columns.add({
      row,
      draw,
      status: verdict.status,
      group: item.group,
      gold: item.gold,
      language: item.language,
      value: scored ? verdict.value : undefined,
    });
    this.#probabilities.push((scored ? verdict.distribution?.[String(verdict.value)] : undefined) ?? Number.NaN);
    this.#causes.add(verdict, item);
    this.#usage.add(record);
  }

  details(seed: number): JudgeDetails {
    const columns = spaceColumns(this.#columns, this.#view);
    const { languages, groups } = this.#columns;
    return {
      table: verdictTable(columns),
      leniencyUnit: leniencyUnit(this.#view),
      leniency: leniency(columns, languages),
      leniencyClaims: leniencyClaims(columns, languages),
      groups: groupFigures(columns, groups),
      raters: raterAgreement(columns, this.ratings, { seed }),
      calibration: verdictCalibration(columns, this.#probabilities.values),
      causes: this.#causes.counts(),
      usage: this.#usage.usage(),
    };
  }
}
