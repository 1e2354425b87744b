import path from 'node:path';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { resolveJudge } from '../config/resolve-judge.ts';
import type { ConfigInput } from '../config/schema.ts';
import { checkedConfig } from '../config/checked-config.ts';
import { checkShape } from '../core/check-shape.ts';
import { AssizeError } from '../core/errors.ts';
import type { Item } from '../core/item.ts';
import type { Judgment } from '../judge/judge.ts';
import type { JudgeSummary } from '../measure/judge-summary.ts';
import { compare as compareStudy, type CompareSummary } from '../studies/compare/compare.ts';
import { score } from '../studies/score/score.ts';
import { Wiring } from './wiring.ts';
import { prepareJudging } from './judging.ts';
import type { JudgingOptions } from './judging-options.ts';
import {
  callOptionsSchema,
  compareOptionsSchema,
  givenItemSchema,
  judgeOptionsSchema,
  openJudgeOptionsSchema,
} from './options-schema.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

/** Where judges and data come from: a file (`assize.yaml`), or the same objects in code. */
export type Source = {
  /** Path of a configuration, or the configuration itself. */
  readonly config: string | ConfigInput;
  /** What relative paths of a configuration in code are relative to; default the working folder. */
  readonly folder?: string;
  /** `memory` keeps nothing; default is the configuration's store. */
  readonly store?: 'memory';
  /** Environment variables that keys are read from; default the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/** The same object back, with the configuration's type: for `assize.config.ts` files and editors. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}

/**
 * Judges the items of a configured set: `assize judge` as a function, with the same summary. An abort of `signal` interrupts as Ctrl-C does.
 *
 * @example
 * const summary = await judge({ config: 'assize.yaml', judge: 'faithful', data: 'answers' });
 * console.log(summary.scored, summary.metrics);
 * @throws AssizeError on faults of configuration, data and store; never for what a model does.
 */
export async function judge(options: Source & JudgingOptions & { readonly judge: string }): Promise<JudgeSummary> {
  checkShape(judgeOptionsSchema, options, { place: 'judge options' });
  const { judge: name } = options;
  return withWorkspace(options, async (workspace) => {
    const prepared = await prepareJudging(workspace, 'judge', [name], options);
    try {
      return (await score(prepared.session, prepared.world)).summary;
    } finally {
      await prepared.close();
    }
  });
}

/**
 * Judges the same items with several judges and pairs each with the first: `assize compare` as a function.
 *
 * @example
 * const { differences } = await compare({ config: 'assize.yaml', judges: ['one-call', 'both-orders'], data: 'pairs' });
 */
export async function compare(
  options: Source & JudgingOptions & { readonly judges: readonly [string, string, ...string[]] },
): Promise<CompareSummary> {
  checkShape(compareOptionsSchema, options, { place: 'compare options' });
  return withWorkspace(options, async (workspace) => {
    const prepared = await prepareJudging(workspace, 'compare', options.judges, options);
    try {
      return (await compareStudy(prepared.session, prepared.world)).summary;
    } finally {
      await prepared.close();
    }
  });
}

/** A judge to call. */
export interface OpenJudge {
  readonly hash: string;
  /** Judges one item. Never rejects for what a model does: the verdict says how it ended. */
  judge(
    item: Partial<Item>,
    options?: { readonly draw?: number; readonly seed?: number; readonly signal?: AbortSignal },
  ): Promise<Judgment>;
  close(): Promise<void>;
}

/**
 * A configured judge as a function, with cache, retries and limits around its model. To be closed.
 *
 * @example
 * const faithful = await openJudge({ config: 'assize.yaml', judge: 'faithful' });
 * const { verdict } = await faithful.judge({ context: 'It rained.', output: 'It was dry.' });
 * await faithful.close();
 */
export async function openJudge(
  options: Source & { readonly judge: string; readonly budgetUsd?: number; readonly concurrency?: number },
): Promise<OpenJudge> {
  checkShape(openJudgeOptionsSchema, options, { place: 'openJudge options' });
  const workspace = openWorkspace(await loadedOf(options), {
    env: options.env ?? process.env,
    ...(options.store && { store: options.store }),
  });
  try {
    const resolved = await resolveJudge(workspace.loaded, options.judge);
    if (resolved.examples !== undefined)
      throw new AssizeError(
        'usage',
        `judges.${options.judge}.prompt.examples: expected a judge without drawn examples, because one item has no set to be disjoint from, got one. Use judge() over a data set.`,
      );
    const models = await workspace.models();
    const wiring = new Wiring({
      store: await workspace.store(),
      models,
      options: { data: '', ...options },
      ...(options.budgetUsd !== undefined && { budgetUsd: options.budgetUsd }),
    });
    models.checkKeys(wiring.modelIds([resolved]));
    const { judge: built } = await wiring.build(resolved, 0, workspace.loaded.file);
    return {
      hash: built.hash,
      judge: async (item, call = {}) => {
        checkShape(givenItemSchema, item, { place: 'item' });
        checkShape(callOptionsSchema, call, { place: 'judge options' });
        return built.judge(
          { id: 'item', fields: {}, ...item },
          {
            draw: call.draw ?? 0,
            seed: call.seed ?? workspace.loaded.config.defaults.seed ?? 0,
            signal: call.signal ?? new AbortController().signal,
          },
        );
      },
      close: () => workspace.close(),
    };
  } catch (error) {
    await workspace.close();
    throw error;
  }
}

async function withWorkspace<T>(source: Source, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = openWorkspace(await loadedOf(source), {
    env: source.env ?? process.env,
    ...(source.store && { store: source.store }),
  });
  try {
    return await work(workspace);
  } finally {
    await workspace.close();
  }
}

async function loadedOf({ config, folder }: Source): Promise<LoadedConfig> {
  if (typeof config === 'string') return loadConfig(path.resolve(folder ?? process.cwd(), config));
  const base = path.resolve(folder ?? process.cwd());
  return { config: checkedConfig(config, inCode), folder: base, file: inCode(), where: inCode };
}

/** Where every key of a configuration in code stands; messages go on with the path of the key. */
function inCode(): string {
  return 'configuration';
}
