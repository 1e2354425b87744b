import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, testRandom } from '../testing/simulation.ts';
import { bradleyTerry, comparedStrengths, type BradleyTerry } from './bradley-terry.ts';
import { comparisonComponents, hasFiniteStrengths } from './comparison-graph.ts';
import { knownComparisons, type Comparisons } from './comparisons.ts';
import { rankIntervals } from './rank-intervals.ts';
import reference from './ranking.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 500);

type Row = readonly [number, number, number];

function times(count: number, row: Row): Row[] {
  return Array.from({ length: count }, () => row);
}

/** Rows of first, second, result. */
function of(systems: number, rows: readonly Row[], clusters?: number[]): Comparisons {
  const [first, second, results] = [0, 1, 2].map((place) => rows.map((row) => row[place] as number)) as [
    number[],
    number[],
    number[],
  ];
  return { systems, first, second, results, clusters: clusters ?? [...rows.keys()] };
}

function strengthsOf(fit: BradleyTerry): number[] {
  if (fit.status !== 'ok') throw new Error(fit.reason);
  return fit.strengths.map((strength) => (strength.status === 'ok' ? strength.value : Number.NaN));
}

describe.each(reference.comparisons)('statsmodels, scipy: $systems systems, case %#', (expected) => {
  test('strengths, ties, standard errors of whole clusters', () => {
    const fit = bradleyTerry(expected, { prior: 0 });
    if (fit.status !== 'ok') throw new Error(fit.reason);
    for (const [system, value] of strengthsOf(fit).entries())
      expect(Math.abs(value - (expected.strengths[system] as number))).toBeLessThan(1e-6);
    expect(Math.abs(fit.tie - expected.tie)).toBeLessThan(1e-6);
    for (const [system, error] of expected.errors.entries())
      expect(Math.abs(Math.sqrt(fit.covariance[system * expected.systems + system] as number) - error)).toBeLessThan(1e-6);
  });
});

const withPrior = reference.comparisons.filter(
  (expected) => 'prior' in expected && new Set(expected.clusters).size === expected.clusters.length,
);

test.each(withPrior)('scipy, with the prior, case %#', (expected) => {
  const found = strengthsOf(bradleyTerry(expected));
  for (const [system, value] of (expected.prior as number[]).entries())
    expect(Math.abs((found[system] as number) - value)).toBeLessThan(1e-6);
});

test('two systems by hand', () => {
  // 6 to 2: log 3 apart. With ties Davidson's ν is the mean ν of 4 ties: 4/12 = ν √3/(1 + 3 + ν √3).
  const rows = [...times(6, [0, 1, 1]), [1, 0, 1], [0, 1, 0]] as Row[];
  expect(strengthsOf(bradleyTerry(of(2, rows), { prior: 0 }))).toEqual(
    [Math.log(3) / 2, -Math.log(3) / 2].map((one) => expect.closeTo(one, 10)),
  );
  const tied = bradleyTerry(of(2, [...rows, ...times(4, [1, 0, 0.5])]), { prior: 0 });
  expect(tied).toMatchObject({ status: 'ok', tie: expect.closeTo(2 / Math.sqrt(3), 9), n: 12 });
  expect(strengthsOf(tied)[0]).toBeCloseTo(Math.log(3) / 2, 9);
});

test('strengths sum to 0; who is shown first and what systems are called does not matter', () => {
  const row = fc.tuple(fc.nat(3), fc.nat(3), fc.constantFrom(0, 0.5, 1));
  fc.assert(
    fc.property(fc.array(row, { minLength: 12, maxLength: 60 }), (rows) => {
      const fit = bradleyTerry(of(4, rows));
      if (fit.status !== 'ok') return;
      const found = strengthsOf(fit);
      expect(found.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 9);
      const turned = bradleyTerry(of(4, rows.map(([i, j, result]) => [3 - j, 3 - i, 1 - result]))); // prettier-ignore
      const again = strengthsOf(turned);
      for (const [system, value] of found.entries()) expect(again[3 - system]).toBeCloseTo(value, 7);
    }),
  );
});

