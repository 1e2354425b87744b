import { describe, expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import { consensusOf, type ItemConsensus } from './consensus.ts';
import { checkRule, ruleOf, type ConsensusRule, type Label, type PlainRule } from './consensus-rule.ts';
import { LabelTableBuilder, type LabelTable } from './label-table.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };
const levels: VerdictSpace = { kind: 'ordinal', levels: [1, 2, 3, 4, 5].map((label) => ({ label })) };
const numbers: VerdictSpace = { kind: 'interval', min: 0, max: 10, better: 'higher' };
const colours: VerdictSpace = { kind: 'categorical', labels: ['red', 'green', 'blue'].map((label) => ({ label })) };

/** A table of raters A, B, C … from rows of labels, null where there is none. */
function tableOf(space: VerdictSpace | undefined, rows: readonly (readonly (Label | null)[])[]): LabelTable {
  const view = space && viewOf(space);
  const builder = new LabelTableBuilder(view);
  const raters = (rows[0] ?? []).map((_, rater) => builder.rater('ABCDEFG'[rater] as string));
  for (const [number, row] of rows.entries()) {
    const item = builder.item(`i${number}`);
    for (const [rater, label] of row.entries()) if (label !== null) builder.label(item, raters[rater] as number, label);
  }
  return builder.build(view);
}

function decided(
  rule: ConsensusRule | PlainRule,
  space: VerdictSpace | undefined,
  rows: readonly (readonly (Label | null)[])[],
  least?: number,
): (Label | { none: string })[] {
  const { items } = consensusOf(tableOf(space, rows), ruleOf(rule), {
    place: 'd.raters',
    ...(space && { view: viewOf(space) }),
    ...(least !== undefined && { least }),
  });
  return items.map((item: ItemConsensus) => ('value' in item ? item.value : { none: item.none }));
}

const none = (reason: string): { none: string } => ({ none: reason });

describe('rules', () => {
  it('majority: more than half; a tie, no majority and no label decide nothing, and say so', () => {
    expect(
      decided('majority', colours, [
        ['red', 'red', 'blue', null],
        ['red', 'blue', null, null],
        ['red', 'red', 'blue', 'green'],
        ['red', null, null, null],
        [null, null, null, null],
      ]),
    ).toEqual(['red', none('a tie'), none('no majority'), 'red', none('no label')]);
  });

  it('least: with fewer labels there is no consensus', () => {
    expect(
      decided(
        'majority',
        binary,
        [
          ['pass', null],
          ['pass', 'pass'],
        ],
        2,
      ),
    ).toEqual([none('fewer than 2 labels'), 'pass']);
  });

  it('unanimous', () => {
    expect(
      decided('unanimous', binary, [
        ['pass', 'pass'],
        ['pass', 'fail'],
        ['fail', null],
      ]),
    ).toEqual(['pass', none('raters differ'), 'fail']);
  });

  it('any-fail: of a binary space, and of true and false', () => {
    const rows = [
      ['pass', 'fail', 'pass'],
      ['pass', 'pass', null],
    ];
    expect(decided('any-fail', binary, rows)).toEqual(['fail', 'pass']);
    expect(
      decided('any-fail', undefined, [
        [true, false],
        [true, true],
      ]),
    ).toEqual([false, true]);
    expect(() => decided('any-fail', undefined, rows)).toThrow('expected a binary verdict space');
  });

  it('at-least: the label where enough say it, else the majority of the others', () => {
    const rule = { kind: 'at-least', label: 'fail', count: 2 } as const;
    expect(
      decided(rule, binary, [
        ['fail', 'fail', 'pass'],
        ['fail', 'pass', 'pass'],
        ['fail', null, null],
      ]),
    ).toEqual(['fail', 'pass', none('fewer than 2 say fail, and none another')]);
    expect(
      decided({ ...rule, label: 'blue' }, colours, [
        ['blue', 'red', 'green'],
        ['blue', 'red', 'red'],
      ]),
    ).toEqual([none('a tie'), 'red']);
    // A word that the space takes for the label is the label.
    expect(decided({ ...rule, label: false }, binary, [['fail', 'fail', 'pass']])).toEqual(['fail']);
  });

  it('weighted: more than half of the weight of those who labelled', () => {
    const rule = { kind: 'weighted', weights: { A: 0.5, B: 0.3, C: 0.2 } } as const;
    expect(
      decided(rule, binary, [
        ['pass', 'fail', 'fail'],
        [null, 'pass', 'fail'],
        ['fail', 'fail', 'pass'],
      ]),
    ).toEqual([none('a tie'), 'pass', 'fail']);
  });

  it('rater: that one’s label', () => {
    expect(
      decided({ kind: 'rater', name: 'B' }, binary, [
        ['pass', 'fail'],
        ['pass', null],
      ]),
    ).toEqual(['fail', none('no label of B')]);
  });

  it('median and mean', () => {
    expect(
      decided('median', levels, [
        [1, 2, 5],
        [1, 2, null],
        [2, 2, null],
      ]),
    ).toEqual([2, none('two levels in the middle'), 2]);
    expect(
      decided('median', numbers, [
        [1, 2, 5],
        [1, 2, null],
      ]),
    ).toEqual([2, 1.5]);
    expect(
      decided('mean', numbers, [
        [1, 2, 6],
        [1, null, null],
      ]),
    ).toEqual([3, 1]);
    expect(() => decided('mean', undefined, [[1, 'two']])).toThrow(
      'd.raters.consensus: expected labels that are numbers (mean), got "two" (string). Mend them, or use majority.',
    );
  });

  it('dawid-skene: the most probable class; a tie is none', () => {
    const rows = Array.from({ length: 40 }, (_, item) => {
      const truth = item % 2 === 0 ? 'pass' : 'fail';
      const other = truth === 'pass' ? 'fail' : 'pass';
      // A is always right; B and C are wrong on every third item, together.
      return item % 3 === 0 ? [truth, other, other] : [truth, truth, truth];
    });
    rows.push([null, null, null] as never);
    const got = decided('dawid-skene', binary, rows);
    expect(got.at(-1)).toEqual(none('no label'));
    expect(got.slice(0, 40).filter((value) => typeof value === 'string')).toHaveLength(40);
    // Mirror images: nothing tells the two raters apart.
    expect(
      decided('dawid-skene', binary, [
        ['pass', 'fail'],
        ['fail', 'pass'],
        ['pass', 'pass'],
        ['fail', 'fail'],
      ]).slice(0, 2),
    ).toEqual([none('a tie'), none('a tie')]);
  });
});

describe('a rule that cannot be', () => {
  const check = (rule: ConsensusRule | PlainRule, space: VerdictSpace) => (): void =>
    checkRule(ruleOf(rule), viewOf(space), 'd.raters.consensus');
  it('is refused for the space', () => {
    expect(check('mean', levels)).toThrow(
      "d.raters.consensus: expected mean on an interval alone, got mean on the judge's space (1, 2, 3, 4, 5). Use median.",
    );
    expect(check('mean', colours)).toThrow('Use majority.');
    expect(check('median', binary)).toThrow('expected median where labels have an order');
    expect(check('majority', numbers)).toThrow(
      "expected a rule for numbers, got majority on the judge's space (numbers from 0 to 10). Use median or mean.",
    );
    expect(check('dawid-skene', numbers)).toThrow('expected a rule for numbers');
    expect(check('any-fail', colours)).toThrow('expected any-fail on a binary space alone');
    expect(check({ kind: 'at-least', label: 'violet', count: 1 }, colours)).toThrow(/d\.raters\.consensus\.label: .*violet/u);
    expect(check({ kind: 'at-least', label: 3, count: 1 }, numbers)).toThrow('expected a rule for numbers');
  });

  it('weights have to be above 0, sum to 1 and be of the raters', () => {
    const weighted = (weights: Record<string, number>): ConsensusRule => ({ kind: 'weighted', weights });
    expect(check(weighted({ A: 0.5, B: 0.3 }), binary)).toThrow(
      'd.raters.consensus.weights: expected weights that sum to 1, got 0.8. Correct them.',
    );
    expect(check(weighted({ A: 1.5, B: -0.5 }), binary)).toThrow(
      'd.raters.consensus.weights.B: expected a number above 0, got -0.5 (number).',
    );
    expect(check(weighted({ A: 0.1, B: 0.2, C: 0.7 }), binary)).not.toThrow();
    expect(() => decided(weighted({ A: 0.5, Bo: 0.5 }), binary, [['pass', 'pass']])).toThrow(
      'expected a rater of the data (A, B), got "Bo"',
    );
    expect(() => decided(weighted({ A: 1 }), binary, [['pass', 'pass']])).toThrow(
      'expected a weight for every rater, got none for "B"',
    );
  });

  it('a rater who is none, and one who labelled nothing', () => {
    expect(() => decided({ kind: 'rater', name: 'Z' }, binary, [['pass']])).toThrow('expected a rater of the data (A), got "Z"');
    expect(() => decided({ kind: 'rater', name: 'B' }, binary, [['pass', null]])).toThrow(
      'd.raters.consensus: expected labels of rater "B", got none in all their rows. Name another rater.',
    );
  });

  it('dawid-skene of raters who share nothing', () => {
    expect(() =>
      decided('dawid-skene', binary, [
        ['pass', null],
        [null, 'fail'],
      ]),
    ).toThrow('got raters in 2 groups without an item in common. Use majority, or have one rater label items of both.');
    expect(() => decided('dawid-skene', binary, [['pass', null]])).toThrow('got fewer than two raters with labels.');
  });
});
