import type { Readable } from 'node:stream';
import { packageVersion } from '../config/package-root.ts';
import { resolveJudge, type ResolvedJudge } from '../config/resolve-judge.ts';
import { AssizeError } from '../core/errors.ts';
import { seededRandom } from '../core/random.ts';
import { buildJudge, type JudgeDeps } from '../judge/build.ts';
import type { ModelRegistry } from '../model/registry.ts';
import { createBudget, type Budget } from '../model/middleware/budget.ts';
import type { CallObserver, Invoke } from '../model/middleware/call.ts';
import { createLimiter, type Limiter } from '../model/middleware/limit.ts';
import { callPipeline } from '../model/middleware/pipeline.ts';
import { Account } from '../run/account.ts';
import { EndpointWatch } from '../run/endpoint-watch.ts';
import type { Owner, RunRecord, Store } from '../run/ports.ts';
import { newRunId } from '../run/run-id.ts';
import { payerOf, type RunJudge, type Session, type SessionWorld } from '../run/session.ts';
import { StopSwitch } from '../run/stop-switch.ts';
import { currentOwner, isAlive } from '../store/process-owner.ts';
import { withExamples } from './examples.ts';
import type { JudgingOptions } from './judging-options.ts';
import { loadData, specsOf, type LoadedData } from './load-data.ts';
import { isoNow, type Workspace } from './workspace.ts';

/** Calls in flight have so long to come in when a run is ended early: they are paid for. */
const graceMs = 5000;
/** Judgments at work at once are no more than this, however many calls an endpoint takes. */
const widest = 512;

/** A command ready to run: judges built, rows known, nothing sent yet. */
export type PreparedJudging = {
  readonly session: Session;
  readonly world: SessionWorld;
  readonly data: LoadedData;
  readonly resolved: readonly ResolvedJudge[];
  readonly notes: readonly string[];
  close(): Promise<void>;
};

/**
 * Makes everything ready that a judging command needs, and finds every fault of configuration and data before the first call.
 *
 * @throws AssizeError with the place of the fault.
 */
export async function prepareJudging(workspace: Workspace, command: string, names: readonly string[], options: JudgingOptions): Promise<PreparedJudging> {
  const { loaded } = workspace;
  const { defaults } = loaded.config;
  const seed = options.seed ?? defaults.seed ?? 0;
  const draws = options.draws ?? defaults.draws ?? 1;
  const budgetUsd = options.budgetUsd ?? defaults.budgetUsd;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new AssizeError('usage', `${command}: expected each judge once, got ${twice} again. Name others.`);
  const resolved = await Promise.all(names.map((name) => resolveJudge(loaded, name)));
  const models = await workspace.models();
  const ids = [...new Set(resolved.flatMap(({ spec }) => specsOf(spec).flatMap(({ model }) => (model === undefined ? [] : [model.id]))))];
  for (const id of ids) models.endpoint(id.slice(0, Math.max(0, id.indexOf(':'))));
  models.checkKeys(ids);
  const data = await loadData(workspace, options.data, {
    judges: resolved,
    skipBadRows: options.skipBadRows ?? false,
    seed,
    ...(options.limit !== undefined && { limit: options.limit }),
    ...(options.sample !== undefined && { sample: options.sample }),
    ...(options.stdin !== undefined && { stdin: options.stdin as Readable }),
  });
  try {
    const store = await workspace.store();
    const judges = await withExamples(workspace, resolved, data);
    const wiring = new Wiring({ store, models, options, ...(budgetUsd !== undefined && { budgetUsd }) });
    const built: RunJudge[] = [];
    for (const [index, judge] of judges.entries()) built.push(await wiring.build(judge, index, loaded.file));
    const notes = [...data.notes, ...warmthNotes(judges, draws)];
    for (const note of notes) wiring.note(note);
    const session: Session = {
      command,
      judges: built,
      data: data.runData,
      draws,
      seed,
      fresh: options.fresh ?? false,
      noCache: options.noCache ?? false,
      retryUnreadable: options.retryUnreadable ?? false,
      width: Math.min(widest, Math.max(1, ...[wiring.concurrency(ids)])),
      versions: { assize: packageVersion(), node: process.versions.node },
    };
    return { session, world: wiring.world(), data, resolved: judges, notes, close: () => data.scanned.close() };
  } catch (error) {
    await data.scanned.close();
    throw error;
  }
}

