import type { RunRecord, Store } from '../run/ports.ts';
import type { Session, SessionResult } from '../run/session.ts';
import { viewOf } from '../core/space-view.ts';
import { overConstant } from './over-constant.ts';
import { metricsOf, tallyRun, type JudgeSummary, type JudgeTally } from './judge-summary.ts';

/** A session's judges summed up, each with its tally, in the session's order. */
export type SummarisedRun = readonly { readonly summary: JudgeSummary; readonly tally: JudgeTally }[];

/** Sums up a session that has ended: always over the whole run, all its parts. */
export function summariseRun(session: Session, result: SessionResult, store: Store): SummarisedRun {
  const { run } = result;
  return tallyRun(store.runs, run, session.draws).map((tally, index) => {
    const { name, judge, account } = session.judges[index] as Session['judges'][number];
    const { made, retried, fresh } = account;
    const summary: JudgeSummary = {
      run: run.id,
      judge: name,
      judgeHash: judge.hash,
      data: run.data,
      state: stateOf(run, tally),
      items: run.items,
      skipped: run.skipped,
      withoutGold: tally.withoutGold,
      ...tally.counts,
      metrics: metricsOf(tally, judge.space, session.seed),
      overConstant: overConstant(tally.columns, viewOf(judge.space)) ?? null,
      calls: { made, cached: Math.max(0, tally.callsBehind - fresh), retried },
      cost: {
        usd: result.judgeCosts[index]?.usd ?? 0,
        atLeast: result.judgeCosts[index]?.atLeast ?? false,
        thisTimeUsd: account.usd,
      },
      seconds: result.seconds,
    };
    return { summary, tally };
  });
}

/** How a judge's part of a run ended. */
export function stateOf(run: RunRecord, { counts }: JudgeTally): JudgeSummary['state'] {
  if (run.state === 'interrupted') return 'interrupted';
  const made = counts.scored + counts.abstained + counts.unreadable + counts.failed;
  return made === counts.expected && counts.failed === 0 ? 'complete' : 'incomplete';
}
