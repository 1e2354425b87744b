import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accuracy, balancedAccuracy, f1, macro, precision, recall } from './class-scores.ts';
import reference from './classification.reference.json' with { type: 'json' };
import { confusionOf } from './confusion.ts';

test.each(reference)('scikit-learn: $classes classes, case %#', (expected) => {
  const table = confusionOf(expected.gold, expected.verdicts, expected.classes);
  const all = Array.from({ length: expected.classes }, (_, of) => of);
  expect(accuracy(table)).toBeCloseTo(expected.accuracy, 12);
  expect(balancedAccuracy(table)).toBeCloseTo(expected.balancedAccuracy, 12);
  for (const of of all) {
    expect(precision(table, of)).toBeCloseTo(expected.precision[of] as number, 12);
    expect(recall(table, of)).toBeCloseTo(expected.recall[of] as number, 12);
    expect(f1(table, of)).toBeCloseTo(expected.f1[of] as number, 12);
  }
  expect(macro(precision, table)).toBeCloseTo(expected.macroPrecision, 12);
  expect(macro(recall, table)).toBeCloseTo(expected.macroRecall, 12);
  expect(macro(f1, table)).toBeCloseTo(expected.macroF1, 12);
});

test('ten items by hand', () => {
  // Gold 1: six items, four found. Gold 0: four items, three found. Verdict 1: five, four of them right.
  const table = { classes: 2, counts: [3, 1, 2, 4] };
  expect([accuracy(table), balancedAccuracy(table), precision(table, 1), recall(table, 1), f1(table, 1)]).toEqual([
    0.7,
    expect.closeTo((4 / 6 + 3 / 4) / 2, 14),
    0.8,
    expect.closeTo(4 / 6, 14),
    expect.closeTo(8 / 11, 14),
  ]);
});

test('a judge that always passes, on 90 to 10: balanced accuracy ½ whatever the accuracy', () => {
  const table = { classes: 2, counts: [0, 10, 0, 90] };
  expect([accuracy(table), balancedAccuracy(table)]).toEqual([0.9, 0.5]);
});

test('F1 is the harmonic mean of precision and recall', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 9, maxLength: 9 }), (counts) => {
      const table = { classes: 3, counts };
      const [p, r] = [precision(table, 1), recall(table, 1)];
      if (p === undefined || r === undefined || p + r === 0) return;
      expect(f1(table, 1)).toBeCloseTo((2 * p * r) / (p + r), 12);
    }),
  );
});

describe('degenerate', () => {
  test('an empty table has no figure', () => {
    const table = confusionOf([], [], 3);
    expect([accuracy(table), balancedAccuracy(table), macro(f1, table), precision(table, 0), recall(table, 2)]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
  test('one class of gold: nothing to balance', () => {
    expect(balancedAccuracy({ classes: 2, counts: [0, 0, 0, 20] })).toBeUndefined();
    expect(balancedAccuracy({ classes: 2, counts: [0, 0, 5, 15] })).toBeUndefined();
  });
  test('a class that no verdict names has no precision, and is in no mean of them', () => {
    const table = { classes: 2, counts: [0, 10, 0, 90] };
    expect([precision(table, 0), macro(precision, table), macro(f1, table)]).toEqual([
      undefined,
      0.9,
      expect.closeTo((0 + 180 / 190) / 2, 14),
    ]);
  });
});
