import { describe, expect, test } from 'vitest';
import { mcnemarTest } from '../hypothesis/mcnemar.ts';
import { shareOf, testRandom } from '../testing/simulation.ts';
import { mcnemarDetectable, mcnemarItems, mcnemarPower } from './mcnemar-power.ts';
import reference from './planning.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);

test.each(reference.mcnemar)(
  'numpy, every table: $items items, ψ $discordance, δ $difference',
  ({ items, alpha, power, ...plan }) => {
    expect(mcnemarPower(items, plan, { alpha })).toBeCloseTo(power, 10);
  },
);

test('six items that all differ one way, by hand: p = 2/64, the least that is significant', () => {
  expect(mcnemarPower(6, { discordance: 1, difference: 1 })).toBeCloseTo(1, 12);
  expect(mcnemarPower(5, { discordance: 1, difference: 1 })).toBe(0);
  expect(mcnemarItems(0.99, { discordance: 1, difference: 1 })).toBe(6);
});

test('items, difference and power say the same', () => {
  const plan = { discordance: 0.2, difference: 0.08 };
  const items = mcnemarItems(0.8, plan) as number;
  expect(mcnemarPower(items, plan)).toBeGreaterThanOrEqual(0.8);
  // Nearly monotone: some way below it is not reached.
  expect(mcnemarPower(items - 20, plan)).toBeLessThan(0.8);
  const difference = mcnemarDetectable(items, { discordance: 0.2, power: 0.8 }) as number;
  expect(difference).toBeLessThanOrEqual(0.08);
  expect(difference).toBeGreaterThan(0.077);
});

test('a design effect divides the items; the sign of the difference is no matter', () => {
  const plan = { discordance: 0.3, difference: 0.15 };
  expect(mcnemarPower(300, plan, { designEffect: 3 })).toBe(mcnemarPower(100, plan));
  expect(mcnemarPower(100, { ...plan, difference: -0.15 })).toBeCloseTo(mcnemarPower(100, plan), 12);
});

describe('degenerate', () => {
  test('no item, nothing discordant, nothing to find, not enough to find it', () => {
    expect(mcnemarPower(0, { discordance: 0.2, difference: 0.1 })).toBe(0);
    expect(mcnemarPower(50, { discordance: 0, difference: 0 })).toBe(0);
    expect(mcnemarItems(0.8, { discordance: 0.2, difference: 0 })).toBeUndefined();
    expect(mcnemarDetectable(10, { discordance: 0.2, power: 0.8 })).toBeUndefined();
    expect(mcnemarPower(200, { discordance: 0.2, difference: 0 })).toBeLessThanOrEqual(0.05);
  });
});

test('100,000 items are no matter', () => {
  expect(mcnemarPower(100_000, { discordance: 0.1, difference: 0.003 })).toBeCloseTo(0.85, 1);
});

test('simulated', () => {
  const random = testRandom(82);
  const found = shareOf(trials, () => {
    let [first, second] = [0, 0];
    for (let item = 0; item < 120; item += 1) {
      const drawn = random();
      if (drawn < 0.07) first += 1;
      else if (drawn < 0.25) second += 1;
    }
    return mcnemarTest(first, second) <= 0.05;
  });
  const power = mcnemarPower(120, { discordance: 0.25, difference: 0.11 });
  if (trials > 2000) process.stdout.write(`mcnemar power ${power}, simulated ${found}\n`);
  expect(Math.abs(found - power)).toBeLessThan(0.04);
});
