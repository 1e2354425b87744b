import type { ProgressFacts } from './judging-progress.ts';

/** How a judging command is run; every member has the default that the command line documents. */
export type JudgingOptions = {
  readonly data: string;
  readonly limit?: number;
  /** Seeded sample, stratified by gold and language. */
  readonly sample?: number;
  readonly draws?: number;
  readonly concurrency?: number;
  readonly budgetUsd?: number;
  readonly noCache?: boolean;
  readonly fresh?: boolean;
  readonly skipBadRows?: boolean;
  readonly retryUnreadable?: boolean;
  readonly seed?: number;
  /** For the whole run, in milliseconds. */
  readonly timeLimitMs?: number;
  readonly signal?: AbortSignal;
  /** A second abort ends what is in flight at once. */
  readonly abortSignal?: AbortSignal;
  readonly stdin?: AsyncIterable<Uint8Array | string>;
  readonly progress?: JudgingProgress;
};

/** Who is told how a run goes. */
export interface JudgingProgress {
  /** The run is open: `done` of `total` judgments are there already. */
  opened?(facts: {
    readonly run: string;
    readonly resumed: boolean;
    readonly state: string;
    readonly total: number;
    readonly done: number;
  }): void;
  /** A judgment more is durable. */
  advanced?(facts: ProgressFacts): void;
  /** Something the user should know, once. */
  note?(message: string): void;
}
