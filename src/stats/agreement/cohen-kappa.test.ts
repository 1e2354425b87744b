import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import reference from '../classification/classification.reference.json' with { type: 'json' };
import { confusionOf } from '../classification/confusion.ts';
import { cohenKappa } from './cohen-kappa.ts';

test.each(reference)('scikit-learn: $classes classes, case %#', ({ gold, verdicts, classes, kappa, linear, quadratic }) => {
  const table = confusionOf(gold, verdicts, classes);
  expect(cohenKappa(table)).toBeCloseTo(kappa, 12);
  expect(cohenKappa(table, { weights: 'linear' })).toBeCloseTo(linear, 12);
  expect(cohenKappa(table, { weights: 'quadratic' })).toBeCloseTo(quadratic, 12);
});

test('fifty items by hand', () => {
  // 20 and 15 agreed, 5 and 10 not: po = .7; gold ½ and ½, verdicts .6 and .4: pe = .5; κ = .2/.5.
  expect(cohenKappa({ classes: 2, counts: [20, 5, 10, 15] })).toBeCloseTo(0.4, 14);
});

test('levels that are not equally far apart', () => {
  // Places 0, 1, 4: one error over the distance 3 among ten.
  const table = { classes: 3, counts: [4, 0, 0, 0, 3, 1, 0, 0, 2] };
  // Quadratic: Σwo = 9; gold 4, 4, 2, verdicts 4, 3, 3: Σwe = (1·(4·3 + 4·4) + 16·(4·3 + 2·4) + 9·(4·3 + 2·3))/10 = 51.
  expect(cohenKappa(table, { weights: 'quadratic', places: [0, 1, 4] })).toBeCloseTo(1 - 9 / 51, 12);
});

test('all pass against all pass: no variance, so no κ', () => {
  expect(cohenKappa({ classes: 2, counts: [0, 0, 0, 20] })).toBeUndefined();
  expect(cohenKappa({ classes: 2, counts: [0, 0, 0, 20] }, { weights: 'quadratic' })).toBeUndefined();
});

test('an always-pass judge on 90 to 10, and a judge that varies on gold that does not: 0', () => {
  expect(cohenKappa({ classes: 2, counts: [0, 10, 0, 90] })).toBe(0);
  expect(cohenKappa({ classes: 2, counts: [0, 0, 5, 15] })).toBe(0);
});

test('each says one class, and not the same: 0', () => {
  expect(cohenKappa({ classes: 2, counts: [0, 7, 0, 0] })).toBe(0);
});

describe('properties', () => {
  const counts = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 9, maxLength: 9 });

  test('exchanging gold and verdicts changes nothing; no more than 1', () => {
    fc.assert(
      fc.property(counts, fc.constantFrom('none', 'linear', 'quadratic'), (cells, weights) => {
        const turned = cells.map((_, index) => cells[(index % 3) * 3 + Math.floor(index / 3)] as number);
        const there = cohenKappa({ classes: 3, counts: cells }, { weights });
        const back = cohenKappa({ classes: 3, counts: turned }, { weights });
        if (there === undefined || back === undefined) expect(there).toBe(back);
        else {
          expect(there).toBeCloseTo(back, 12);
          expect(there).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  test('on two classes all weights are one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 4 }), (cells) => {
        const plain = cohenKappa({ classes: 2, counts: cells });
        expect(cohenKappa({ classes: 2, counts: cells }, { weights: 'quadratic' })).toBe(plain);
      }),
    );
  });
});

test('an empty table', () => {
  expect(cohenKappa(confusionOf([], [], 2))).toBeUndefined();
});
