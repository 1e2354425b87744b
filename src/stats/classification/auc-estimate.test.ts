import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterIds, drawNormal, testRandom } from '../testing/simulation.ts';
import { aucEstimate } from './auc-estimate.ts';
import { areaUnderCurve } from './auc.ts';
import reference from './gold.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const singles = (list: readonly unknown[]): number[] => [...list.keys()];

test.each(reference.areas)('scikit-learn and a second implementation: case %#', ({ value, published, score, ...data }) => {
  expect(areaUnderCurve(data.scores, data.gold)).toBeCloseTo(value, 12);
  const found = aucEstimate(data);
  if (found.status !== 'ok') throw new Error('defined');
  expect([found.low, found.high]).toEqual(score.map((end) => expect.closeTo(end, 9)));
  if (published === null) return;
  const wald = aucEstimate(data, { interval: 'delong' });
  if (wald.status !== 'ok') throw new Error('defined');
  expect([wald.value, wald.low, wald.high]).toEqual([value, ...published].map((end) => expect.closeTo(end, 11)));
});

test('five by hand', () => {
  // Positives 3, 2 against 2, 1, 1: 3 + (½ + 2) of 6 pairs.
  const data = { scores: [3, 2, 2, 1, 1], gold: [1, 1, 0, 0, 0], clusters: [0, 1, 2, 3, 4] };
  expect(areaUnderCurve(data.scores, data.gold)).toBeCloseTo(5.5 / 6, 14);
  // Components of positives 1, 5/6 (variance 1/72), of negatives 3/4, 1, 1 (variance 1/48): SE² = 1/144 + 1/144.
  const half = 1.959963984540054 / Math.sqrt(72);
  expect(aucEstimate(data, { interval: 'delong' })).toEqual({
    status: 'ok',
    value: expect.closeTo(5.5 / 6, 12),
    low: expect.closeTo(5.5 / 6 - half, 10),
    high: 1,
    level: 0.95,
    method: 'delong',
    n: 5,
    missing: 0,
  });
});

test('only the order of scores counts; turning gold or the scores mirrors the area', () => {
  const row = fc.tuple(fc.integer({ min: -4, max: 4 }), fc.integer({ min: 0, max: 1 }));
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 40 }), (rows) => {
      const [scores, gold] = [rows.map(([score]) => score), rows.map(([, of]) => of)];
      const area = areaUnderCurve(scores, gold);
      if (area === undefined) return;
      const mirror = (list: number[]) => list.map((one) => -one);
      expect(areaUnderCurve(scores.map(Math.exp), gold)).toBeCloseTo(area, 12);
      expect(areaUnderCurve(mirror(scores), gold)).toBeCloseTo(1 - area, 12);
      const [up, down] = [scores, mirror(scores)].map((list) => aucEstimate({ scores: list, gold, clusters: singles(rows) }));
      if (up?.status !== 'ok' || down?.status !== 'ok') throw new Error('defined');
      expect(down.low).toBeCloseTo(1 - up.high, 9);
      expect(up.high).toBeGreaterThan(up.low);
    }),
  );
});

test('forty items, each repeated six times identically: about as wide as for forty', () => {
  const random = testRandom(2);
  const gold = Array.from({ length: 40 }, (_, index) => index % 2);
  const scores = gold.map((of) => of + drawNormal(random));
  const often = (list: number[]) => list.flatMap((one) => Array<number>(6).fill(one));
  const once = aucEstimate({ scores, gold, clusters: singles(gold) });
  const many = aucEstimate({ scores: often(scores), gold: often(gold), clusters: often(singles(gold)) });
  if (once.status !== 'ok' || many.status !== 'ok') throw new Error('defined');
  expect(many).toMatchObject({ n: 240, groups: 40, method: 'obuchowski-score' });
  expect((many.high - many.low) / (once.high - once.low)).toBeGreaterThan(0.97);
  expect((many.high - many.low) / (once.high - once.low)).toBeLessThan(1.12);
});

