import { AssizeError } from '../../core/errors.ts';
import { ModelError, type LanguageModel, type ModelRequest, type Usage } from '../language-model.ts';
import type { Budget, Settlement } from './budget.ts';
import type { CallContext, CallResult, Invoke } from './call.ts';
import { billOf, isFree, tokenPriceOf, usdOf, type PicoUsd } from './money.ts';
import { inputTokensOf, mostInputTokens } from './tokens.ts';

/** The model whose attempts are paid for, and what there is to do with them besides. */
export type BudgetedOptions = {
  readonly model: LanguageModel;
  /** Called as a request is about to be sent; what it throws comes in the request's place (a run that is ending sends no more). */
  readonly beforeSending?: () => void;
  /** A running clock in milliseconds. */
  readonly now?: () => number;
};

/**
 * Reserves the most that an attempt can cost before it is sent, and books what it cost once it ended. Every attempt that passes is reported
 * to the observer as started and as ended; one that the budget refuses was no attempt.
 *
 * - The reserve is the input (counted by the model, else bounded above by bytes) and `maxTokens` of output, at the model's price.
 * - Refused before work (`ModelError.charged` false; an `AssizeError`): charged nothing.
 * - Timed out, cut, or aborted by its own caller: charged its reserve (bounded by bytes where no cap asked for one), and `atLeast`.
 * - A reply with usage: charged by it, whatever the reserve was.
 * - A reply without (part of its) usage: the known part is its cost, and `atLeast`; the rest of its reserve stays held against the cap, since
 *   it may well have been paid, but is reported as no cost, since nobody knows.
 * - Without a price: costs nothing that is known, and `atLeast`. At a price of 0 everything is known: no reserve, and never `atLeast`.
 *
 * @throws AssizeError `config` at once where the budget has a cap and the model's price is unknown: no cap could be kept.
 */
export function budgeted(
  budget: Budget,
  { model, beforeSending, now = () => performance.now() }: BudgetedOptions,
  inner: Invoke,
): Invoke {
  const price = tokenPriceOf(model.traits.price);
  const free = price !== undefined && isFree(price);
  const capped = budget.capUsd !== undefined;
  if (capped) checkPrice(model);

  return async (request, context) => {
    context.signal.throwIfAborted();
    const reserved = capped && !free ? await reserve(request, context.signal) : 0;
    const report = attemptReport(model, context, { now, beforeSending });
    let result: CallResult;
    try {
      result = await inner(request, { ...context, onSending: report.start });
    } catch (error) {
      // Aborted while the model had it wait, or turned away by `beforeSending`: nothing was sent, nothing is told.
      const unsent = !report.started() && !(error instanceof ModelError);
      const settlement = unsent ? { reserved, ...nothing } : afterFailure(error, request, reserved);
      budget.settle(settlement);
      if (!unsent) report.end(settlement, { error: asModelError(error) });
      throw error;
    }
    const settlement = afterReply(result, request, reserved);
    budget.settle(settlement);
    report.end(settlement, { usage: result.reply.usage });
    return settlement.atLeast ? result : { ...result, costUsd: usdOf(settlement.spent) };
  };

  async function reserve(request: ModelRequest, signal: AbortSignal): Promise<PicoUsd> {
    const amount = costAtMost(await inputTokensOf(model, request), request);
    await budget.reserve(amount, signal);
    // Admitted and aborted in one turn: nothing was sent.
    if (signal.aborted) {
      budget.settle({ reserved: amount, ...nothing });
      signal.throwIfAborted();
    }
    return amount;
  }

  function costAtMost(inputTokens: number, request: ModelRequest): PicoUsd {
    if (price === undefined) return 0;
    return inputTokens * Math.max(price.input, price.cachedInput) + request.maxTokens * price.output;
  }

  function afterFailure(error: unknown, request: ModelRequest, reserved: PicoUsd): Settlement {
    const unpaid = error instanceof AssizeError || (error instanceof ModelError && !error.charged);
    if (unpaid || free) return { reserved, ...nothing };
    return { reserved, spent: reserved || costAtMost(mostInputTokens(request), request), unknown: 0, atLeast: true };
  }

  function afterReply({ reply }: CallResult, request: ModelRequest, reserved: PicoUsd): Settlement {
    if (price === undefined) return { reserved, spent: 0, unknown: 0, atLeast: true };
    const { known, complete } = billOf(reply.usage, price);
    if (complete) return { reserved, spent: known, unknown: 0, atLeast: false };
    const most = reserved || costAtMost(mostInputTokens(request), request);
    return { reserved, spent: known, unknown: Math.max(0, most - known), atLeast: true };
  }
}

/** Throws `config` where a model has no price: no cap could be kept. */
export function checkPrice({ id, traits }: LanguageModel): void {
  if (traits.price !== undefined) return;
  throw new AssizeError(
    'config',
    `budget: expected a price for ${id}, got nothing. Add price: { input, output } (USD per million tokens) to its endpoint, or leave the budget out.`,
  );
}

const nothing = { spent: 0, unknown: 0, atLeast: false } as const;

/** Tells the observer of one attempt: its start when the request is really sent (at the latest with its end), and its end. */
function attemptReport(
  { endpoint, id }: LanguageModel,
  { observer, attempt = 0 }: CallContext,
  { now, beforeSending }: { now: () => number; beforeSending: (() => void) | undefined },
) {
  const who = { endpoint, model: id, attempt };
  let startedMs: number | undefined;
  const start = () => {
    beforeSending?.();
    startedMs = now();
    observer.attemptStarted?.(who);
  };
  return {
    start,
    started: () => startedMs !== undefined,
    end({ spent, atLeast }: Settlement, how: { readonly error: ModelError } | { readonly usage: Usage }): void {
      if (startedMs === undefined) {
        startedMs = now();
        observer.attemptStarted?.(who);
      }
      observer.attemptEnded?.({ ...who, ...how, costUsd: usdOf(spent), atLeast, latencyMs: now() - startedMs });
    },
  };
}

/** The observer's view of an end that is no `ModelError`: an abort cut it, or our own configuration refused it. */
function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ModelError('transport', `The attempt was cut: ${message}`, {
    charged: !(error instanceof AssizeError),
    cause: error,
  });
}
