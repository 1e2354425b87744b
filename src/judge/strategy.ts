import type { z } from 'zod';
import type { Item } from '../core/item.ts';
import type { Random } from '../core/random.ts';
import type { SpaceView } from '../core/space-view.ts';
import type { Verdict } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { ModelMessage } from '../model/language-model.ts';
import type { Judgment, Part, Role } from './judge.ts';
import type { HistoryEntry } from './prompt/render.ts';
import type { JudgeSpec, ModelSpec, ReaderSpec, Rubric } from './spec.ts';

/** What is asked, where it differs from the judge's own question. */
export type Question = {
  /** The item to show, where it is not the turn's own (swapped candidates, a translation). */
  readonly item?: Item;
  readonly space?: VerdictSpace;
  readonly reader?: ReaderSpec;
  readonly rubric?: Rubric;
  /** Earlier answers shown before the item, with the request that closes them. */
  readonly history?: readonly HistoryEntry[];
  readonly request?: string;
  /** The whole conversation, in place of the judge's own prompt. */
  readonly messages?: readonly ModelMessage[];
  /** Index of an independent draw inside this judgment (a vote); 0 where there is one. */
  readonly sample?: number;
  /** How many such draws one judgment has. Draw d, sample s of S is the judge's sample d·S + s: judges with the same prompt share replies. */
  readonly samples?: number;
  readonly temperature?: number;
  /** Who is asked, where it is not the judge's own model (a moderator); named by `Strategy.models`. */
  readonly model?: ModelSpec;
  readonly role?: Role;
  /** The language that the item is shown in: named in the prompt's role. */
  readonly language?: string;
  readonly round?: number;
};

/** A part that ended in a verdict. */
export type AskedPart = Part & { readonly verdict: Verdict };

/** What a strategy may do. It never sees a model, so that logging, caching, budgets and replay cannot be bypassed. */
export interface Turn {
  readonly item: Item;
  readonly spec: JudgeSpec;
  readonly space: SpaceView;
  /** A seeded generator: derived from the run's seed, the item's content, the draw and the label. */
  random(label: string): Random;
  /** As `random`, but of the item's parallel group where it has one, and the same for every draw: what judges and languages share (the draw of languages). */
  groupRandom(label: string): Random;
  /** Asks for a text and gives it back. Throws `CallFailed` (which `decide` may let through: the judgment is then failed). */
  say(
    label: string,
    messages: readonly ModelMessage[],
    how?: {
      role?: Role;
      model?: ModelSpec;
      shared?: boolean;
      language?: string;
      round?: number;
      /** Why a text is of no use, kept with its part; the text is given back all the same. */
      check?: (text: string) => string | undefined;
    },
  ): Promise<string>;
  /** Asks for a verdict: sends, reads, asks again where the harness says so. Never throws for what a model does: the part says how it ended. */
  ask(label: string, question?: Question): Promise<AskedPart>;
  /** One call that asks for a verdict on each of several questions, by key; needs a `json` reader. A key left unanswered is unreadable(no-answer). */
  askEach(
    label: string,
    questions: readonly { readonly key: string; readonly text: string }[],
    question?: Question,
  ): Promise<readonly AskedPart[]>;
  /** A judge inside a judge. */
  member(label: string, spec: JudgeSpec, item?: Item): Promise<Judgment>;
  /**
   * Made once, single-flight, durable, addressed by its key: translations, checklists. What another judgment has made stands as a part without calls, where
   * `shown` says how.
   */
  derive<T>(key: string, make: () => Promise<T>, shown?: DerivedPart<T>): Promise<T>;
}

/** How a derived value is shown in the judgments that did not make it. */
export type DerivedPart<T> = {
  readonly label: string;
  readonly role: Role;
  readonly language?: string;
  readonly text: (value: T) => string;
};

/** What a strategy decided. The parts that led there are recorded by the turn itself. */
export type Outcome = {
  readonly verdict: Verdict;
  readonly rationale?: string;
  readonly reply?: string;
};

/**
 * A way of spending calls. `decide` must be a function of the turn and its options alone: no clock, no module state, no randomness but the turn's.
 */
export interface Strategy<Options = unknown> {
  readonly kind: string;
  /** Raised whenever the same replies could give another verdict or other calls: part of a judge's identity. */
  readonly version: number;
  /** One line for `assize judges strategies`. */
  readonly summary: string;
  /** Options with their defaults, `kind` left out. Its JSON Schema is printed to users. */
  readonly options: z.ZodType<Options>;
  /** Why this strategy cannot decide in a space, in one line; `undefined` where it can. */
  refuses?(space: SpaceView, options: Options, spec: JudgeSpec): string | undefined;
  /** The judges inside this one. */
  members(options: Options): readonly JudgeSpec[];
  /** Models that do other work than judging (a translator), named by the options. */
  models?(options: Options): readonly ModelSpec[];
  /** Temperature of a judge that names none; 0 where left out. */
  readonly defaultTemperature?: number;
  /** Whether the judge needs a model of its own. */
  readonly needsModel: boolean;
  /** The most calls one judgment can take; `inner` gives a member's. Re-asks are counted by the caller. */
  maxCalls(spec: JudgeSpec, options: Options, inner: (member: JudgeSpec) => number): number;
  decide(turn: Turn, options: Options): Promise<Outcome>;
}
