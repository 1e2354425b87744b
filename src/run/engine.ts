import type { Row } from '../data/row.ts';
import { NotBegun, type Judge, type Judgment } from '../judge/judge.ts';
import type { JudgmentRecord, JudgmentSummary, RunStore } from './ports.ts';
import { RunStopped, type StopSwitch } from './stop-switch.ts';
import { runTasks } from './task-pool.ts';

/** What is to be judged, by whom. */
export type Work = {
  readonly runId: string;
  readonly judges: readonly Judge[];
  /** The selected rows in order; streamed. */
  readonly rows: AsyncIterable<Row>;
  /** Greater than every row's index. */
  readonly rowLimit: number;
  readonly draws: number;
  readonly seed: number;
  /** Make unreadable judgments again. */
  readonly retryUnreadable: boolean;
  /** Judgments at work at once. */
  readonly width: number;
  /** Judgments that the whole run has when nothing is missing. */
  readonly expected: number;
};

/** How many judgments are there, and how many of them failed. */
export type Progress = { readonly made: number; readonly failed: number };

/** Who is told of what happens. */
export type WorkObserver = {
  /** What earlier parts of the run have left, before the first judgment of this one. */
  workFound?(found: Progress): void;
  /** A judgment is durable. */
  judgmentMade?(record: JudgmentRecord): void;
};

/** How long calls in flight are waited for when the run cannot go on. */
const faultGraceMs = 5000;

const stateOf = { scored: 1, abstained: 1, unreadable: 2, failed: 3 } as const;
/** `found`: the state it was found in, 0 where it was never made. */
type Task = {
  readonly row: Row;
  readonly draw: number;
  readonly judge: number;
  readonly retries: number;
  readonly found: number;
};

/**
 * Makes the judgments that a run lacks: those never made, failed ones, and unreadable ones where the user wishes. Each is durable before it counts. Memory
 * holds one byte a judgment, and the judgments in flight.
 *
 * Ends when all are made, or when `stop` says so, and tells how many are there. Throws only faults of ours and of the store.
 */
export async function executeWork(
  work: Work,
  world: { runs: RunStore; stop: StopSwitch; observer?: WorkObserver },
): Promise<Progress> {
  const { runs, stop, observer } = world;
  const settled = settledOf(work, runs.summaries(work.runId));
  let { made, failed } = settled.found;
  observer?.workFound?.(settled.found);
  await runTasks(missingTasks(work, settled), work.width, performOrStop, () => stop.reason !== undefined);
  return { made, failed };

  async function performOrStop(task: Task): Promise<void> {
    try {
      await perform(task);
    } catch (error) {
      // Calls that wait for a place must not be sent any more: where nothing can be kept, their replies would be paid for and lost.
      stop.stop({ kind: 'fault' }, faultGraceMs);
      throw error;
    }
  }

  async function perform(task: Task): Promise<void> {
    const judge = work.judges[task.judge] as Judge;
    let judgment: Judgment;
    try {
      judgment = await judge.judge(task.row.item, {
        draw: task.draw,
        seed: work.seed,
        signal: stop.signal,
        extraAttempts: task.retries,
      });
    } catch (error) {
      if (error instanceof NotBegun) stop.stop({ kind: 'budget' }, Number.POSITIVE_INFINITY);
      else if (!(error instanceof RunStopped) && !stop.signal.aborted) throw error;
      return;
    }
    const record = recordOf(judgment, task);
    await runs.putJudgment(work.runId, record);
    if (task.found === 0) made += 1;
    failed += Number(record.verdict.status === 'failed') - Number(task.found === stateOf.failed);
    observer?.judgmentMade?.(record);
  }
}

function recordOf(judgment: Judgment, { row, draw, judge, retries }: Task): JudgmentRecord {
  const { verdict, rationale, reply, parts, spend, latencyMs } = judgment;
  return {
    row: row.index,
    draw,
    judge,
    verdict,
    parts,
    spend,
    latencyMs,
    retries,
    ...(rationale !== undefined && { rationale }),
    ...(reply !== undefined && { reply }),
  };
}

type Settled = {
  readonly state: Uint8Array;
  readonly retries: Map<number, number>;
  readonly found: Progress;
  readonly unreadable: number;
  at(row: number, draw: number, judge: number): number;
};

function settledOf(work: Work, summaries: Iterable<JudgmentSummary>): Settled {
  const at = (row: number, draw: number, judge: number): number => (row * work.draws + draw) * work.judges.length + judge;
  const state = new Uint8Array(work.rowLimit * work.draws * work.judges.length);
  const retries = new Map<number, number>();
  let [made, failed, unreadable] = [0, 0, 0];
  for (const { row, draw, judge, status, retries: count } of summaries) {
    const index = at(row, draw, judge);
    state[index] = stateOf[status];
    if (count > 0) retries.set(index, count);
    made += 1;
    if (status === 'failed') failed += 1;
    if (status === 'unreadable') unreadable += 1;
  }
  return { state, retries, found: { made, failed }, unreadable, at };
}

async function* missingTasks(work: Work, settled: Settled): AsyncGenerator<Task> {
  const { made, failed } = settled.found;
  const nothingMissing = made === work.expected && failed === 0 && !(work.retryUnreadable && settled.unreadable > 0);
  if (nothingMissing) return;
  for await (const row of work.rows) {
    for (let draw = 0; draw < work.draws; draw += 1) {
      for (let judge = 0; judge < work.judges.length; judge += 1) {
        const index = settled.at(row.index, draw, judge);
        const state = settled.state[index];
        const retries = settled.retries.get(index) ?? 0;
        if (state === 0 || state === stateOf.failed) yield { row, draw, judge, retries, found: state };
        else if (state === stateOf.unreadable && work.retryUnreadable)
          yield { row, draw, judge, retries: retries + 1, found: state };
      }
    }
  }
}
