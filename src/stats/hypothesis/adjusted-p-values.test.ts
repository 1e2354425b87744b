import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalCdf } from '../distributions.ts';
import { drawNormal, testRandom } from '../testing/simulation.ts';
import { benjaminiHochbergAdjusted, holmAdjusted } from './adjusted-p-values.ts';
import reference from './comparison.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);

test.each(reference.adjusted)('statsmodels: case %#', ({ p, holm, benjaminiHochberg }) => {
  expect(holmAdjusted(p)).toEqual(holm.map((value) => expect.closeTo(value, 12)));
  expect(benjaminiHochbergAdjusted(p)).toEqual(benjaminiHochberg.map((value) => expect.closeTo(value, 12)));
});

test('by hand', () => {
  // Sorted .01, .03, .04: Holm 3 · .01, 2 · .03, then 1 · .04 raised to .06; BH 3/3 · .04, 3/2 · .03 = .045 cut to .04, 3 · .01.
  expect(holmAdjusted([0.01, 0.04, 0.03])).toEqual([0.03, 0.06, 0.06].map((value) => expect.closeTo(value, 14)));
  expect(benjaminiHochbergAdjusted([0.01, 0.04, 0.03])).toEqual([0.03, 0.04, 0.04].map((value) => expect.closeTo(value, 14)));
});

test('undefined stays undefined and is not counted, unless the family is said to be larger', () => {
  expect(holmAdjusted([0.02, undefined])).toEqual([0.02, undefined]);
  expect(benjaminiHochbergAdjusted([undefined, 0.02])).toEqual([undefined, 0.02]);
  expect(holmAdjusted([0.02, undefined], { hypotheses: 5 })).toEqual([expect.closeTo(0.1, 14), undefined]);
  expect(benjaminiHochbergAdjusted([0.02, undefined], { hypotheses: 5 })).toEqual([expect.closeTo(0.1, 14), undefined]);
});

test('none', () => {
  expect(holmAdjusted([])).toEqual([]);
  expect(benjaminiHochbergAdjusted([undefined])).toEqual([undefined]);
});

test('p ≤ Benjamini–Hochberg ≤ Holm ≤ Bonferroni, and the order is kept', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 }), (p) => {
      const holm = holmAdjusted(p) as number[];
      const hochberg = benjaminiHochbergAdjusted(p) as number[];
      for (const [place, value] of p.entries()) {
        expect(hochberg[place]).toBeGreaterThanOrEqual(value - 1e-15);
        expect(holm[place]).toBeGreaterThanOrEqual((hochberg[place] as number) - 1e-15);
        expect(holm[place]).toBeLessThanOrEqual(Math.min(1, p.length * value) + 1e-15);
        for (const [other, larger] of p.entries()) {
          if (larger > value) expect(holm[other]).toBeGreaterThanOrEqual(holm[place] as number);
        }
      }
    }),
  );
});

test('simulated errors at .05: ten tests of which six are true nulls', () => {
  const random = testRandom(12);
  let falsely = 0;
  let share = 0;
  for (let trial = 0; trial < trials; trial += 1) {
    const p = Array.from({ length: 10 }, (_, index) => 2 * normalCdf(-Math.abs(drawNormal(random) + (index < 6 ? 0 : 3))));
    if (holmAdjusted(p).some((value, index) => index < 6 && (value as number) <= 0.05)) falsely += 1;
    const rejected = [...benjaminiHochbergAdjusted(p).entries()].filter(([, value]) => (value as number) <= 0.05);
    share += rejected.filter(([index]) => index < 6).length / Math.max(1, rejected.length);
  }
  if (trials > 2000) process.stdout.write(`holm ${falsely / trials}, share ${share / trials}\n`);
  // The expected share is 6/10 · .05 exactly; standard errors .005 and .002 for 2,000 trials.
  expect(falsely / trials).toBeLessThan(0.06);
  expect(Math.abs(share / trials - 0.03)).toBeLessThan(0.008);
});