test('every comparison repeated ten times identically: the same strengths and about the same intervals', () => {
  const random = testRandom(7);
  const rows = Array.from({ length: 90 }, (_, index): [number, number, number] => [
    index % 3,
    (index + 1) % 3,
    random() < 0.5 + (index % 3) / 8 ? 1 : 0,
  ]);
  const once = bradleyTerry(of(3, rows));
  const often = bradleyTerry(of(3, rows.flatMap((row) => times(10, row)), clusterIds(rows.map(() => 10)))); // prettier-ignore
  if (once.status !== 'ok' || often.status !== 'ok') throw new Error('defined');
  for (const [system, strength] of once.strengths.entries()) {
    const other = often.strengths[system];
    if (strength.status !== 'ok' || other?.status !== 'ok') throw new Error('defined');
    expect(other.value).toBeCloseTo(strength.value, 1);
    expect((other.high - other.low) / (strength.high - strength.low)).toBeGreaterThan(0.95);
    expect((other.high - other.low) / (strength.high - strength.low)).toBeLessThan(1.15);
    expect(other).toMatchObject({ n: strength.n * 10, groups: 90, method: 'sandwich-clustered' });
  }
});

describe('degenerate', () => {
  const wins = (winner: number, loser: number, count: number) => times(count, [winner, loser, 1]);
  const reasonOf = (comparisons: Comparisons, prior = 1) => {
    const fit = bradleyTerry(comparisons, { prior });
    return fit.status === 'undefined' ? fit.reason : undefined;
  };
  test('a system that won everything has a finite strength and a wide interval; without the prior it has none', () => {
    const always = of(3, [...wins(0, 1, 20), ...wins(0, 2, 20), ...wins(1, 2, 10), ...wins(2, 1, 10)]);
    const fit = bradleyTerry(always);
    if (fit.status !== 'ok' || fit.strengths[0]?.status !== 'ok') throw new Error('defined');
    const [best] = fit.strengths;
    expect(best.value).toBeGreaterThan(1.5);
    expect(best.high - best.low).toBeGreaterThan(1.5);
    expect(best.low).toBeGreaterThan(0.3);
    expect(reasonOf(always, 0)).toBe('no finite strengths: some systems never lost to the others');
  });
  test('systems that nothing links are named', () => {
    expect(reasonOf(of(5, [...wins(0, 3, 2), ...wins(1, 2, 2)]))).toBe(
      'no comparison links the systems {0, 3}, {1, 2}, {4}, so their strengths have no common scale',
    );
  });
  test('nothing, ties alone, one cluster, a system with itself', () => {
    const none = of(2, [[0, 0, 1], [0, 1, NaN]]); // prettier-ignore
    expect(bradleyTerry(none, { missing: 1 })).toEqual({ status: 'undefined', reason: 'no comparison', n: 0, missing: 3 });
    expect(reasonOf(of(2, [[0, 1, 0.5], [1, 0, 0.5]]))).toBe('every comparison is a tie'); // prettier-ignore
    expect(reasonOf(of(2, wins(0, 1, 3), [1, 1, 1]))).toBe('one cluster only');
    expect(comparedStrengths(bradleyTerry(none))).toMatchObject({ status: 'undefined', reason: 'no comparison' });
  });
  test('one comparison each way: 0 and wide', () => {
    const fit = bradleyTerry(of(2, [...wins(0, 1, 1), ...wins(1, 0, 1)]));
    if (fit.status !== 'ok' || fit.strengths[0]?.status !== 'ok') throw new Error('defined');
    expect(fit.strengths[0].value).toBeCloseTo(0, 9);
    expect(fit.strengths[0].high).toBeGreaterThan(2);
  });
  test('whether a maximum is finite: wins in a circle, a tie across, a chain that ties can follow', () => {
    const finite = (rows: [number, number, number][], systems = 3) => hasFiniteStrengths(knownComparisons(of(systems, rows)));
    expect(finite([[0, 1, 1], [1, 2, 1], [2, 0, 1]])).toBe(true); // prettier-ignore
    expect(finite([[0, 1, 1], [1, 2, 1]])).toBe(false); // prettier-ignore
    expect(finite([[0, 1, 0.5]], 2)).toBe(false);
    // 0 beat 1; both tie with 2. Apart by 2 with 2 between them, and ties likelier and likelier: no maximum.
    expect(finite([[0, 1, 1], [1, 2, 0.5], [2, 0, 0.5]])).toBe(false); // prettier-ignore
    // 1 beat 0 once as well: then there is.
    expect(finite([[0, 1, 1], [1, 0, 1], [1, 2, 0.5], [2, 0, 0.5]])).toBe(true); // prettier-ignore
    expect(comparisonComponents(knownComparisons(of(3, [[0, 1, 0.5]])))).toEqual([[0, 1], [2]]);
  });
});

