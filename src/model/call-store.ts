import type { CallId } from '../core/hash.ts';
import type { ModelReply, ModelRequest } from './language-model.ts';

/** A finished call as it is kept: what was asked, what came, what it cost. Only calls that got a reply are kept. */
export type CallRecord = {
  readonly id: CallId;
  /** `ENDPOINT:MODEL` under the name of the time. */
  readonly model: string;
  readonly request: ModelRequest;
  readonly reply: ModelReply;
  /** USD; absent where a usage or a price is unknown. */
  readonly costUsd?: number;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  /** Who paid for it (a run's judge), so that a cost is as durable as the calls. */
  readonly run?: string;
};

/** Calls by key. `put` resolves when the record is durable (group commit); a call counts only then. */
export interface CallStore {
  get(id: CallId): CallRecord | undefined;
  put(record: CallRecord): Promise<void>;
  /** What somebody paid for calls that got a reply; `atLeast` where some call's cost is unknown. */
  paidBy(payer: string): { readonly calls: number; readonly usd: number; readonly atLeast: boolean };
}
