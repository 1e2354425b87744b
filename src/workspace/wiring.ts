import { type ResolvedJudge } from '../config/resolve-judge.ts';
import { seededRandom } from '../core/random.ts';
import { buildJudge, type JudgeDeps } from '../judge/build.ts';
import { createBudget, type Budget } from '../model/middleware/budget.ts';
import { checkPrice } from '../model/middleware/budgeted.ts';
import type { CallObserver, Invoke } from '../model/middleware/call.ts';
import { createLimiter, type Limiter } from '../model/middleware/limit.ts';
import { callPipeline } from '../model/middleware/pipeline.ts';
import type { ModelRegistry } from '../model/registry.ts';
import { Account } from '../run/account.ts';
import { EndpointWatch } from '../run/endpoint-watch.ts';
import type { HeldMoney } from '../run/held-money.ts';
import type { Owner, RunRecord, Store } from '../run/ports.ts';
import { newRunId } from '../run/run-id.ts';
import { payerOf, type RunJudge, type SessionWorld } from '../run/session.ts';
import { StopSwitch } from '../run/stop-switch.ts';
import { currentOwner, isAlive } from '../store/process-owner.ts';
import type { JudgingOptions } from './judging-options.ts';
import { modelIdsOf } from './load-data.ts';
import { isoNow } from './workspace.ts';

/** Calls in flight have so long to come in when a run is ended early: they are paid for. */
const graceMs = 5000;

/** What a timer holds; a longer one would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What a run is wired of. */
export type WiringParts = {
  readonly store: Store;
  readonly models: ModelRegistry;
  readonly options: JudgingOptions;
  readonly budgetUsd?: number;
};

/** Connects the judges of one run with its models, budget, limits, stop switch and progress. */
export class Wiring {
  readonly #parts: WiringParts;
  readonly #stop = new StopSwitch();
  readonly #watch = new EndpointWatch();
  readonly #limiters = new Map<string, Limiter>();
  readonly #pipelines = new Map<string, Promise<Invoke>>();
  readonly #warnings = new Set<string>();
  readonly #accounts: Account[] = [];
  readonly #random = seededRandom(1);
  #run: RunRecord | undefined;
  #budget: Budget = createBudget();
  #paid = { usd: 0, atLeast: false };
  #held: HeldMoney | undefined;
  #opened: Omit<Parameters<NonNullable<NonNullable<JudgingOptions['progress']>['opened']>>[0], 'done'> | undefined;

