import { describe, expect, test } from 'vitest';
import { binomialPmf } from '../distributions.ts';
import reference from './bounds.reference.json' with { type: 'json' };
import { clopperPearsonBound, clusteredProportionBound, wilsonBound } from './proportion-bound.ts';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);

test.each(reference.proportions)('statsmodels, scipy: $events of $n at $level', ({ events, n, level, wilson, exact }) => {
  expect(wilsonBound(events / n, n, { side: 'lower', level })).toBeCloseTo(wilson[0] as number, 10);
  expect(wilsonBound(events / n, n, { side: 'upper', level })).toBeCloseTo(wilson[1] as number, 10);
  expect(clopperPearsonBound(events, n, { side: 'lower', level })).toBeCloseTo(exact[0] as number, 10);
  expect(clopperPearsonBound(events, n, { side: 'upper', level })).toBeCloseTo(exact[1] as number, 10);
});

test('all of ten, by hand: at least .05^(1/10)', () => {
  expect(clopperPearsonBound(10, 10, { side: 'lower' })).toBeCloseTo(0.05 ** 0.1, 12);
});

test('singletons: Wilson’s; one side only', () => {
  const events = [...Array<number>(15).fill(1), ...Array<number>(5).fill(0)];
  expect(clusteredProportionBound(events, [...events.keys()], { side: 'lower', missing: 2 })).toEqual({
    status: 'ok',
    value: 0.75,
    bound: wilsonBound(0.75, 20, { side: 'lower' }),
    side: 'lower',
    level: 0.95,
    method: 'wilson',
    n: 20,
    missing: 2,
  });
});

describe('degenerate', () => {
  test('nothing observed', () => {
    expect(wilsonBound(0, 0, { side: 'lower' })).toBe(0);
    expect(clopperPearsonBound(0, 0, { side: 'upper' })).toBe(1);
    expect(clusteredProportionBound([], [], { side: 'lower' })).toEqual({ status: 'undefined', reason: 'no observation', n: 0, missing: 0 }); // prettier-ignore
  });
  test('all events of one cluster: the bound of one observation', () => {
    const bound = clusteredProportionBound([1, 1, 1], [0, 0, 0], { side: 'lower' });
    expect(bound).toMatchObject({ value: 1, bound: expect.closeTo(wilsonBound(1, 1, { side: 'lower' }), 12), groups: 1 });
  });
});

test('summed over the binomial exactly: Clopper–Pearson never under 95%, Wilson near it on average', () => {
  let sum = 0;
  for (let percent = 1; percent < 100; percent += 1) {
    let [exact, wilson] = [0, 0];
    for (let events = 0; events <= 40; events += 1) {
      const mass = binomialPmf(events, 40, percent / 100);
      if (clopperPearsonBound(events, 40, { side: 'lower' }) <= percent / 100) exact += mass;
      if (wilsonBound(events / 40, 40, { side: 'lower' }) <= percent / 100) wilson += mass;
    }
    expect(exact).toBeGreaterThanOrEqual(0.95);
    expect(wilson).toBeGreaterThan(0.87);
    sum += wilson / 99;
  }
  expect(Math.abs(sum - 0.95)).toBeLessThan(0.015);
});

test.each([0.7, 0.9])('simulated, 20 unequal clusters, rate %d', (rate) => {
  const random = testRandom(8);
  const sizes = Array.from({ length: 20 }, (_, cluster) => 1 + ((cluster * cluster * 7) % 23));
  const ids = clusterIds(sizes);
  const held = { lower: 0, upper: 0 };
  for (const side of ['lower', 'upper'] as const) {
    held[side] = shareOf(trials, () => {
      const rates = sizes.map(() => drawRate(rate, 0.3, random));
      const events = ids.map((id) => (random() < (rates[id] as number) ? 1 : 0));
      const bound = clusteredProportionBound(events, ids, { side });
      return bound.status === 'ok' && (side === 'lower' ? bound.bound <= rate : rate <= bound.bound);
    });
  }
  if (trials > 1000) process.stdout.write(`bounds ${rate}: ${JSON.stringify(held)}\n`);
  expect(held.lower).toBeGreaterThan(0.91);
  expect(held.upper).toBeGreaterThan(0.91);
});
