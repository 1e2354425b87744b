import type { CallId, ItemHash, JudgeHash } from '../core/hash.ts';
import type { Item } from '../core/item.ts';
import type { Verdict } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { JudgeSpec } from './spec.ts';

/** What a part of a judgment is for. */
export type Role =
  'ask' | 'translate' | 'critique' | 'reflect' | 'concepts' | 'checklist' | 'criteria' | 'aggregate' | 'moderate' | 'member';

/** One step of a judgment: a node of the tree that `assize runs show` prints. */
export type Part = {
  /** `vote/2`, `order/swapped`, `member/0/verdict` …: unique among its siblings. */
  readonly path: string;
  readonly role: Role;
  readonly language?: string;
  readonly round?: number;
  /** The reply's text, or the artifact's. */
  readonly text?: string;
  readonly verdict?: Verdict;
  readonly rationale?: string;
  /** Why the text was not used. */
  readonly fault?: string;
  /** Keys of the calls behind this part alone (its children have their own), in order of making. */
  readonly calls: readonly CallId[];
  readonly children: readonly Part[];
};

/** What the calls behind a judgment used; unknown is `undefined`. Cached calls count as if made. */
export type Spend = {
  readonly calls: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
};

/** One verdict of a judge on an item, with its evidence. */
export type Judgment = {
  readonly judge: JudgeHash;
  readonly item: ItemHash;
  readonly draw: number;
  readonly verdict: Verdict;
  readonly rationale?: string;
  /** The raw reply behind the verdict: the last one that was read. */
  readonly reply?: string;
  readonly parts: readonly Part[];
  readonly spend: Spend;
  readonly latencyMs: number;
};

/** The circumstances of one judgment. */
export type JudgeCall = {
  readonly draw: number;
  /** The run's `--seed`. */
  readonly seed: number;
  readonly signal: AbortSignal;
  /** How many further attempts an unreadable reply gets (`--retry-unreadable` adds one each time). */
  readonly extraAttempts?: number;
  /** Tells apart members of one judgment that are the same judge, so that their draws differ; empty for the first. */
  readonly samplePath?: string;
};

/**
 * A configured judge: one method, whatever its strategy. It never throws for an item: only for an abort. Without budget for its first call it
 * throws `NotBegun`.
 */
export interface Judge {
  readonly hash: JudgeHash;
  readonly spec: JudgeSpec;
  readonly space: VerdictSpace;
  /** The most model calls one judgment can take, re-asks included. */
  readonly maxCalls: number;
  judge(item: Item, call: JudgeCall): Promise<Judgment>;
}

/** Thrown by `Judge.judge` when the budget refused its very first call: the item was not begun, and has no judgment. */
export class NotBegun extends Error {
  override readonly name = 'NotBegun';
}