describe('degenerate', () => {
  test('perfect separation has a width, single and in clusters', () => {
    const gold = Array.from({ length: 20 }, (_, index) => (index < 10 ? 0 : 1));
    const perfect = aucEstimate({ scores: gold, gold, clusters: singles(gold) }, { interval: 'delong' });
    // 1 − θ = z √V(θ) at .80 (Newcombe's method 5).
    expect(perfect).toMatchObject({ value: 1, low: expect.closeTo(0.8, 2), high: 1, method: 'delong-score' });
    const paired = aucEstimate({ scores: gold, gold, clusters: gold.map((_, index) => Math.floor(index / 2)) });
    expect(paired).toMatchObject({ value: 1, low: expect.toSatisfy((low: number) => low < 0.7), high: 1, groups: 10 });
  });
  test('constant scores: ½ with an interval', () => {
    const gold = Array.from({ length: 20 }, (_, index) => index % 2);
    const constant = aucEstimate({ scores: gold.map(() => 3), gold, clusters: singles(gold) });
    expect(constant).toMatchObject({ value: 0.5, low: expect.toSatisfy((low: number) => low < 0.47) });
  });
  test('nothing, one class, one cluster, one positive, missing scores', () => {
    const of = (scores: number[], gold: number[], clusters = singles(gold)) =>
      aucEstimate({ scores, gold, clusters }, { missing: 1 });
    expect(of([], [])).toEqual({ status: 'undefined', reason: 'no observation', n: 0, missing: 1 });
    expect(of([1, 2], [1, 1])).toEqual({ status: 'undefined', reason: 'gold has one class only', n: 2, missing: 1 });
    expect(of([1, 2], [0, 1], [4, 4])).toMatchObject({ reason: 'one independent group only, so no interval' });
    expect(of([1, NaN, 0], [1, 1, 1])).toMatchObject({ reason: 'gold has one class only', n: 2, missing: 2 });
    const lone = of([3, 1, 2, 0, NaN], [1, 0, 0, 0, 0]);
    expect(lone).toMatchObject({ value: 1, high: 1, n: 4, missing: 2 });
    if (lone.status === 'ok') expect(lone.low).toBeLessThan(0.6);
  });
});

test('100,000 observations', () => {
  const random = testRandom(3);
  const gold = Array.from({ length: 100_000 }, () => (random() < 0.3 ? 1 : 0));
  const scores = gold.map((of) => of + drawNormal(random));
  expect(aucEstimate({ scores, gold, clusters: gold.map((_, index) => index >> 2) }).status).toBe('ok');
});

describe('simulated coverage of the 95% interval', () => {
  // Normal scores, shifted by √2 Φ⁻¹(AUC) for positives; half of the scores' variance is the cluster's own, gold is a coin within it.
  test.each([
    ['10 and 10, .9', 20, 1, 0.5, 1.8124, 0.9],
    ['20 and 20, .76', 40, 1, 0.5, 1, 0.76025],
    ['20 and 20, .95', 40, 1, 0.5, 2.3262, 0.95],
    ['20 and 20, ½', 40, 1, 0.5, 0, 0.5],
    ['10 and 90, .9', 100, 1, 0.1, 1.8124, 0.9],
    ['100 and 100, .76', 200, 1, 0.5, 1, 0.76025],
    ['ten clusters of ten', 10, 10, 0.5, 1, 0.76025],
    ['forty clusters of four', 40, 4, 0.5, 1, 0.76025],
    ['forty clusters of four, .95', 40, 4, 0.3, 2.3262, 0.95],
  ])('%s', (name, groups, size, share, shift, truth) => {
    const random = testRandom(41);
    const ids = clusterIds(Array<number>(groups).fill(size));
    let [score, delong, defined] = [0, 0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const shared = Array.from({ length: groups }, () => drawNormal(random));
      const gold = ids.map(() => (random() < share ? 1 : 0));
      const scores = gold.map((of, index) => {
        const own = drawNormal(random);
        return of * shift + (size === 1 ? own : Math.SQRT1_2 * (own + (shared[ids[index] as number] as number)));
      });
      const [first, second] = (['score', 'delong'] as const).map((interval) =>
        aucEstimate({ scores, gold, clusters: ids }, { interval }),
      );
      if (first?.status !== 'ok' || second?.status !== 'ok') continue;
      defined += 1;
      if (first.low <= truth && truth <= first.high) score += 1;
      if (second.low <= truth && truth <= second.high) delong += 1;
    }
    if (trials > 1000) process.stdout.write(`auc ${name}: ${score / defined}, delong ${delong / defined}\n`);
    // Standard error .007 for 1,000 trials.
    expect(score / defined).toBeGreaterThan(0.925);
    expect(score / defined).toBeLessThan(0.985);
  });
});
