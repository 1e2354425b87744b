import { viewOf } from '../core/space-view.ts';
import type { RunRecord, Store } from '../run/ports.ts';
import { payerOf } from '../run/session.ts';
import { differences, type Difference } from './differences.ts';
import { metricsOf, tallyRun, type JudgeSummary, type JudgeTally } from './judge-summary.ts';
import { overConstant } from './over-constant.ts';
import { stateOf } from './summarise-run.ts';

/** A run measured from the store alone: the summary of each of its judges, and the others' differences from the first. */
export type StoredRun = {
  readonly judges: readonly JudgeSummary[];
  readonly differences: readonly ({ readonly a: string; readonly b: string } & Difference)[];
};

/** Measures a run that nobody works on now: costs are what it paid in all its parts, and no call counts as made. The same figures as when it ended. */
export function measureStoredRun(run: RunRecord, store: Pick<Store, 'runs' | 'calls'>): StoredRun {
  const tallies = tallyRun(store.runs, run, run.identity.draws);
  const judges = tallies.map((tally, place) => storedSummary(run, tally, { place, store }));
  const [first, ...others] = tallies;
  const space = run.judges[0]?.spec.verdict;
  if (first === undefined || space === undefined) return { judges, differences: [] };
  return {
    judges,
    differences: others.flatMap((tally, place) =>
      differences(first.columns, tally.columns, viewOf(space), { seed: run.identity.seed }).map((difference) => ({
        a: run.judges[0]?.name ?? '',
        b: run.judges[place + 1]?.name ?? '',
        ...difference,
      })),
    ),
  };
}

function storedSummary(
  run: RunRecord,
  tally: JudgeTally,
  { place, store }: { place: number; store: Pick<Store, 'calls'> },
): JudgeSummary {
  const { name, hash, spec } = run.judges[place] as RunRecord['judges'][number];
  // The run of one judge knows of calls that were cut and paid for; no reply in the store tells of them.
  const paid = run.judges.length === 1 ? run.cost : store.calls.paidBy(payerOf(run.id, place));
  return {
    run: run.id,
    judge: name,
    judgeHash: hash,
    data: run.data,
    state: stateOf(run, tally),
    items: run.items,
    skipped: run.skipped,
    withoutGold: tally.withoutGold,
    ...tally.counts,
    metrics: metricsOf(tally, spec.verdict, run.identity.seed),
    overConstant: overConstant(tally.columns, viewOf(spec.verdict)) ?? null,
    calls: { made: 0, cached: tally.callsBehind, retried: 0 },
    cost: { usd: paid.usd, atLeast: paid.atLeast, thisTimeUsd: 0 },
    seconds: run.seconds,
  };
}
