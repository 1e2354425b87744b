import type { CallId } from '../../core/hash.ts';
import type { ModelError, ModelReply, ModelRequest, Usage } from '../language-model.ts';

/** What happens to the attempts of a run's calls: progress, costs, early stops and events are made of it. */
export interface CallObserver {
  /** A request is about to be sent. `attempt` counts from 0; above 0 it is a retry. */
  attemptStarted?(attempt: { readonly endpoint: string; readonly model: string; readonly attempt: number }): void;
  /** It ended. `costUsd` is what was charged (0 for an attempt refused before work); `atLeast`: the true cost may be higher or is unknown. */
  attemptEnded?(attempt: {
    readonly endpoint: string;
    readonly model: string;
    readonly attempt: number;
    readonly error?: ModelError;
    readonly usage?: Usage;
    readonly costUsd: number;
    readonly atLeast: boolean;
    readonly latencyMs: number;
  }): void;
  /** Something the user should know once: a dropped setting, a form stepped down. Repeats are told apart by their text. */
  warning?(message: string): void;
}

/** The circumstances of one call. */
export type CallContext = {
  /** Hash of everything that changes the reply: model identity, request, sample index, attempt (re-ask), the run under `--no-cache`. */
  readonly key: CallId;
  readonly signal: AbortSignal;
  readonly observer: CallObserver;
  /** Who pays: kept with the call's record, so that a cost is as durable as the calls. */
  readonly payer?: string;
  /** Which transport attempt this is, set by the retry middleware (from 0). */
  readonly attempt?: number;
  /** Called by the innermost when the request is really about to be sent; set by the budget. */
  readonly onSending?: () => void;
  /** Settles when the reply is durable, or when there is none; set by the cache. Until then the call counts as in flight. */
  readonly kept?: Promise<void>;
};

/** A reply, and whether it was already there. `costUsd` is the call's cost whoever paid; absent where unknown. */
export type CallResult = { readonly reply: ModelReply; readonly cached: boolean; readonly costUsd?: number };

/** A way to make a call. Middleware wraps one in another: cache → retry → limit → budget → provider, outermost first. Rejects with `ModelError`. */
export type Invoke = (request: ModelRequest, context: CallContext) => Promise<CallResult>;
