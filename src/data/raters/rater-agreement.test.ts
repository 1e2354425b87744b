import { expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import { LabelTableBuilder, type LabelTable } from './label-table.ts';
import { itemDifficulties, raterAgreement } from './rater-agreement.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };

function tableOf(space: VerdictSpace, labels: Readonly<Record<string, Readonly<Record<string, string | number>>>>): LabelTable {
  const view = viewOf(space);
  const builder = new LabelTableBuilder(view);
  for (const [id, given] of Object.entries(labels)) {
    const item = builder.item(id);
    for (const [rater, label] of Object.entries(given)) builder.label(item, builder.rater(rater), label);
  }
  return builder.build(view);
}

it('α, percent and κ of every two; an item is missing where a rater gave none', () => {
  const table = tableOf(binary, {
    a: { ann: 'pass', bo: 'pass', cy: 'pass' },
    b: { ann: 'pass', bo: 'fail' },
    c: { ann: 'fail', bo: 'fail', cy: 'fail' },
    d: { ann: 'pass', bo: 'pass' },
  });
  const got = raterAgreement(table, viewOf(binary));
  expect(got.raters).toEqual([
    { name: 'ann', labels: 4 },
    { name: 'bo', labels: 4 },
    { name: 'cy', labels: 2 },
  ]);
  expect([got.items, got.measurement]).toEqual([4, 'nominal']);
  // Of items: 1, 0, 1, 1.
  expect(got.percent).toMatchObject({ status: 'ok', value: 0.75, n: 4 });
  // κ of ann (3 pass, 1 fail) and bo (2, 2): (3/4 − 1/2)/(1/2).
  expect(
    got.pairs.map(({ a, b, percent, kappa }) => [a, b, 'value' in percent && percent.value, 'value' in kappa && kappa.value]),
  ).toEqual([
    ['ann', 'bo', 0.75, expect.closeTo(0.5, 12)],
    ['ann', 'cy', 1, 1],
    ['bo', 'cy', 1, 1],
  ]);
  expect(got.pairs[1]?.kappa).toMatchObject({ n: 2, missing: 2 });
});

it('two raters with no item in common, and one who labelled nothing, have no figure', () => {
  const view = viewOf(binary);
  const builder = new LabelTableBuilder(view);
  builder.label(builder.item('a'), builder.rater('ann'), 'pass');
  builder.label(builder.item('b'), builder.rater('bo'), 'pass');
  builder.rater('cy');
  const got = raterAgreement(builder.build(view), view);
  expect(got.alpha).toMatchObject({ status: 'undefined', reason: 'no item with two ratings', n: 0, missing: 2 });
  expect(got.pairs.map(({ percent, kappa }) => [percent, kappa])).toEqual(
    Array.from({ length: 3 }, () => {
      const nothing = { status: 'undefined', reason: 'no item in common', n: 0, missing: 2 };
      return [nothing, nothing];
    }),
  );
  expect(got.raters.at(-1)).toEqual({ name: 'cy', labels: 0 });
});

it('levels have the ordinal α and the quadratic κ; numbers have α alone', () => {
  const levels: VerdictSpace = { kind: 'ordinal', levels: [1, 2, 3].map((label) => ({ label })) };
  const items = { a: { x: 1, y: 1 }, b: { x: 2, y: 3 }, c: { x: 3, y: 3 }, d: { x: 1, y: 2 } };
  const ordinal = raterAgreement(tableOf(levels, items), viewOf(levels));
  expect(ordinal.measurement).toBe('ordinal');
  // Quadratic: Σ w o = 2; Σ w e = (x: 2, 1, 1; y: 1, 1, 2) 2·(1·1 + 2·4) + 1·(1 + 2) + 1·(4 + 1) = 26, by n²: 1 − 2·4/26.
  expect(ordinal.pairs[0]?.kappa).toMatchObject({ value: expect.closeTo(1 - 8 / 26, 12) as number });
  const numbers: VerdictSpace = { kind: 'interval', min: 0, max: 10, better: 'higher' };
  const interval = raterAgreement(tableOf(numbers, items), viewOf(numbers));
  expect(interval.alpha.status).toBe('ok');
  expect(interval.percent).toMatchObject({ status: 'undefined', reason: 'numbers have no classes' });
  expect(interval.pairs[0]?.kappa).toMatchObject({ status: 'undefined', reason: 'numbers have no classes', n: 4 });
});

it('items by how far raters differ, the most first, those with one label last', () => {
  const table = tableOf(binary, {
    one: { ann: 'pass' },
    alike: { ann: 'pass', bo: 'pass', cy: 'pass' },
    split: { ann: 'pass', bo: 'fail', cy: 'pass' },
    even: { ann: 'pass', bo: 'fail' },
  });
  expect(itemDifficulties(table).map(({ item, disagreement }) => [item, disagreement])).toEqual([
    ['even', 1],
    ['split', expect.closeTo(2 / 3, 12)],
    ['alike', 0],
    ['one', undefined],
  ]);
  expect(itemDifficulties(table)[0]?.labels).toEqual([
    { rater: 'ann', label: 'pass' },
    { rater: 'bo', label: 'fail' },
  ]);
});
