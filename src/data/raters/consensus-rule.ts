import { AssizeError } from '../../core/errors.ts';
import type { SpaceView } from '../../core/space-view.ts';

/** A label as raters gave it, or as the verdict space has it. */
export type Label = string | number | boolean;

/**
 * How several raters' labels become one gold. No rule is code: each is one of these, with its options.
 *
 * `majority`: what more than half of an item's labels say. `unanimous`: what all say. `any-fail`: the fail of a binary space where any rater says it, else the
 * pass. `at-least`: `label` where `count` raters or more say it, else the majority of the other labels. `weighted`: what more than half of the weight of an
 * item's raters says; weights sum to 1. `rater`: what that one rater says. `median`, `mean`: of numbers or levels in order. `dawid-skene`: the most probable
 * class of the model that weighs raters by their own errors.
 */
export type ConsensusRule =
  | { readonly kind: 'majority' | 'unanimous' | 'any-fail' | 'median' | 'mean' }
  | { readonly kind: 'at-least'; readonly label: Label; readonly count: number }
  | { readonly kind: 'weighted'; readonly weights: Readonly<Record<string, number>> }
  | { readonly kind: 'rater'; readonly name: string }
  | { readonly kind: 'dawid-skene'; readonly smoothing?: number };

/** Rules that need no options and may be named alone. */
export const plainRules = ['majority', 'dawid-skene', 'unanimous', 'any-fail', 'median', 'mean'] as const;
export type PlainRule = (typeof plainRules)[number];

/** `raters` of a data set: several rows of one id, each with its rater, are one item. */
export type RatersSpec = {
  readonly consensus: ConsensusRule | PlainRule;
  /** Items with fewer labels have no consensus. */
  readonly least?: number;
  /** A rater's second label of an item: a bad row, or instead of the first. */
  readonly repeats?: 'refuse' | 'last';
};

/** The rule that a name or an object stands for. */
export function ruleOf(given: ConsensusRule | PlainRule): ConsensusRule {
  return typeof given === 'string' ? { kind: given } : given;
}

/**
 * Refuses a rule that the verdict space has no meaning for: a majority of numbers, a mean of names. Without a view the labels themselves are looked at when
 * they are known.
 *
 * @throws AssizeError `config`.
 */
export function checkRule(rule: ConsensusRule, view: SpaceView | undefined, place: string): void {
  if (rule.kind === 'weighted') checkWeights(rule.weights, place);
  if (view === undefined) return;
  const refuse = (expected: string, todo: string): never => {
    throw new AssizeError(
      'config',
      `${place}: expected ${expected}, got ${rule.kind} on the judge's space (${spaceText(view)}). ${todo}`,
    );
  };
  switch (rule.kind) {
    case 'mean':
      if (view.scale !== 'interval')
        refuse('mean on an interval alone', view.scale === 'ordinal' ? 'Use median.' : 'Use majority.');
      return;
    case 'median':
      if (view.scale === 'nominal') refuse('median where labels have an order', 'Use majority.');
      return;
    case 'rater':
      return;
    case 'any-fail':
      if (view.positive === undefined) refuse('any-fail on a binary space alone', 'Use at-least with the label that you mean.');
      return;
    case 'at-least': {
      if (view.classes === undefined) refuse('a rule for numbers', 'Use median or mean.');
      const admission = view.admit(rule.label);
      if ('problem' in admission) throw new AssizeError('config', `${place}.label: ${admission.message}`);
      return;
    }
    default:
      if (view.classes === undefined) refuse('a rule for numbers', 'Use median or mean.');
  }
}

function checkWeights(weights: Readonly<Record<string, number>>, place: string): void {
  const sum = Object.values(weights).reduce((total, weight) => total + weight, 0);
  const fault = Object.entries(weights).find(([, weight]) => !(weight > 0) || !Number.isFinite(weight));
  if (fault !== undefined)
    throw new AssizeError(
      'config',
      `${place}.weights.${fault[0]}: expected a number above 0, got ${fault[1]} (number). Leave the rater's rows out with filter.`,
    );
  if (Math.abs(sum - 1) > 1e-9)
    throw new AssizeError(
      'config',
      `${place}.weights: expected weights that sum to 1, got ${Number(sum.toPrecision(12))}. Correct them.`,
    );
}

/** What a space has, for a message. */
function spaceText(view: SpaceView): string {
  return view.classes === undefined ? `numbers from ${view.range?.join(' to ')}` : view.classes.join(', ');
}