  constructor(parts: WiringParts) {
    this.#parts = parts;
    const { signal, abortSignal, timeLimitMs } = parts.options;
    if (signal?.aborted === true) this.#stop.stop({ kind: 'interrupted' }, graceMs);
    signal?.addEventListener('abort', () => this.#stop.stop({ kind: 'interrupted' }, graceMs), { once: true });
    abortSignal?.addEventListener('abort', () => this.#stop.abort(), { once: true });
    if (timeLimitMs !== undefined)
      setTimeout(
        () => this.#stop.stop({ kind: 'deadline', limitMs: timeLimitMs }, graceMs),
        Math.min(timeLimitMs, longestTimerMs),
      ).unref();
  }

  async build({ name, spec }: ResolvedJudge, index: number, file: string): Promise<RunJudge> {
    const account = new Account();
    this.#accounts.push(account);
    const deps: JudgeDeps = {
      model: async (id) => {
        const model = await this.#parts.models.resolve(id);
        // Told before the first call of any model, not when this one is first asked.
        if (this.#parts.budgetUsd !== undefined) checkPrice(model);
        const invoke = account.counting(async (request, context) => (await this.#pipeline(id))(request, context));
        return { id, identity: model.identity, invoke };
      },
      artifacts: this.#parts.store.artifacts,
      observer: account.observer(this.#observer()),
      keySalt: () => (this.#run?.noCache === true ? this.#run.id : undefined),
      payer: () => (this.#run === undefined ? undefined : payerOf(this.#run.id, index)),
      clock: () => performance.now(),
    };
    return { name, judge: await buildJudge(spec, deps, `${file}: judges.${name}`), account };
  }

  /** The models of judges and of those inside them, each once. */
  modelIds(judges: readonly ResolvedJudge[]): string[] {
    return [...new Set(judges.flatMap(({ spec }) => modelIdsOf(spec)))];
  }

  /** So many calls may be in flight over all endpoints of these models. */
  concurrency(ids: readonly string[]): number {
    const endpoints = new Set(ids.map((id) => id.slice(0, id.indexOf(':'))));
    return [...endpoints].reduce((total, endpoint) => total + this.#cap(endpoint), 0);
  }

  note(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    this.#parts.options.progress?.note?.(message);
  }

  world(): SessionWorld {
    const { store, options } = this.#parts;
    const owner: Owner = currentOwner();
    return {
      store,
      stop: this.#stop,
      clock: () => performance.now(),
      now: isoNow,
      newId: () => newRunId(new Date(), Math.random),
      owner,
      alive: isAlive,
      warnings: () => [...this.#warnings],
      observer: {
        runOpened: (run, { resumed, paid, held }) => {
          this.#run = run;
          this.#paid = paid;
          this.#held = held;
          this.#budget = createBudget({
            ...(this.#parts.budgetUsd !== undefined && { capUsd: this.#parts.budgetUsd }),
            spentUsd: paid.usd,
            unknownUsd: held.heldUsd,
            atLeast: paid.atLeast,
            onOwing: (usd) => held.mayOwe(usd),
          });
          this.#opened = { run: run.id, resumed, state: run.state, total: run.items * run.identity.draws * run.judges.length };
        },
        workFound: ({ made, failed }) => {
          if (this.#opened !== undefined) options.progress?.opened?.({ ...this.#opened, done: made - failed });
        },
        workEnded: () => this.#held?.close(this.#budget.unknownUsd),
        judgmentMade: () =>
          options.progress?.advanced?.({
            costUsd: this.#paid.usd + this.#sum(),
            atLeast: this.#paid.atLeast || this.#accounts.some(({ atLeast }) => atLeast),
          }),
      },
    };
  }

  #sum(): number {
    return this.#accounts.reduce((total, { usd }) => total + usd, 0);
  }

  #observer(): CallObserver {
    return {
      attemptEnded: ({ endpoint, error, costUsd }) => {
        if (error !== undefined && costUsd > 0) this.#held?.charge(costUsd);
        if (!this.#watch.refused(endpoint, error) || error === undefined) return;
        this.note(`Endpoint ${endpoint} refused five calls in a row: ${error.message}`);
        this.#stop.stop({ kind: 'endpoint', endpoint, message: error.message }, graceMs);
      },
      warning: (message) => this.note(message),
    };
  }

  #cap(endpoint: string): number {
    const { maxConcurrency, kind } = this.#parts.models.endpoint(endpoint);
    const cap = kind === 'local' ? 4 : maxConcurrency;
    return this.#parts.options.concurrency === undefined ? cap : Math.min(cap, this.#parts.options.concurrency);
  }

  /** One a model and run; made at the first call, when the run is open and its budget known. */
  #pipeline(id: string): Promise<Invoke> {
    const known = this.#pipelines.get(id);
    if (known !== undefined) return known;
    const made = this.#makePipeline(id);
    this.#pipelines.set(id, made);
    return made;
  }

  async #makePipeline(id: string): Promise<Invoke> {
    const { models, store } = this.#parts;
    const model = await models.resolve(id);
    const limiter = this.#limiters.get(model.endpoint) ?? createLimiter({ maxConcurrency: this.#cap(model.endpoint) });
    this.#limiters.set(model.endpoint, limiter);
    return callPipeline({
      model,
      store: store.calls,
      clock: isoNow,
      limiter,
      budget: this.#budget,
      retries: models.endpoint(model.endpoint).retries,
      random: this.#random,
      beforeSending: () => this.#stop.check(),
    });
  }
}
