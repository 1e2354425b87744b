import type { ArtifactStore, FactStore } from '../core/artifact-store.ts';
import type { ItemHash, JudgeHash } from '../core/hash.ts';
import type { Json } from '../core/json.ts';
import type { Verdict, VerdictValue } from '../core/verdict.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { Part, Spend } from '../judge/judge.ts';
import type { CallStore } from '../model/call-store.ts';

/** What identifies a run: the same command over the same judges, rows, draws and seed is the same run. */
export type RunIdentity = {
  readonly command: string;
  readonly judges: readonly JudgeHash[];
  readonly rowsHash: string;
  readonly draws: number;
  readonly seed: number;
};

export type RunState = 'running' | 'complete' | 'incomplete' | 'interrupted';

/** What a run keeps beside its judgments. */
export type RunRecord = {
  /** Short, sortable by time of creation, safe as a file name. */
  readonly id: string;
  readonly identity: RunIdentity;
  readonly identityHash: string;
  readonly state: RunState;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly judges: readonly { readonly name: string; readonly hash: JudgeHash; readonly spec: JudgeSpec }[];
  readonly data: string;
  readonly noCache: boolean;
  readonly items: number;
  readonly skipped: number;
  /** Paid by this run in all its parts; `atLeast` where some cost is unknown. */
  readonly cost: { readonly usd: number; readonly atLeast: boolean };
  /** Seconds of work in all its parts. */
  readonly seconds: number;
  readonly warnings: readonly string[];
  /** Versions of assize, Node, and the strategies and readers used. */
  readonly versions: Readonly<Record<string, string>>;
};

/** A row of the run's data, kept once so that results can be written without the data. */
export type RunItem = {
  readonly row: number;
  readonly id: string;
  readonly itemHash: ItemHash;
  readonly language?: string;
  readonly group: string;
  /** Gold as in the data. */
  readonly gold?: string | number | boolean;
  /** What each rater said, by rater, where the data names raters. */
  readonly labels?: Readonly<Record<string, string | number | boolean>>;
};

/** A judgment as it is kept; its key in a run is (row, draw, judge's place). */
export type JudgmentRecord = {
  readonly row: number;
  readonly draw: number;
  /** Place of the judge in the run's list. */
  readonly judge: number;
  readonly verdict: Verdict;
  readonly rationale?: string;
  readonly reply?: string;
  readonly parts: readonly Part[];
  readonly spend: Spend;
  readonly latencyMs: number;
  /** How often it was made again at the user's wish (`--retry-unreadable`). */
  readonly retries: number;
};

/** The columns of a judgment that statistics and resume need, without its texts. */
export type JudgmentKey = { readonly row: number; readonly draw: number; readonly judge: number };
export type JudgmentSummary = JudgmentKey & {
  readonly status: Verdict['status'];
  readonly value?: VerdictValue;
  /** `problem` of an unreadable, `code` of a failed one. */
  readonly cause?: string;
  readonly retries: number;
  readonly spend: Spend;
};

/** Who works on a run: enough to tell a live process from a dead one whose number was given out again. */
export type Owner = { readonly pid: number; readonly host: string; readonly startedAt: string };

/** Events of a run: what a live page, a progress line and a post-mortem read. Noun-verb, units in names. */
export type RunEvent = {
  readonly type:
    | 'run-started'
    | 'run-resumed'
    | 'run-ended'
    | 'endpoint-stopped'
    | 'form-settled'
    | 'warning-given'
    | 'budget-spent'
    | 'judgment-made'
    | 'call-failed';
  readonly at: string;
  readonly details: { readonly [key: string]: Json };
};

/**
 * Runs and their judgments.
 *
 * `putJudgment` replaces an earlier judgment of the same key and resolves when durable. Readers see every judgment whose `put` resolved,
 * in this process or another.
 */
export interface RunStore {
  /** With an owner the run is taken from its first moment on: no other process ever sees it without. */
  create(run: Omit<RunRecord, 'state' | 'updatedAt'>, owner?: Owner): void;
  get(id: string): RunRecord | undefined;
  /** The newest run of an identity. */
  latest(identityHash: string): RunRecord | undefined;
  /** Newest first. */
  list(): RunRecord[];
  update(id: string, change: Partial<Pick<RunRecord, 'state' | 'cost' | 'seconds' | 'warnings' | 'skipped' | 'items'>>): void;
  /** Takes the run for a process, or says who has it. A dead owner's hold is taken over; `alive` tells whether an owner still runs. */
  acquire(id: string, owner: Owner, alive: (owner: Owner) => boolean): { readonly held: true } | { readonly heldBy: Owner };
  release(id: string, owner: Owner): void;
  /** Removes the run, its judgments and events; cached calls stay. */
  delete(id: string): void;
  putItems(id: string, items: readonly RunItem[]): void;
  items(id: string): Iterable<RunItem>;
  putJudgment(id: string, record: JudgmentRecord): Promise<void>;
  getJudgment(id: string, key: JudgmentKey): JudgmentRecord | undefined;
  /** In order of row, draw, judge. */
  judgments(id: string): Iterable<JudgmentRecord>;
  /** In order of row, draw, judge; compact columns alone, so that 100,000 take little time and memory. */
  summaries(id: string): Iterable<JudgmentSummary>;
  append(id: string, event: RunEvent): void;
  events(id: string): Iterable<RunEvent>;
}

/** Everything that lasts. One file by default; the same ports serve PostgreSQL. */
export interface Store {
  readonly calls: CallStore;
  readonly runs: RunStore;
  readonly facts: FactStore;
  readonly artifacts: ArtifactStore;
  /** Resolves when all that was put is durable. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
