import type { Random } from '../../core/random.ts';
import type { CallStore } from '../call-store.ts';
import type { LanguageModel } from '../language-model.ts';
import type { Budget } from './budget.ts';
import { budgeted } from './budgeted.ts';
import { cached } from './cache.ts';
import type { Invoke } from './call.ts';
import { windowChecked } from './context-window.ts';
import { limited, type Limiter } from './limit.ts';
import { provided } from './provided.ts';
import { retried } from './retry.ts';
import type { Sleep } from './sleep.ts';
import { steppingDown } from './step-down.ts';
import { warned } from './warn.ts';

/** What the calls of one model go through. */
export type PipelineOptions = {
  readonly model: LanguageModel;
  readonly store: CallStore;
  /** The time as ISO 8601, UTC: when a kept call was made. */
  readonly clock: () => string;
  /** One for all models of an endpoint. */
  readonly limiter: Limiter;
  /** One for all models of a run. */
  readonly budget: Budget;
  /** Further attempts after the first. */
  readonly retries: number;
  readonly random: Random;
  readonly sleep?: Sleep;
  /** Called as a request is about to be sent; what it throws comes in the request's place (a run that is ending sends no more). */
  readonly beforeSending?: () => void;
  /** A running clock in milliseconds, for latencies. */
  readonly now?: () => number;
};

/**
 * The one way to a model: cache → context window → retry → limit → budget → provider. A cached reply costs nothing and waits for nobody; each
 * attempt reserves and is counted; what waits between two attempts holds neither a place nor money.
 *
 * Make one a model and run: calls with one key in flight are told apart by it.
 */
export function callPipeline(options: PipelineOptions): Invoke {
  const { model, store, clock, limiter, budget, retries, random, sleep, beforeSending, now } = options;
  const attempt = budgeted(budget, { model, ...(beforeSending && { beforeSending }), ...(now && { now }) }, provided(model));
  const call = retried({ retries, random, ...(sleep && { sleep }) }, limited(limiter, steppingDown(attempt)));
  return warned(cached({ store, clock, modelName: model.id }, windowChecked(model, call)));
}
