import type { Difference } from '../measure/differences.ts';
import { judgeDetails, type JudgeDetails } from '../measure/judge-details.ts';
import type { JudgeSummary } from '../measure/judge-summary.ts';
import type { RunRecord, Store } from '../run/ports.ts';

/** A paired difference b − a of two judges of a run. */
export type JudgeDifference = { readonly a: string; readonly b: string } & Difference;

/** A run with what was measured of it: what every form of the report is made of. */
export type Report = {
  readonly title: string;
  readonly run: RunRecord;
  readonly judges: readonly ReportedJudge[];
  readonly differences: readonly JudgeDifference[];
  readonly store: Pick<Store, 'runs' | 'calls'>;
};

/** One judge of a report. */
export type ReportedJudge = JudgeDetails & { readonly summary: JudgeSummary };

/** What a report is made from. */
export type ReportSource = {
  readonly run: RunRecord;
  readonly judges: readonly JudgeSummary[];
  readonly differences: readonly JudgeDifference[];
};

/** Measures what a report shows beyond the summaries. Reads the run's judgments once. */
export function reportOf({ run, judges, differences }: ReportSource, store: Pick<Store, 'runs' | 'calls'>): Report {
  const details = judgeDetails(store.runs, run);
  return {
    title: `${judges.map(({ judge }) => judge).join(', ')} on ${run.data}`,
    run,
    judges: judges.map((summary, place) => ({ ...(details[place] as JudgeDetails), summary })),
    differences,
    store,
  };
}
