import { z } from 'zod';
import { AssizeError, describe } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { SpaceView } from '../core/space-view.ts';
import { schemaFault } from '../core/schema-fault.ts';
import type { Reader } from './reader.ts';
import { readers } from './readers/readers.ts';
import { specsOf, type JudgeSpec, type ModelSpec, type ReaderSpec, type StrategySpec } from './spec.ts';
import { bothOrders } from './strategies/both-orders.ts';
import { ceJudge } from './strategies/ce-judge.ts';
import { checklist } from './strategies/checklist.ts';
import { criteria } from './strategies/criteria.ts';
import { debate } from './strategies/debate.ts';
import { gEval } from './strategies/g-eval.ts';
import { multilingualVote } from './strategies/multilingual-vote.ts';
import { panel } from './strategies/panel.ts';
import { recorded } from './strategies/recorded.ts';
import { reflection } from './strategies/reflection.ts';
import { rocket } from './strategies/rocket.ts';
import { scoresToPreference } from './strategies/scores-to-preference.ts';
import { semj } from './strategies/semj.ts';
import { single } from './strategies/single.ts';
import { ucs } from './strategies/ucs.ts';
import { vote } from './strategies/vote.ts';
import type { Outcome, Strategy, Turn } from './strategy.ts';

/** The built-in strategies, in the order they are listed to users. */
export const strategies: readonly Strategy[] = [
  single,
  vote,
  bothOrders,
  reflection,
  panel,
  criteria,
  semj,
  multilingualVote,
  ceJudge,
  checklist,
  gEval,
  debate,
  rocket,
  ucs,
  scoresToPreference,
  recorded,
].map(erased);

/** A strategy whose options are unknown to its holder: they go in through `parse` and come back unchanged. */
export type OpenStrategy = Omit<Strategy, 'refuses'> & {
  readonly defaultTemperature: number;
  parse(spec: StrategySpec): unknown;
  refuses(space: SpaceView, options: unknown, spec: JudgeSpec): string | undefined;
};

/** The strategy of a specification. Throws `config` naming the nearest kind, or the option that is wrong. */
export function strategyOf(spec: StrategySpec, further: readonly Strategy[], place: string): OpenStrategy {
  const all = [...strategies, ...further];
  const strategy = all.find(({ kind }) => kind === spec.kind);
  if (strategy === undefined)
    throw unknownKind(
      `${place}.kind`,
      spec.kind,
      all.map(({ kind }) => kind),
    );
  return {
    ...strategy,
    defaultTemperature: strategy.defaultTemperature ?? 0,
    parse: ({ kind: _kind, ...options }) => {
      const parsed = strategy.options.safeParse(options, { reportInput: true });
      if (parsed.success) return parsed.data;
      throw new AssizeError('config', schemaFault(parsed.error, place, optionNames(strategy)));
    },
    refuses: (space, options, judge) => strategy.refuses?.(space, options, judge),
  };
}

/** The models beside a judge's own that its strategy calls. */
export function furtherModels({ harness }: JudgeSpec): readonly ModelSpec[] {
  const { kind, ...options } = harness.strategy;
  const strategy = strategies.find((candidate) => candidate.kind === kind);
  // What is wrong with them is told where the judge is built.
  const parsed = strategy?.options.safeParse(options);
  return parsed?.success === true ? (strategy?.models?.(parsed.data) ?? []) : [];
}

/** Whether a judge, or one inside it, shows items in their other languages, which the data set has to bring. */
export function readsParallelItems(spec: JudgeSpec): boolean {
  return specsOf(spec).some(({ harness }) => harness.strategy['source'] === 'parallel');
}

/** The reader of a specification. Throws `config` naming the nearest kind. */
export function readerOf(spec: ReaderSpec, place: string): Reader {
  const reader = readers.find(({ kind }) => kind === spec.kind);
  if (reader === undefined)
    throw unknownKind(
      `${place}.kind`,
      spec.kind,
      readers.map(({ kind }) => kind),
    );
  return reader;
}

/** JSON Schema of a strategy's options with `kind`, for `assize judges strategies` and editors. */
export function strategySchema(strategy: Strategy): Record<string, unknown> {
  const schema = z.toJSONSchema(strategy.options, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, unknown>;
  };
  return { ...schema, properties: { kind: { const: strategy.kind }, ...schema.properties } };
}

function optionNames(strategy: Strategy): string[] {
  return Object.keys((strategySchema(strategy)['properties'] as Record<string, unknown> | undefined) ?? {});
}

function erased<Options>(strategy: Strategy<Options>): Strategy {
  return {
    ...strategy,
    options: strategy.options as z.ZodType<unknown>,
    refuses: (space, options, spec) => strategy.refuses?.(space, options as Options, spec),
    members: (options) => strategy.members(options as Options),
    ...(strategy.models !== undefined && { models: (options: unknown) => strategy.models?.(options as Options) ?? [] }),
    maxCalls: (spec, options, inner) => strategy.maxCalls(spec, options as Options, inner),
    decide: (turn: Turn, options: unknown): Promise<Outcome> => strategy.decide(turn, options as Options),
  };
}

function unknownKind(place: string, kind: string, kinds: readonly string[]): AssizeError {
  const near = nearest(String(kind), kinds);
  return new AssizeError(
    'config',
    `${place}: expected one of ${kinds.join(', ')}, got ${describe(kind)}. ${near === undefined ? 'Use one of these.' : `Did you mean ${near}?`}`,
  );
}
