import { viewOf } from '../../core/space-view.ts';
import { differences, type Difference } from '../../measure/differences.ts';
import type { CallCounts, Cost, JudgeSummary } from '../../measure/judge-summary.ts';
import { summariseRun } from '../../measure/summarise-run.ts';
import { runSession, type Session, type SessionResult, type SessionWorld } from '../../run/session.ts';

/** A paired difference b − a; `a` is the first judge named. */
export type NamedDifference = { readonly a: string; readonly b: string } & Difference;

/** What `assize compare --json` prints. */
export type CompareSummary = {
  readonly run: string;
  readonly data: string;
  readonly state: JudgeSummary['state'];
  readonly judges: readonly JudgeSummary[];
  readonly differences: readonly NamedDifference[];
  readonly calls: CallCounts;
  readonly cost: Cost;
  readonly seconds: number;
};

export type Comparison = { readonly summary: CompareSummary; readonly result: SessionResult };

/** Judges the same items with several judges, and pairs each with the first. */
export async function compare(session: Session, world: SessionWorld): Promise<Comparison> {
  const result = await runSession(session, world);
  const judged = summariseRun(session, result, world.store);
  const summaries = judged.map(({ summary }) => summary);
  const [first, ...others] = judged;
  if (first === undefined || others.length === 0)
    throw new Error('compare: expected a session with two judges or more. Name them.');
  const space = viewOf((session.judges[0] as Session['judges'][number]).judge.space);
  const paired = others.flatMap(({ summary, tally }) =>
    differences(first.tally.columns, tally.columns, space, { seed: session.seed }).map((difference) => ({
      a: first.summary.judge,
      b: summary.judge,
      ...difference,
    })),
  );
  const total = (pick: (calls: CallCounts) => number): number => summaries.reduce((sum, { calls }) => sum + pick(calls), 0);
  return {
    result,
    summary: {
      run: result.run.id,
      data: result.run.data,
      state: worst(summaries),
      judges: summaries,
      differences: paired,
      calls: { made: total(({ made }) => made), cached: total(({ cached }) => cached), retried: total(({ retried }) => retried) },
      cost: { ...result.run.cost, thisTimeUsd: summaries.reduce((sum, { cost }) => sum + cost.thisTimeUsd, 0) },
      seconds: result.seconds,
    },
  };
}

function worst(summaries: readonly JudgeSummary[]): JudgeSummary['state'] {
  const states = summaries.map(({ state }) => state);
  return states.includes('interrupted') ? 'interrupted' : states.includes('incomplete') ? 'incomplete' : 'complete';
}