test('100,000 comparisons of ten systems', () => {
  const random = testRandom(9);
  const rows = Array.from({ length: 100_000 }, (): [number, number, number] => {
    const [i, j] = [Math.floor(random() * 10), Math.floor(random() * 10)];
    return [i, j, random() < 0.2 ? 0.5 : random() < 1 / (1 + Math.exp((j - i) / 10)) ? 1 : 0];
  });
  const fit = bradleyTerry(of(10, rows, clusterIds(Array<number>(25_000).fill(4))));
  expect(rankIntervals(comparedStrengths(fit), { random, draws: 2000 }).status).toBe('ok');
});

describe('simulated coverage of 95% intervals of strengths, and size of ranks that hold together', () => {
  const pairs = (k: number) =>
    Array.from({ length: k * k }, (_, cell) => [Math.floor(cell / k), cell % k] as const).filter(([i, j]) => i < j);
  test.each([
    ['4 systems, 10 games a pair', [0.6, 0.2, -0.2, -0.6], 60, 1, 0, 0],
    ['4 systems, 50 games a pair', [0.6, 0.2, -0.2, -0.6], 300, 1, 0, 0],
    ['4 systems, 50 games a pair, ties', [0.6, 0.2, -0.2, -0.6], 300, 1, 1, 0],
    ['4 equal systems, 20 games a pair', [0, 0, 0, 0], 120, 1, 0, 0],
    ['4 systems, one far ahead, 10 games a pair', [3, -1, -1, -1], 60, 1, 0, 0],
    ['30 items, all 6 pairs on each, items differ', [0.6, 0.2, -0.2, -0.6], 30, 6, 0.7, 1],
    ['100 items, all 6 pairs on each, items differ', [0.6, 0.2, -0.2, -0.6], 100, 6, 0.7, 1],
  ])('%s', (name, strengths, groups, size, nu, spread) => {
    const random = testRandom(81);
    const all = pairs(strengths.length);
    const sizes = Array<number>(groups).fill(size);
    const clusters = clusterIds(sizes);
    // What the model means where items differ: the strengths that fit the mean results best, from very many.
    const play = (ids: readonly number[], count: number) => {
      const own = Array.from({ length: count }, () => strengths.map((one) => one + spread * drawNormal(random)));
      return of(
        strengths.length,
        ids.map((id, index): [number, number, number] => {
          const [i, j] = all[index % all.length] as readonly [number, number];
          const [a, b] = [own[id]?.[i] as number, own[id]?.[j] as number];
          const tie = nu * Math.exp((a + b) / 2);
          const u = random() * (Math.exp(a) + Math.exp(b) + tie);
          return [i, j, u < Math.exp(a) ? 1 : u < Math.exp(a) + Math.exp(b) ? 0 : 0.5];
        }),
        [...ids],
      );
    };
    const truth =
      spread === 0 ? strengths : strengthsOf(bradleyTerry(play(clusterIds(Array<number>(60_000).fill(6)), 60_000), { prior: 0 }));
    const covered = strengths.map(() => 0);
    let together = 0;
    for (let trial = 0; trial < trials; trial += 1) {
      const fit = bradleyTerry(play(clusters, groups));
      if (fit.status !== 'ok') throw new Error(fit.reason);
      for (const [system, strength] of fit.strengths.entries()) {
        const is = truth[system] as number;
        if (strength.status === 'ok' && strength.low <= is && is <= strength.high)
          covered[system] = (covered[system] as number) + 1 / trials;
      }
      const ranks = rankIntervals(comparedStrengths(fit), { random, draws: 500 });
      if (ranks.status !== 'ok') throw new Error(ranks.reason);
      const holds = ranks.ranks.every(({ low, high }, system) => {
        const own = strengths[system] as number;
        const [above, below] = [strengths.filter((one) => one > own).length, strengths.filter((one) => one < own).length];
        return low <= 1 + above && high >= strengths.length - below;
      });
      if (holds) together += 1 / trials;
    }
    if (trials > 1000)
      process.stdout.write(
        `bradley-terry ${name}: ${covered.map((one) => one.toFixed(3)).join()} ranks ${together.toFixed(3)}\n`,
      );
    // Standard error .01 for 500 trials.
    // The one far ahead loses one game in sixty and is covered in .90.
    for (const share of covered) expect(share).toBeGreaterThan(0.87);
    expect(together).toBeGreaterThan(0.92);
  });
});
