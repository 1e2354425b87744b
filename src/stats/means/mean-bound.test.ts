import { describe, expect, test } from 'vitest';
import reference from '../proportions/bounds.reference.json' with { type: 'json' };
import { drawNormal, shareOf, testRandom } from '../testing/simulation.ts';
import { clusteredMeanBound } from './mean-bound.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 2000);

test.each(reference.means)('scipy, one-sided t: case %#', ({ values, lower, upper }) => {
  const ids = [...values.keys()];
  expect(clusteredMeanBound(values, ids, { side: 'lower' })).toMatchObject({
    bound: expect.closeTo(lower, 9),
    method: 'student',
  });
  expect(clusteredMeanBound(values, ids, { side: 'upper' })).toMatchObject({ bound: expect.closeTo(upper, 9), level: 0.95 });
});

test('four values by hand', () => {
  // Mean 3.75, SE .62915, t(.95; 3) = 2.35336: at least 2.2694.
  expect(clusteredMeanBound([2, 4, 4, 5], [0, 1, 2, 3], { side: 'lower' })).toMatchObject({ bound: expect.closeTo(2.2694, 4) });
});

describe('degenerate', () => {
  test('no value, one cluster, no spread; with a range a bound', () => {
    expect(clusteredMeanBound([], [], { side: 'lower', missing: 1 })).toEqual({ status: 'undefined', reason: 'no observation', n: 0, missing: 1 }); // prettier-ignore
    expect(clusteredMeanBound([1, 2], [0, 0], { side: 'lower' })).toMatchObject({ reason: 'one cluster only' });
    expect(clusteredMeanBound([1, 1], [0, 1], { side: 'upper' })).toMatchObject({ reason: 'no variance between clusters' });
    const ranged = clusteredMeanBound([1, 1], [0, 1], { side: 'upper', range: [0, 2] });
    expect(ranged).toMatchObject({ value: 1, bound: expect.toSatisfy((bound: number) => bound > 1 && bound < 2) });
  });
});

test('simulated: 12 normal values, clusters of two', () => {
  const random = testRandom(9);
  const held = shareOf(trials, () => {
    const shift = Array.from({ length: 12 }, () => drawNormal(random));
    const values = shift.flatMap((own) => [own + drawNormal(random), own + drawNormal(random)]);
    const bound = clusteredMeanBound(values, values.map((_, index) => index >> 1), { side: 'lower' }); // prettier-ignore
    return bound.status === 'ok' && bound.bound <= 0;
  });
  if (trials > 2000) process.stdout.write(`mean bound: ${held}\n`);
  expect(Math.abs(held - 0.95)).toBeLessThan(0.015);
});
