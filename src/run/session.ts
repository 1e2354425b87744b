import { itemHash } from '../core/item.ts';
import type { Row } from '../data/row.ts';
import type { Judge } from '../judge/judge.ts';
import { picoOf, usdOf } from '../model/middleware/money.ts';
import type { Account } from './account.ts';
import { executeWork, type Progress, type WorkObserver } from './engine.ts';
import { HeldMoney } from './held-money.ts';
import { openRun, type RunWorld } from './open-run.ts';
import type { RunItem, RunRecord, RunState, Store } from './ports.ts';
import type { StopReason, StopSwitch } from './stop-switch.ts';

/** The rows that a run judges: known in number and identity before the first call, streamed when they are judged. */
export type RunData = {
  readonly name: string;
  readonly rowsHash: string;
  readonly items: number;
  /** Bad rows left out at the user's wish. */
  readonly skipped: number;
  /** Greater than every row's index. */
  readonly rowLimit: number;
  rows(): AsyncIterable<Row>;
};

/** A judge with its name and the account of what it spends. */
export type RunJudge = { readonly name: string; readonly judge: Judge; readonly account: Account };

/** Who pays for a judge's calls in a run. */
export function payerOf(runId: string, judge: number): string {
  return `${runId}#${judge}`;
}

/** A command over judges and data. */
export type Session = {
  readonly command: string;
  readonly judges: readonly RunJudge[];
  readonly data: RunData;
  readonly draws: number;
  readonly seed: number;
  readonly fresh: boolean;
  readonly noCache: boolean;
  readonly retryUnreadable: boolean;
  readonly width: number;
  readonly versions: Readonly<Record<string, string>>;
};

/** The world a session works in. `clock` gives milliseconds of a steady clock. */
export type SessionWorld = RunWorld & {
  readonly store: Store;
  readonly stop: StopSwitch;
  readonly clock: () => number;
  /** `runOpened` comes before the first judgment: `paid` is what earlier parts of the run cost, `held` what they may have cost beyond it. */
  readonly observer?: WorkObserver & {
    runOpened?(run: RunRecord, facts: { readonly resumed: boolean; readonly paid: Paid; readonly held: HeldMoney }): void;
    /** No call of the run is in flight any more. */
    workEnded?(): void;
  };
  /** Warnings gathered while working, to be kept with the run. */
  readonly warnings?: () => readonly string[];
};

/** Money paid; `atLeast` where some of it is unknown. */
export type Paid = { readonly usd: number; readonly atLeast: boolean };

/** How a session ended. `run` is its record at the end. */
export type SessionResult = {
  readonly run: RunRecord;
  readonly resumed: boolean;
  readonly reason: StopReason | undefined;
  readonly seconds: number;
  /** By judge, in all parts of the run. */ readonly judgeCosts: readonly Paid[];
};

/** How often the run's record is brought up to date while it works: what a kill can cost of its seconds. */
const recordEveryMs = 1000;
const itemBatch = 2000;

/**
 * Opens the run (or goes on with it), makes what it lacks, and leaves its record true: state, cost, seconds, warnings. Judgments and calls are durable
 * one by one; the record is brought up to date every second.
 */
