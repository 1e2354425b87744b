import { viewOf } from '../core/space-view.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { VerdictValue } from '../core/verdict.ts';
import type { JudgmentSummary, RunItem, RunRecord, RunState, RunStore } from '../run/ports.ts';
import { headline, type Metric } from './headline.ts';
import type { Estimate } from '../stats/estimate.ts';
import { JudgedColumns } from './judged-columns.ts';

/** Counts of one judge's part of a run. `expected` = scored + abstained + unreadable + failed + not yet made. */
export type JudgmentCounts = {
  readonly expected: number;
  readonly scored: number;
  readonly abstained: number;
  readonly unreadable: number;
  readonly failed: number;
  /** Unreadable ones by problem, failed ones by code. */
  readonly problems: Readonly<Record<string, number>>;
  readonly codes: Readonly<Record<string, number>>;
  /** The verdict that every scored judgment has, where five or more are scored; null where they differ. */
  readonly soleVerdict: VerdictValue | null;
};

/** So few verdicts are one by chance. */
const fewestToBeSole = 5;

/** What was spent. `usd` by the run in all its parts; `thisTimeUsd` now; `atLeast`: some usage or price is unknown. */
export type Cost = { readonly usd: number; readonly atLeast: boolean; readonly thisTimeUsd: number };

/** Requests sent now; calls behind the judgments that were not sent now; retries among those sent. */
export type CallCounts = { readonly made: number; readonly cached: number; readonly retried: number };

/** The summary of one judge: what `--json` prints. */
export type JudgeSummary = JudgmentCounts & {
  readonly run: string;
  readonly judge: string;
  readonly judgeHash: string;
  readonly data: string;
  readonly state: Exclude<RunState, 'running'>;
  readonly items: number;
  readonly skipped: number;
  readonly withoutGold: number;
  readonly metrics: readonly Metric[];
  /** Accuracy less that of always giving the commonest gold, on the same rows; null where verdicts are no classes. */
  readonly overConstant: Estimate | null;
  readonly calls: CallCounts;
  readonly cost: Cost;
  readonly seconds: number;
};

/** One judge's judgments as columns, its counts, and the calls behind them. */
export type JudgeTally = {
  /** Rows of the run that have no gold. */
  readonly withoutGold: number;
  readonly columns: JudgedColumns;
  readonly counts: JudgmentCounts;
  readonly callsBehind: number;
};

/** Reads a run's judgments once, into columns for each judge. `goldOf` gives a row's gold as a value of a judge's space. */
export function tallyRun(runs: RunStore, run: RunRecord, draws: number): JudgeTally[] {
  const spaces = run.judges.map(({ spec }) => spec.verdict);
  const tallies = spaces.map(() => new Tally());
  const items = runs.items(run.id)[Symbol.iterator]();
  let withoutGold = 0;
  const next = (): RunItem | undefined => {
    const taken = items.next().value as RunItem | undefined;
    if (taken !== undefined && taken.gold === undefined) withoutGold += 1;
    return taken;
  };
  let item = next();
  let golds = goldValues(item, spaces);
  for (const summary of runs.summaries(run.id)) {
    while (item !== undefined && item.row < summary.row) {
      item = next();
      golds = goldValues(item, spaces);
    }
    if (item !== undefined && item.row === summary.row) tallies[summary.judge]?.add(summary, item, golds[summary.judge]);
  }
  while (item !== undefined) item = next();
  return tallies.map((tally) => ({ ...tally.result(run.items * draws), withoutGold }));
}

/** The metrics of a tally, overall and by language. */
export function metricsOf(tally: JudgeTally, space: VerdictSpace, seed: number): readonly Metric[] {
  return headline(tally.columns, viewOf(space), { seed });
}

function goldValues(item: RunItem | undefined, spaces: readonly VerdictSpace[]): (string | number | undefined)[] {
  if (item?.gold === undefined) return spaces.map(() => undefined);
  return spaces.map((space) => {
    const admission = viewOf(space).admit(item.gold);
    return 'ok' in admission ? admission.ok : undefined;
  });
}

class Tally {
  readonly #columns = new JudgedColumns();
  readonly #byStatus = { scored: 0, abstained: 0, unreadable: 0, failed: 0 };
  readonly #problems: Record<string, number> = {};
  readonly #codes: Record<string, number> = {};
  #soleVerdict: VerdictValue | null | undefined;
  #callsBehind = 0;

  add(summary: JudgmentSummary, item: RunItem, gold: string | number | undefined): void {
    const { row, draw, status, value, cause } = summary;
    this.#byStatus[status] += 1;
    this.#callsBehind += summary.spend.calls;
    if (value !== undefined) this.#soleVerdict = this.#soleVerdict === undefined || this.#soleVerdict === value ? value : null;
    if (cause !== undefined && status === 'unreadable') this.#problems[cause] = (this.#problems[cause] ?? 0) + 1;
    if (cause !== undefined && status === 'failed') this.#codes[cause] = (this.#codes[cause] ?? 0) + 1;
    this.#columns.add({
      row,
      draw,
      status,
      group: item.group,
      ...(value !== undefined && { value }),
      ...(gold !== undefined && { gold }),
      ...(item.language !== undefined && { language: item.language }),
    });
  }

  #sole(): VerdictValue | null {
    return this.#byStatus.scored < fewestToBeSole ? null : (this.#soleVerdict ?? null);
  }

  result(expected: number): Omit<JudgeTally, 'withoutGold'> {
    return {
      columns: this.#columns,
      counts: { expected, ...this.#byStatus, problems: this.#problems, codes: this.#codes, soleVerdict: this.#sole() },
      callsBehind: this.#callsBehind,
    };
  }
}
