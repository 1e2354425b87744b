import { AssizeError } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { SpaceView } from '../../core/space-view.ts';
import { dawidSkene, type DawidSkene } from '../../stats/raters/dawid-skene.ts';
import { checkRule, type ConsensusRule, type Label } from './consensus-rule.ts';
import { labelCounts, labelsOf, type LabelTable } from './label-table.ts';

/** What raters come to on one item, or why they come to nothing. */
export type ItemConsensus = { readonly value: Label } | { readonly none: string };

export type Consensus = {
  /** By item, in the table's order. */
  readonly items: readonly ItemConsensus[];
  /** The fitted model, where the rule is one. */
  readonly model?: Extract<DawidSkene, { status: 'ok' }>;
};

export type ConsensusOptions = {
  /** The space that labels are of; without it they are compared as they stand. */
  readonly view?: SpaceView;
  /** What messages begin with: `datasets.NAME.raters`. */
  readonly place: string;
  readonly least?: number;
};

/**
 * The consensus of every item by a rule. An item on which the rule decides nothing has none, with the reason; never a guess.
 *
 * @throws AssizeError `config` where the rule does not fit the space, names a rater who is none, or has weights that do not fit; `data` where the labels do not
 * carry it: a rater who labelled nothing, raters without an item in common.
 */
export function consensusOf(table: LabelTable, rule: ConsensusRule, { view, place, least = 1 }: ConsensusOptions): Consensus {
  checkRule(rule, view, `${place}.consensus`);
  if (rule.kind === 'dawid-skene') return modelled(table, rule, { place, least });
  const decide = deciderOf(table, rule, { view, place });
  return {
    items: table.items.map((_, item) => {
      const labels = labelsOf(table, item);
      const few = fewLabels(labels.length, least);
      return few ?? decide(labels);
    }),
  };
}

type Labels = readonly { readonly rater: number; readonly code: number }[];
type Decider = (labels: Labels) => ItemConsensus;

function fewLabels(count: number, least: number): ItemConsensus | undefined {
  if (count === 0) return { none: 'no label' };
  return count < least ? { none: `fewer than ${least} labels` } : undefined;
}

function deciderOf(
  table: LabelTable,
  rule: Exclude<ConsensusRule, { kind: 'dawid-skene' }>,
  { view, place }: { readonly view: SpaceView | undefined; readonly place: string },
): Decider {
  const valueOf = (code: number): Label => table.values[code] as Label;
  switch (rule.kind) {
    case 'majority':
      return (labels) => byWeight(labels, () => 1, valueOf);
    case 'weighted': {
      const weights = weightsOf(table, rule.weights, place);
      return (labels) => byWeight(labels, ({ rater }) => weights[rater] as number, valueOf);
    }
    case 'unanimous':
      return (labels) =>
        labels.every(({ code }) => code === labels[0]?.code)
          ? { value: valueOf(labels[0]?.code ?? 0) }
          : { none: 'raters differ' };
    case 'any-fail': {
      const [pass, fail] = passAndFail(table, view, place);
      return (labels) => ({ value: labels.some(({ code }) => valueOf(code) === fail) ? fail : pass });
    }
    case 'at-least': {
      const wanted = labelValue(rule.label, view);
      return (labels) => {
        const said = labels.filter(({ code }) => valueOf(code) === wanted);
        if (said.length >= rule.count) return { value: wanted };
        const others = labels.filter(({ code }) => valueOf(code) !== wanted);
        return others.length === 0
          ? { none: `fewer than ${rule.count} say ${wanted}, and none another` }
          : byWeight(others, () => 1, valueOf);
      };
    }
    case 'rater': {
      const rater = raterNamed(table, rule.name, place);
      return (labels) => {
        const own = labels.find((label) => label.rater === rater);
        return own === undefined ? { none: `no label of ${rule.name}` } : { value: valueOf(own.code) };
      };
    }
    case 'mean': {
      const numbers = numbersOf(table, rule.kind, place);
      return (labels) => ({ value: labels.reduce((sum, { code }) => sum + (numbers[code] as number), 0) / labels.length });
    }
    case 'median': {
      const interval = view === undefined || view.scale === 'interval';
      const numbers = interval ? numbersOf(table, rule.kind, place) : undefined;
      return (labels) => {
        const codes = labels.map(({ code }) => code).toSorted((one, other) => one - other);
        const low = codes[Math.floor((codes.length - 1) / 2)] as number;
        const high = codes[Math.floor(codes.length / 2)] as number;
        if (low === high) return { value: valueOf(low) };
        return numbers === undefined
          ? { none: 'two levels in the middle' }
          : { value: ((numbers[low] as number) + (numbers[high] as number)) / 2 };
      };
    }
  }
}

