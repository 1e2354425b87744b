import { canonicalJson } from '../core/json.ts';
import type { Item } from '../core/item.ts';
import type { CallId } from '../core/hash.ts';
import type { Part, Role } from '../judge/judge.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { Strategy } from '../judge/strategy.ts';
import { judgeOnce, judgeOver } from './judging.ts';
import { scriptedModel, type ScriptedReplyFunction } from './scripted-model.ts';

/** One requirement, and a way to try it: `run` rejects with what was wrong. */
export type StrategyCheck = { readonly name: string; run(): Promise<void> };

/** What a strategy is tried with. */
export type StrategyUnderTest = {
  readonly strategy?: Strategy;
  /** A judge that uses the strategy, on a scripted model. */
  readonly spec: JudgeSpec;
  readonly item: Item;
  /** A reply that every call of the strategy can be given. */
  readonly reply: string;
};

/**
 * What every strategy has to keep, whatever it does: it decides by its replies alone, never throws for a model, never makes a verdict of failures or garbage,
 * keeps to the calls it announced, shows every call in a part, and ends at an abort. Runs in any test runner: one test a check.
 *
 * @example
 * for (const { name, run } of strategyConformance({ spec, item, reply: '{"verdict":"good"}' })) test(name, run);
 */
export function strategyConformance({ strategy, spec, item, reply }: StrategyUnderTest): StrategyCheck[] {
  const over = async (script: ScriptedReplyFunction) => {
    const model = scriptedModel({ reply: script });
    return { model, judge: await judgeOver(model, spec, strategy === undefined ? {} : { strategies: [strategy] }) };
  };
  return [
    {
      name: 'decides the same, by the same requests, when it is given the same replies',
      run: async () => {
        const [one, two] = [await over(() => reply), await over(() => reply)];
        const [first, second] = [await judgeOnce(one.judge, item), await judgeOnce(two.judge, item)];
        expectSame(first, second, 'the same judgment');
        expectSame(one.model.requests, two.model.requests, 'the same requests');
        expectSame(one.judge.hash, two.judge.hash, 'the same hash');
      },
    },
    {
      name: 'makes no more calls than it announced, and shows each in a part',
      run: async () => {
        const { judge, model } = await over(() => reply);
        const judgment = await judgeOnce(judge, item);
        if (model.requests.length > judge.maxCalls)
          throw new Error(`expected at most ${judge.maxCalls} calls, got ${model.requests.length}.`);
        expectSame(judgment.spend.calls, model.requests.length, 'spend.calls to be the calls made');
        expectSame(callsOf(judgment.parts), model.requests.length, 'as many calls in parts as were made');
      },
    },
    {
      name: 'makes no verdict of failures, and does not throw for them',
      run: async () => {
        const { judge, model } = await over(() => ({ error: { code: 'server', message: 'down' } }));
        const { verdict } = await judgeOnce(judge, item);
        if (verdict.status === 'scored' && model.requests.length > 0)
          throw new Error(`expected no verdict where every call failed, got ${verdict.value}.`);
      },
    },
    {
      name: 'makes no verdict of garbage',
      run: async () => {
        const { judge, model } = await over(() => 'lorem ipsum dolor');
        const { verdict } = await judgeOnce(judge, item);
        if (verdict.status === 'scored' && model.requests.length > 0)
          throw new Error(`expected no verdict where no reply could be read, got ${verdict.value}.`);
      },
    },
    {
      name: 'asks anew for a second draw',
      run: async () => {
        const { judge } = await over(() => reply);
        const first = new Set(ownCalls((await judgeOnce(judge, item)).parts));
        const second = ownCalls((await judgeOnce(judge, item, { draw: 1 })).parts);
        const shared = second.filter((call) => first.has(call));
        if (shared.length > 0) throw new Error(`expected calls of its own for draw 1, got ${shared.length} of draw 0.`);
      },
    },
    {
      name: 'ends at an abort',
      run: async () => {
        const { judge, model } = await over(() => reply);
        const reason = new Error('enough');
        const ended = await judge.judge(item, { draw: 0, seed: 1, signal: AbortSignal.abort(reason) }).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (ended !== reason) throw new Error(`expected a rejection with the signal's reason, got ${String(ended)}.`);
        expectSame(model.requests.length, 0, 'no request after the abort');
      },
    },
  ];
}

/** Work on the item that its draws share. */
const sharedRoles: ReadonlySet<Role> = new Set(['translate', 'concepts', 'checklist']);

function ownCalls(parts: readonly Part[]): CallId[] {
  return parts.flatMap(({ role, calls, children }) => [...(sharedRoles.has(role) ? [] : calls), ...ownCalls(children)]);
}

function callsOf(parts: readonly Part[]): number {
  return parts.reduce((total, { calls, children }) => total + calls.length + callsOf(children), 0);
}

function expectSame(got: unknown, wanted: unknown, what: string): void {
  if (canonicalJson(got) !== canonicalJson(wanted))
    throw new Error(`expected ${what}, got ${JSON.stringify(got)} against ${JSON.stringify(wanted)}.`);
}