type WiringParts = { readonly store: Store; readonly models: ModelRegistry; readonly options: JudgingOptions; readonly budgetUsd?: number };

/** Connects the judges of one run with its models, budget, limits, stop switch and progress. */
class Wiring {
  readonly #parts: WiringParts;
  readonly #stop = new StopSwitch();
  readonly #watch = new EndpointWatch();
  readonly #limiters = new Map<string, Limiter>();
  readonly #pipelines = new Map<string, Promise<Invoke>>();
  readonly #warnings = new Set<string>();
  readonly #accounts: Account[] = [];
  readonly #random = seededRandom(1);
  #run: RunRecord | undefined;
  #budget: Budget;
  #paid = { usd: 0, atLeast: false };

  constructor(parts: WiringParts) {
    this.#parts = parts;
    this.#budget = createBudget(parts.budgetUsd === undefined ? {} : { capUsd: parts.budgetUsd });
    const { signal, abortSignal, timeLimitMs } = parts.options;
    if (signal?.aborted === true) this.#stop.stop({ kind: 'interrupted' }, graceMs);
    signal?.addEventListener('abort', () => this.#stop.stop({ kind: 'interrupted' }, graceMs), { once: true });
    abortSignal?.addEventListener('abort', () => this.#stop.abort(), { once: true });
    if (timeLimitMs !== undefined) setTimeout(() => this.#stop.stop({ kind: 'deadline', limitMs: timeLimitMs }, graceMs), timeLimitMs).unref();
  }

  async build({ name, spec }: ResolvedJudge, index: number, file: string): Promise<RunJudge> {
    const account = new Account();
    this.#accounts.push(account);
    const deps: JudgeDeps = {
      model: async (id) => {
        const model = await this.#parts.models.resolve(id);
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
        runOpened: (run, { resumed, paid }) => {
          this.#run = run;
          this.#paid = paid;
          if (this.#parts.budgetUsd !== undefined) this.#budget = createBudget({ capUsd: this.#parts.budgetUsd, spentUsd: paid.usd, atLeast: paid.atLeast });
          let done = 0;
          for (const { status } of store.runs.summaries(run.id)) if (status !== 'failed') done += 1;
          options.progress?.opened?.({ run: run.id, resumed, state: run.state, total: run.items * run.identity.draws * run.judges.length, done });
        },
        judgmentMade: () => options.progress?.advanced?.({ costUsd: this.#paid.usd + this.#sum(), atLeast: this.#paid.atLeast || this.#accounts.some(({ atLeast }) => atLeast) }),
      },
    };
  }

  #sum(): number {
    return this.#accounts.reduce((total, { usd }) => total + usd, 0);
  }

  #observer(): CallObserver {
    return {
      attemptEnded: ({ endpoint, error }) => {
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

/** Several draws of one prompt at temperature 0 are one draw, told several times. */
function warmthNotes(judges: readonly ResolvedJudge[], draws: number): string[] {
  return judges.flatMap(({ name, spec }) => {
    const votes = spec.harness.strategy.kind === 'vote';
    const cold = specsOf(spec).some(({ model }) => model !== undefined && (model.temperature === 0 || (model.temperature === undefined && !votes)));
    if (!cold || (draws === 1 && !(votes && spec.model?.temperature === 0))) return [];
    return [`judges.${name}: several draws at temperature 0 will mostly repeat one another. Set a temperature to learn how much the judge varies.`];
  });
}
