import type { Item } from '../core/item.ts';
import type { Json } from '../core/json.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import { buildJudge, type JudgeDeps } from '../judge/build.ts';
import type { Judge, Judgment } from '../judge/judge.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { LanguageModel } from '../model/language-model.ts';
import { provided } from '../model/middleware/provided.ts';

/** A judge's specification with everything but the verdict space filled in: a single call through the `json` reader. */
export function judgeSpec(verdict: VerdictSpace, parts: Partial<Omit<JudgeSpec, 'verdict'>> = {}): JudgeSpec {
  return {
    model: { id: 'scripted:model', maxTokens: 256 },
    prompt: { layout: 'item-last' },
    harness: { strategy: { kind: 'single' }, reader: { kind: 'json' }, reask: 0 },
    ...parts,
    verdict,
  };
}

/** Builds a judge over a model of the test's, without cache, limits or retries: each call reaches the model. */
export function judgeOver(model: LanguageModel, spec: JudgeSpec, more: Partial<JudgeDeps> = {}): Promise<Judge> {
  const artifacts = new Map<string, Json>();
  return buildJudge(spec, {
    model: async () => ({ id: model.id, identity: model.identity, invoke: provided(model) }),
    artifacts: { get: (key) => artifacts.get(key), put: async (key, value) => void artifacts.set(key, value) },
    observer: {},
    clock: () => 0,
    ...more,
  });
}

/** An item of a test: pointwise unless it brings candidates. */
export function testItem(parts: Partial<Item> = {}): Item {
  return { id: 'item-1', fields: {}, ...(parts.outputA === undefined && { output: 'The answer.' }), ...parts };
}

/** Judges an item once. */
export function judgeOnce(
  judge: Judge,
  item: Item,
  call: { draw?: number; seed?: number; extraAttempts?: number } = {},
): Promise<Judgment> {
  return judge.judge(item, { draw: 0, seed: 1, signal: new AbortController().signal, ...call });
}