export async function runSession(session: Session, world: SessionWorld): Promise<SessionResult> {
  const { store, stop } = world;
  const { judges, data, draws, seed, fresh, noCache } = session;
  const startedMs = world.clock();
  const { run, resumed } = openRun(
    store.runs,
    {
      identity: { command: session.command, judges: judges.map(({ judge }) => judge.hash), rowsHash: data.rowsHash, draws, seed },
      judges: judges.map(({ name, judge }) => ({ name, hash: judge.hash, spec: judge.spec })),
      data: data.name,
      fresh,
      noCache,
      items: data.items,
      skipped: data.skipped,
      versions: session.versions,
    },
    world,
  );
  const held = new HeldMoney(store.facts, run.id);
  const before = paidBefore(store, run, { judgeCount: judges.length, held });
  const seconds = (): number => (world.clock() - startedMs) / 1000;
  const record = (state?: RunState): void => {
    const usd = sumUsd([before.usd, ...judges.map(({ account }) => account.usd)]);
    const atLeast = before.atLeast || judges.some(({ account }) => account.atLeast);
    const warnings = [...new Set([...run.warnings, ...(world.warnings?.() ?? [])])];
    store.runs.update(run.id, {
      cost: { usd, atLeast },
      seconds: run.seconds + seconds(),
      warnings,
      skipped: data.skipped,
      ...(state !== undefined && { state }),
    });
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    world.observer?.runOpened?.(run, { resumed, paid: before, held });
    store.runs.append(run.id, {
      type: resumed ? 'run-resumed' : 'run-started',
      at: world.now(),
      details: { pid: world.owner.pid },
    });
    // Judgments are made only after all items are kept.
    if (!hasJudgment(store, run.id)) await keepItems(store, run.id, data);
    timer = setInterval(record, recordEveryMs);
    const expected = data.items * draws * judges.length;
    const progress = await executeWork(
      {
        ...session,
        runId: run.id,
        judges: judges.map(({ judge }) => judge),
        rows: data.rows(),
        rowLimit: data.rowLimit,
        expected,
      },
      { runs: store.runs, stop, ...(world.observer && { observer: world.observer }) },
    );
    world.observer?.workEnded?.();
    const state = endState(progress, expected, stop.reason);
    record(state);
    store.runs.append(run.id, { type: 'run-ended', at: world.now(), details: { state, reason: stop.reason?.kind ?? null } });
  } catch (error) {
    record('incomplete');
    throw error;
  } finally {
    clearInterval(timer);
    stop.dispose();
    await store.flush();
    store.runs.release(run.id, world.owner);
  }
  const ended = store.runs.get(run.id) ?? run;
  return {
    run: ended,
    resumed,
    reason: stop.reason,
    seconds: seconds(),
    judgeCosts: judges.length === 1 ? [ended.cost] : judges.map((_judge, index) => store.calls.paidBy(payerOf(run.id, index))),
  };
}

/** The durable calls and charges tell what a kill kept the record from learning. */
function paidBefore(
  store: Store,
  { id, cost }: RunRecord,
  { judgeCount, held }: { readonly judgeCount: number; readonly held: HeldMoney },
): Paid {
  const payments = Array.from({ length: judgeCount }, (_, judge) => store.calls.paidBy(payerOf(id, judge)));
  return {
    usd: Math.max(cost.usd, sumUsd([held.chargedUsd, ...payments.map(({ usd }) => usd)])),
    atLeast: cost.atLeast || held.cut || held.chargedUsd > 0 || payments.some(({ atLeast }) => atLeast),
  };
}

/** In whole pico-USD, so that no sum drifts. */
function sumUsd(amounts: readonly number[]): number {
  return usdOf(amounts.reduce((sum, usd) => sum + picoOf(usd), 0));
}

/** Complete when every judgment is made and none failed. */
function endState({ made, failed }: Progress, expected: number, reason: StopReason | undefined): RunState {
  if (reason?.kind === 'interrupted') return 'interrupted';
  return made === expected && failed === 0 ? 'complete' : 'incomplete';
}

function hasJudgment(store: Store, runId: string): boolean {
  for (const _first of store.runs.summaries(runId)) return true;
  return false;
}

/** Keeps what results need of the rows; again where a kill cut it short. */
async function keepItems(store: Store, runId: string, data: RunData): Promise<void> {
  let kept = 0;
  for (const _item of store.runs.items(runId)) kept += 1;
  if (kept === data.items) return;
  let batch: RunItem[] = [];
  for await (const row of data.rows()) {
    const { index, item, group, gold } = row;
    const labels = labelsOf(row);
    batch.push({
      row: index,
      id: item.id,
      itemHash: itemHash(item),
      group,
      ...(item.language !== undefined && { language: item.language }),
      ...(gold !== undefined && { gold }),
      ...(labels !== undefined && { labels }),
    });
    if (batch.length === itemBatch) {
      store.runs.putItems(runId, batch);
      batch = [];
    }
  }
  store.runs.putItems(runId, batch);
}

/** What raters said of a row, each once: those of its consensus, or the one that gave its gold. */
function labelsOf({ labels, rater, gold }: Row): RunItem['labels'] {
  if (labels !== undefined) return Object.fromEntries(labels.toReversed().map((one) => [one.rater, one.label]));
  return rater === undefined || gold === undefined ? undefined : { [rater]: gold };
}