/** What more than half of the weight of these labels says. */
function byWeight(labels: Labels, weightOf: (label: Labels[number]) => number, valueOf: (code: number) => Label): ItemConsensus {
  const totals = new Map<number, number>();
  let all = 0;
  for (const label of labels) {
    const weight = weightOf(label);
    all += weight;
    totals.set(label.code, (totals.get(label.code) ?? 0) + weight);
  }
  const most = Math.max(...totals.values());
  // Weights are sums of binary fractions: a tie may be off by a rounding.
  if (most > all / 2 + 1e-9 * all) return { value: valueOf([...totals].find(([, weight]) => weight === most)?.[0] as number) };
  const shared = [...totals.values()].filter((weight) => Math.abs(weight - most) <= 1e-9 * all).length;
  return { none: shared > 1 ? 'a tie' : 'no majority' };
}

function modelled(
  table: LabelTable,
  rule: Extract<ConsensusRule, { kind: 'dawid-skene' }>,
  { place, least }: { readonly place: string; readonly least: number },
): Consensus {
  const model = dawidSkene(table.table, rule.smoothing === undefined ? {} : { smoothing: rule.smoothing });
  if (model.status === 'undefined')
    throw new AssizeError(
      'data',
      `${place}.consensus: expected raters who labelled items in common (dawid-skene weighs them against each other), got ${model.reason}. Use majority, or have one rater label items of both.`,
    );
  const { classes } = table.table;
  return {
    model,
    items: table.items.map((_, item) => {
      const few = fewLabels(labelsOf(table, item).length, least);
      if (few !== undefined) return few;
      const shares = [...model.posteriors.subarray(item * classes, (item + 1) * classes)];
      const most = Math.max(...shares);
      const best = shares.flatMap((share, code) => (share >= most - 1e-6 ? [code] : []));
      return best.length > 1 ? { none: 'a tie' } : { value: table.values[best[0] as number] as Label };
    }),
  };
}

function labelValue(label: Label, view: SpaceView | undefined): Label {
  const admission = view?.admit(label);
  return admission !== undefined && 'ok' in admission ? admission.ok : label;
}

function passAndFail({ values }: LabelTable, view: SpaceView | undefined, place: string): readonly [Label, Label] {
  const fail = view?.classes?.find((value) => value !== view.positive);
  if (view?.positive !== undefined && fail !== undefined) return [view.positive, fail];
  if (values.every((value) => typeof value === 'boolean')) return [true, false];
  throw new AssizeError(
    'config',
    `${place}.consensus: expected a binary verdict space, or labels that are true and false, to tell a fail by, got labels ${values.slice(0, 5).join(', ')}. Name a judge.`,
  );
}

function numbersOf({ values }: LabelTable, kind: string, place: string): readonly number[] {
  const other = values.find((value) => typeof value !== 'number');
  if (other === undefined) return values as readonly number[];
  throw new AssizeError(
    'data',
    `${place}.consensus: expected labels that are numbers (${kind}), got ${JSON.stringify(other)} (${typeof other}). Mend them, or use majority.`,
  );
}

/** The place of a rater who gave labels. */
function raterNamed(table: LabelTable, name: string, place: string): number {
  const rater = table.raters.indexOf(name);
  if (rater < 0) {
    const near = nearest(name, [...table.raters]);
    throw new AssizeError(
      'config',
      `${place}.consensus: expected a rater of the data (${table.raters.slice(0, 20).join(', ')}), got ${JSON.stringify(name)}. ${near === undefined ? 'Name one of them.' : `Did you mean ${near}?`}`,
    );
  }
  if (labelCounts(table)[rater] === 0)
    throw new AssizeError(
      'data',
      `${place}.consensus: expected labels of rater ${JSON.stringify(name)}, got none in all their rows. Name another rater.`,
    );
  return rater;
}

function weightsOf(table: LabelTable, weights: Readonly<Record<string, number>>, place: string): readonly number[] {
  for (const name of Object.keys(weights)) raterNamed(table, name, place);
  return table.raters.map((name, rater) => {
    if (Object.hasOwn(weights, name)) return weights[name] as number;
    if (labelCounts(table)[rater] === 0) return 0;
    throw new AssizeError(
      'config',
      `${place}.consensus.weights: expected a weight for every rater, got none for ${JSON.stringify(name)}. Give one, or leave the rows out with filter.`,
    );
  });
}
