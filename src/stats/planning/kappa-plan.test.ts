import { describe, expect, test } from 'vitest';
import { cohenKappa } from '../agreement/cohen-kappa.ts';
import { testRandom } from '../testing/simulation.ts';
import { binaryKappaItems, kappaItems, kappaItemsForHalfWidth, kappaPower, kappaVariance } from './kappa-plan.ts';
import reference from './planning.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);

test.each(reference.kappas.variances)('numpy, delta method: $shares, κ $kappa', ({ shares, kappa, variance }) => {
  expect(kappaVariance({ shares, kappa })).toBeCloseTo(variance, 11);
});

test.each(reference.kappas.items)(
  'Donner and Eliasziw (scipy ncx2): π $share, $null against $kappa',
  ({ share, power, items, ...plan }) => {
    expect(binaryKappaItems(power, { shares: [share, 1 - share], ...plan })).toBe(items);
  },
);

test('even shares by hand: V = 1 − κ²', () => {
  for (const kappa of [0, 0.3, 0.8]) expect(kappaVariance({ shares: [0.5, 0.5], kappa })).toBeCloseTo(1 - kappa * kappa, 12);
  // ± .1 at κ = .6: .64 · 1.96² / .01 = 245.9.
  expect(kappaItemsForHalfWidth(0.1, { shares: [0.5, 0.5], kappa: 0.6 })).toBe(246);
  expect(kappaItemsForHalfWidth(0.1, { shares: [0.5, 0.5], kappa: 0.6 }, { designEffect: 2 })).toBe(492);
});

test('two ways to the number of items come near one another', () => {
  const plan = { shares: [0.5, 0.5], kappa: 0.8, null: 0.6 };
  const [exact, large] = [binaryKappaItems(0.8, plan), kappaItems(0.8, plan)] as [number, number];
  expect(kappaPower(large, plan)).toBeGreaterThanOrEqual(0.8);
  expect(Math.abs(large / exact - 1)).toBeLessThan(0.25);
});

describe('degenerate', () => {
  test('one category, no difference, more than two for Donner and Eliasziw', () => {
    expect(kappaVariance({ shares: [1, 0], kappa: 0.4 })).toBeUndefined();
    expect(kappaItemsForHalfWidth(0.1, { shares: [1], kappa: 0.4 })).toBeUndefined();
    expect(kappaPower(50, { shares: [1, 0], kappa: 0.4, null: 0.2 })).toBeUndefined();
    expect(kappaItems(0.8, { shares: [0.5, 0.5], kappa: 0.4, null: 0.4 })).toBeUndefined();
    expect(binaryKappaItems(0.8, { shares: [0.5, 0.5], kappa: 0.4, null: 0.4 })).toBeUndefined();
    expect(binaryKappaItems(0.8, { shares: [1, 0], kappa: 0.4, null: 0.2 })).toBeUndefined();
    expect(binaryKappaItems(0.8, { shares: [0.2, 0.3, 0.5], kappa: 0.4, null: 0.2 })).toBeUndefined();
  });
});

test('simulated spread of κ on 200 items: three categories, κ = .6', () => {
  const random = testRandom(83);
  const shares = [0.2, 0.3, 0.5];
  const draw = (): number => {
    const drawn = random();
    return drawn < 0.2 ? 0 : drawn < 0.5 ? 1 : 2;
  };
  let [sum, squares] = [0, 0];
  for (let trial = 0; trial < trials; trial += 1) {
    const counts = new Float64Array(9);
    for (let item = 0; item < 200; item += 1) {
      const first = draw();
      const place = first * 3 + (random() < 0.6 ? first : draw());
      counts[place] = (counts[place] as number) + 1;
    }
    const kappa = cohenKappa({ classes: 3, counts }) ?? 0;
    sum += kappa / trials;
    squares += kappa ** 2 / trials;
  }
  const ratio = Math.sqrt((squares - sum ** 2) * 200) / Math.sqrt(kappaVariance({ shares, kappa: 0.6 }) as number);
  if (trials > 1000) process.stdout.write(`kappa deviation, simulated over planned: ${ratio}\n`);
  expect(Math.abs(ratio - 1)).toBeLessThan(0.08);
});
