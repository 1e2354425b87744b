import type { VerdictSpace } from '../core/verdict-space.ts';
import type { Item } from '../core/item.ts';
import type { Json } from '../core/json.ts';

/** M: a model with its decoding, every default filled in. `id` is `ENDPOINT:MODEL`, split at the first colon. */
export type ModelSpec = {
  readonly id: string;
  readonly temperature?: number;
  readonly topP?: number;
  readonly maxTokens: number;
  readonly seed?: number;
  readonly stop?: readonly string[];
  readonly reasoningEffort?: string;
};

/** A worked example shown before the item: an item of a disjoint set, its verdict and a reason. */
export type Example = { readonly item: Item; readonly verdict: string | number; readonly rationale?: string };

/** P: what is said to the model, apart from the rubric. `layout` says whether the item or the question is the stable prefix. */
export type PromptSpec = {
  readonly system?: string;
  readonly template?: string;
  readonly layout: 'item-last' | 'item-first';
  /** `shown`: the judge sees the reasoning that a judged model set apart in its output (`<think>…</think>`). Absent: it sees the answer alone. */
  readonly reasoning?: 'shown';
  /** Few-shot examples, already drawn; part of the judge's identity. */
  readonly examples?: readonly Example[];
};

/** One question of a rubric. */
export type Criterion = {
  readonly id: string;
  readonly text: string;
  readonly weight: number;
  readonly levels?: readonly { readonly label: string | number; readonly description: string }[];
};

/** R: text, or criteria with their levels. */
export type Rubric = {
  readonly name?: string;
  readonly description?: string;
  readonly text?: string;
  readonly criteria?: readonly Criterion[];
};

/** How a reply becomes a verdict; each reader's options are its own (`readers/*`). */
export type ReaderSpec = { readonly kind: string; readonly [option: string]: Json };

/** How calls are spent; each strategy's options are its own (`strategies/*`). Members are whole specs, so specs nest. */
export type StrategySpec = { readonly kind: string; readonly [option: string]: unknown };

/** κ: strategy, reader, and how often an unreadable reply is asked again. */
export type HarnessSpec = { readonly strategy: StrategySpec; readonly reader: ReaderSpec; readonly reask: number };

/**
 * A judge as data: exactly five coordinates, J = (M, P, R, κ, Z) (MAWILE §3.1). Its identity is their hash; its name is for people.
 *
 * `model` is absent where the strategy needs none of its own (`recorded`, `panel`).
 */
export type JudgeSpec = {
  readonly model?: ModelSpec;
  readonly prompt: PromptSpec;
  readonly rubric?: Rubric;
  readonly harness: HarnessSpec;
  readonly verdict: VerdictSpace;
};

/** A specification and those inside it. */
export function specsOf(spec: JudgeSpec): JudgeSpec[] {
  const { members, judge } = spec.harness.strategy;
  const inside = [...(Array.isArray(members) ? members : []), ...(judge === undefined ? [] : [judge])];
  return [spec, ...inside.flatMap((inner) => specsOf(inner as JudgeSpec))];
}
