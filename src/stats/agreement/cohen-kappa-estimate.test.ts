import { describe, expect, test } from 'vitest';
import { confusionOf } from '../classification/confusion.ts';
import { testRandom } from '../testing/simulation.ts';
import reference from './agreement.reference.json' with { type: 'json' };
import { cohenKappaEstimate } from './cohen-kappa-estimate.ts';

describe.each(reference.cohen)('statsmodels: $classes classes', (table) => {
  test.each(['none', 'linear', 'quadratic'] as const)('%s', (weights) => {
    const { value, low, high } = table[weights];
    expect(cohenKappaEstimate(table, { weights, interval: 'analytic' })).toMatchObject({
      value: expect.closeTo(value, 12),
      low: expect.closeTo(low, 10),
      high: expect.closeTo(high, 10),
      method: 'fleiss-cohen-everitt',
    });
  });
});

test('even margins by hand', () => {
  // κ = .6, A = .5. Agreed cells: .8 · (1 − .4)² = .288; others: .2 · (−.4)² = .032; less (.6 − .2)² = .16: .16/(100 · .25).
  const half = 1.959963984540054 * Math.sqrt(0.16 / 25);
  expect(cohenKappaEstimate({ classes: 2, counts: [40, 10, 10, 40] }, { interval: 'analytic', missing: 3 })).toEqual({
    status: 'ok',
    value: expect.closeTo(0.6, 12),
    low: expect.closeTo(0.6 - half, 12),
    high: expect.closeTo(0.6 + half, 12),
    level: 0.95,
    method: 'fleiss-cohen-everitt',
    n: 100,
    missing: 3,
  });
});

test('places scale away: levels 0, 1, 2 and 0, 10, 20', () => {
  const table = { classes: 3, counts: [9, 2, 1, 3, 8, 2, 0, 4, 9] };
  const once = cohenKappaEstimate(table, { weights: 'quadratic' });
  expect(cohenKappaEstimate(table, { weights: 'quadratic', places: [0, 10, 20] })).toEqual(once);
});

describe('degenerate', () => {
  test('perfect agreement is not [1, 1], whichever the variant', () => {
    const adjusted = cohenKappaEstimate({ classes: 2, counts: [10, 0, 0, 10] });
    expect(adjusted).toMatchObject({ value: 1, high: 1, low: expect.closeTo(0.63, 1), method: 'fleiss-cohen-everitt-adjusted' });
    expect(cohenKappaEstimate({ classes: 2, counts: [10, 0, 0, 10] }, { interval: 'analytic' })).toEqual(adjusted);
  });
  test('no item; one class; one item', () => {
    expect(cohenKappaEstimate({ classes: 2, counts: [0, 0, 0, 0] }, { missing: 4 })).toEqual({
      status: 'undefined',
      reason: 'no observation',
      n: 0,
      missing: 4,
    });
    expect(cohenKappaEstimate({ classes: 3, counts: [0, 0, 0, 0, 7, 0, 0, 0, 0] })).toEqual({
      status: 'undefined',
      reason: 'both raters name one class alone',
      n: 7,
      missing: 0,
    });
    expect(cohenKappaEstimate({ classes: 2, counts: [0, 1, 0, 0] })).toMatchObject({ status: 'ok', value: 0, n: 1 });
  });
});

describe('simulated coverage of the 95% interval', () => {
  const trials = Number(process.env.SIMULATION_TRIALS ?? 1000);
  test.each([
    ['20 items', 20, 0.5, 0.8],
    ['20 items, nearly perfect', 20, 0.5, 0.98],
    ['50 items, one class rare', 50, 0.1, 0.9],
    ['200 items, one class rare', 200, 0.1, 0.9],
    ['200 items, no agreement beyond chance', 200, 0.4, 0],
  ])('%s', (name, items, rare, hit) => {
    const random = testRandom(23);
    const covered = { adjusted: 0, analytic: 0 };
    for (let trial = 0; trial < trials; trial += 1) {
      const rate = (): number => (random() < rare ? 1 : 0);
      const gold = Array.from({ length: items }, rate);
      // The second repeats the first with the hit rate and draws from the same margins else: κ is the hit rate.
      const table = confusionOf(
        gold,
        gold.map((one) => (random() < hit ? one : rate())),
        2,
      );
      for (const interval of ['adjusted', 'analytic'] as const) {
        const estimate = cohenKappaEstimate(table, { interval });
        if (estimate.status !== 'ok' || (estimate.low <= hit && hit <= estimate.high)) covered[interval] += 1 / trials;
      }
    }
    if (process.env.SIMULATION_TRIALS !== undefined) process.stdout.write(`${name} ${JSON.stringify(covered)}\n`);
    expect(covered.adjusted).toBeGreaterThan(0.92);
  });
});
