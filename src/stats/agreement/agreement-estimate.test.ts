import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Estimate } from '../estimate.ts';
import { clusterIds, drawNormal, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import type { AgreementOptions } from './agreement-estimate.ts';
import reference from './agreement.reference.json' with { type: 'json' };
import type { AgreementWeights } from './class-distance.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { gwetAc } from './gwet-ac.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { percentAgreement } from './percent-agreement.ts';
import type { RaterTable } from './rater-table.ts';

type Named = { readonly figure: string; readonly weights?: string; readonly measurement?: string };

function figureOf({ figure, weights, measurement }: Named, table: RaterTable, options: AgreementOptions): Estimate {
  if (figure === 'alpha') return krippendorffAlpha(table, { ...options, measurement: measurement as 'nominal' | 'ordinal' });
  const weighted = { ...options, weights: weights as AgreementWeights };
  if (figure === 'fleiss') return fleissKappa(table, weighted);
  return figure === 'gwet' ? gwetAc(table, weighted) : percentAgreement(table, weighted);
}

describe.each(reference.tables)('irrCAC, krippendorff and a second implementation, table %#', (table) => {
  test.each(table.figures as (Named & (typeof table.figures)[number])[])('$figure $weights $measurement', (figure) => {
    const alone = figureOf(figure, table, { interval: 'linearised' });
    if (alone.status !== 'ok') throw new Error('defined');
    expect(alone.value).toBeCloseTo(figure.value, 10);
    expect([alone.low, alone.high]).toEqual(figure.independent.map((end) => expect.closeTo(end, 9)));
    const ratioAsIrr = figure.figure === 'alpha' ? table.full : table.pairsOnly;
    if (figure.irr !== null) {
      // irrCAC has no lower limit; where items have one rating it takes the number of the others for known, and is wider.
      if (ratioAsIrr) {
        expect(alone.low).toBeCloseTo(Math.max(figure.irr[0] as number, -1), 9);
        expect(alone.high).toBeCloseTo(figure.irr[1] as number, 9);
      } else {
        expect(alone.low).toBeGreaterThan((figure.irr[0] as number) - 0.02);
        expect(alone.high).toBeLessThan((figure.irr[1] as number) + 0.02);
      }
    }
    const clustered = figureOf(figure, table, { interval: 'linearised', clusters: table.clusters });
    if (clustered.status !== 'ok') throw new Error('defined');
    expect(clustered.method).toBe('linearised-clustered');
    expect([clustered.low, clustered.high]).toEqual(figure.clustered.map((end) => expect.closeTo(end, 9)));
  });
});

test('five items and three raters by hand', () => {
  // Pairs that agree, of 3: 3, 3, 1, 1, 3. Class 1 in 0, 3, 1, 2, 3 of 3.
  const table = { raters: 3, classes: 2, codes: [0, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 1] };
  const agreement = 11 / 15;
  const chance = (9 / 15) ** 2 + (6 / 15) ** 2;
  expect(percentAgreement(table)).toMatchObject({ value: expect.closeTo(agreement, 12), n: 5, missing: 0 });
  expect(fleissKappa(table)).toMatchObject({ value: expect.closeTo((agreement - chance) / (1 - chance), 12) });
  // α: 15 ratings, each term over 14/15 of the chance disagreement's.
  expect(krippendorffAlpha(table)).toMatchObject({
    value: expect.closeTo(1 - ((14 / 15) * (1 - agreement)) / (1 - chance), 12),
  });
  // AC1: chance is 2 π (1 − π) for two classes.
  const guess = 2 * (9 / 15) * (6 / 15);
  expect(gwetAc(table)).toMatchObject({ value: expect.closeTo((agreement - guess) / (1 - guess), 12) });
});

test('percent agreement of two raters is Agresti and Coull’s, with t', () => {
  // 18 of 20 agree: p' = (18 + z²/2)/(20 + z²); SE² = 20/19 · p'(1 − p')/(20 + z²); t(19) = 2.093024.
  const codes = Array.from({ length: 20 }, (_, item) => [item % 2, item < 2 ? 1 - (item % 2) : item % 2]).flat();
  const z2 = 1.959963984540054 ** 2;
  const centre = (18 + z2 / 2) / (20 + z2);
  const half = 2.093024054408263 * Math.sqrt(((20 / 19) * centre * (1 - centre)) / (20 + z2));
  expect(percentAgreement({ raters: 2, classes: 2, codes })).toEqual({
    status: 'ok',
    value: 0.9,
    low: expect.closeTo(centre - half, 10),
    high: expect.closeTo(Math.min(1, centre + half), 10),
    level: 0.95,
    method: 'adjusted',
    n: 20,
    missing: 0,
  });
});

describe('properties', () => {
  const codes = fc.array(fc.integer({ min: -1, max: 2 }), { minLength: 30, maxLength: 60 });
  const figures = [fleissKappa, gwetAc, krippendorffAlpha, percentAgreement];

  test('the order of raters and of items changes nothing; the interval holds the figure and has a width', () => {
    fc.assert(
      fc.property(codes, fc.constantFrom(...figures), (all, figure) => {
        const whole = all.slice(0, all.length - (all.length % 3));
        const there = figure({ raters: 3, classes: 3, codes: whole });
        const back = figure({ raters: 3, classes: 3, codes: whole.toReversed() });
        if (there.status !== 'ok' || back.status !== 'ok') {
          expect(there).toEqual(back);
          return;
        }
        for (const end of ['value', 'low', 'high'] as const) expect(there[end]).toBeCloseTo(back[end], 9);
        expect(there.low).toBeLessThanOrEqual(there.value);
        expect(there.high).toBeGreaterThanOrEqual(there.value);
        expect(there.high - there.low).toBeGreaterThan(0.01);
      }),
    );
  });

  test('items repeated as draws of one cluster: the interval of the items alone', () => {
    const once = { raters: 2, classes: 2, codes: [0, 0, 1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0] };
    const thrice = { ...once, codes: [...once.codes, ...once.codes, ...once.codes] };
    const clusters = Array.from({ length: 24 }, (_, item) => item % 8);
    for (const figure of [fleissKappa, gwetAc, percentAgreement]) {
      const alone = figure(once);
      const repeated = figure(thrice, { clusters });
      if (alone.status !== 'ok' || repeated.status !== 'ok') throw new Error('defined');
      expect(repeated).toMatchObject({ n: 24, groups: 8, method: 'adjusted-clustered' });
      expect(repeated.low).toBeCloseTo(alone.low, 9);
      expect(repeated.high).toBeCloseTo(alone.high, 9);
    }
  });
});

describe('degenerate', () => {
  const figures = { fleissKappa, gwetAc, krippendorffAlpha, percentAgreement };
  const pair = (codes: number[], classes = 2): RaterTable => ({ raters: 2, classes, codes });

  test.each(Object.entries(figures))('%s without an item of two ratings', (_, figure) => {
    const none = { status: 'undefined', reason: 'no item with two ratings', n: 0 };
    expect(figure(pair([]))).toEqual({ ...none, missing: 0 });
    expect(figure(pair([0, -1, -1, -1, -1, 1]), { missing: 2 })).toEqual({ ...none, missing: 5 });
    expect(figure({ raters: 1, classes: 2, codes: [0, 1] })).toEqual({ ...none, missing: 2 });
    expect(figure({ raters: 0, classes: 2, codes: [] })).toEqual({ ...none, missing: 0 });
  });

  test('all ratings in one class: κ and α are 0/0, AC1 and agreement are 1 with a width', () => {
    const table = pair(Array<number>(40).fill(1));
    const undefinedOne = { status: 'undefined', reason: 'all ratings in one class', n: 20, missing: 0 };
    expect(fleissKappa(table)).toEqual(undefinedOne);
    expect(krippendorffAlpha(table)).toEqual(undefinedOne);
    expect(krippendorffAlpha(table, { measurement: 'ordinal' })).toEqual(undefinedOne);
    expect(gwetAc(table)).toMatchObject({ status: 'ok', value: 1, high: 1, low: expect.closeTo(0.7725, 3) });
    expect(percentAgreement(table)).toMatchObject({ status: 'ok', value: 1, high: 1, low: expect.closeTo(0.8, 1) });
  });

  test('one class to choose from', () => {
    const table = pair([0, 0, 0, 0], 1);
    expect(gwetAc(table)).toEqual({ status: 'undefined', reason: 'one class to choose from', n: 2, missing: 0 });
    expect(percentAgreement(table)).toMatchObject({ status: 'ok', value: 1 });
    expect(fleissKappa(table)).toMatchObject({ reason: 'all ratings in one class' });
  });

  test.each(Object.entries(figures))('%s where nobody differs is 1, and not [1, 1]', (_, figure) => {
    const table = pair([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    const adjusted = figure(table);
    expect(adjusted).toMatchObject({ status: 'ok', value: 1, high: 1, method: 'adjusted' });
    expect(adjusted).toEqual(figure(table, { interval: 'linearised' }));
    if (adjusted.status !== 'ok') throw new Error('defined');
    expect(adjusted.low).toBeLessThan(0.7);
    expect(adjusted.low).toBeGreaterThan(-0.1);
  });

  test.each(Object.entries(figures))('%s of one item and of one cluster: all that it can be', (_, figure) => {
    expect(figure(pair([0, 1]))).toMatchObject({ status: 'ok', n: 1, method: 'whole-range', high: 1 });
    const one = figure(pair([0, 0, 1, 1, 1, 1]), { clusters: [7, 7, 7] });
    expect(one).toMatchObject({ status: 'ok', value: 1, high: 1, n: 3, groups: 1, method: 'whole-range' });
    if (one.status !== 'ok') throw new Error('defined');
    expect(one.low).toBeLessThanOrEqual(0);
  });
});

test('a hundred thousand items of three raters, each figure', () => {
  const random = testRandom(3);
  const codes = Int8Array.from({ length: 300_000 }, () => Math.floor(random() * 5));
  const clusters = Int32Array.from({ length: 100_000 }, (_, item) => Math.floor(item / 10));
  for (const figure of [fleissKappa, gwetAc, krippendorffAlpha, percentAgreement]) {
    expect(figure({ raters: 3, classes: 5, codes }, { clusters })).toMatchObject({ n: 100_000, groups: 10_000 });
  }
});

describe('simulated coverage of the 95% interval', () => {
  const trials = Number(process.env.SIMULATION_TRIALS ?? 400);
  const singles = (items: number): number[] => Array<number>(items).fill(1);
  const unequal = Array.from({ length: 20 }, (_, cluster) => 1 + ((cluster * cluster * 7) % 13));
  // Each rater says the item's class with the hit rate and draws from the margins else: κ and α are hit².
  test.each([
    ['20 items', singles(20), [0.5, 0.5], 0.8, 0],
    ['20 items, nearly perfect', singles(20), [0.5, 0.5], 0.98, 0],
    ['50 items, nearly perfect', singles(50), [0.5, 0.5], 0.98, 0],
    ['50 items, three classes', singles(50), [0.5, 0.3, 0.2], 0.9, 0],
    ['50 items, one class rare', singles(50), [0.9, 0.1], 0.9, 0],
    ['200 items, one class rare', singles(200), [0.9, 0.1], 0.9, 0],
    ['200 items, no agreement beyond chance', singles(200), [0.6, 0.4], 0, 0],
    ['ten clusters of ten', Array<number>(10).fill(10), [0.6, 0.4], 0.8, 0.3],
    ['twenty unequal clusters', unequal, [0.6, 0.4], 0.8, 0.3],
  ] as [string, number[], number[], number, number][])('%s', (name, sizes, margin, hit, correlation) => {
    const random = testRandom(17);
    const ids = clusterIds(sizes);
    const draw = (): number => {
      const at = random();
      let sum = 0;
      for (const [k, share] of margin.entries()) if (at < (sum += share)) return k;
      return margin.length - 1;
    };
    const same = margin.reduce((sum, share) => sum + share * share, 0);
    // Hits of all raters of a cluster move together: E hit² is hit² + correlation · hit (1 − hit).
    const kappa = hit * hit + correlation * hit * (1 - hit);
    const agreement = kappa + (1 - kappa) * same;
    const guess = (1 - same) / (margin.length - 1);
    const truths = [kappa, kappa, (agreement - guess) / (1 - guess), agreement];
    const names = ['fleiss', 'alpha', 'ac1', 'agreement'];
    const covered = new Map<string, number>();
    for (let trial = 0; trial < trials; trial += 1) {
      const rates = sizes.map(() => drawRate(hit, correlation, random));
      const codes = ids.flatMap((id) => {
        const truth = draw();
        return [0, 1, 2].map(() => (random() < (rates[id] as number) ? truth : draw()));
      });
      const table = { raters: 3, classes: margin.length, codes };
      const variants =
        process.env.SIMULATION_TRIALS === undefined ? (['adjusted'] as const) : (['adjusted', 'linearised'] as const);
      for (const interval of variants) {
        const options = { interval, clusters: ids };
        const all = [
          fleissKappa(table, options),
          krippendorffAlpha(table, options),
          gwetAc(table, options),
          percentAgreement(table, options),
        ];
        for (const [place, estimate] of all.entries()) {
          const truth = truths[place] as number;
          // An undefined figure claims nothing.
          const holds = estimate.status !== 'ok' || (estimate.low <= truth && truth <= estimate.high);
          const key = `${interval} ${names[place]}`;
          covered.set(key, (covered.get(key) ?? 0) + (holds ? 1 / trials : 0));
        }
      }
    }
    if (process.env.SIMULATION_TRIALS !== undefined)
      process.stdout.write(`${name} ${[...covered].map(([key, share]) => `${key} ${share.toFixed(4)}`).join(', ')}\n`);
    for (const figure of names) expect(covered.get(`adjusted ${figure}`)).toBeGreaterThan(0.9);
  });
});

describe('simulated coverage of the 95% interval, five levels', () => {
  const trials = Number(process.env.SIMULATION_TRIALS ?? 400);
  test.each([
    ['30 items', Array<number>(30).fill(1)],
    ['150 items', Array<number>(150).fill(1)],
    ['twenty clusters of five', Array<number>(20).fill(5)],
  ])('%s', (name, sizes) => {
    const random = testRandom(19);
    const level = (z: number): number => Math.max(0, Math.min(4, Math.round(z * 1.2 + 2)));
    // A rater's level is the item's number, with noise, rounded; items of a cluster share a part of it.
    const draw = (ids: readonly number[]): number[] => {
      const sources = new Map<number, number>();
      return ids.flatMap((id) => {
        const source = sources.get(id) ?? drawNormal(random);
        sources.set(id, source);
        const truth = Math.sqrt(0.3) * source + Math.sqrt(0.7) * drawNormal(random);
        return [0, 1, 2].map(() => level(truth + 0.5 * drawNormal(random)));
      });
    };
    const figures = {
      ordinalAlpha: (table: RaterTable, options: AgreementOptions) =>
        krippendorffAlpha(table, { ...options, measurement: 'ordinal' }),
      quadraticFleiss: (table: RaterTable, options: AgreementOptions) => fleissKappa(table, { ...options, weights: 'quadratic' }),
      quadraticAc2: (table: RaterTable, options: AgreementOptions) => gwetAc(table, { ...options, weights: 'quadratic' }),
      linearAc2: (table: RaterTable, options: AgreementOptions) => gwetAc(table, { ...options, weights: 'linear' }),
    };
    const ids = clusterIds(sizes);
    const large = { raters: 3, classes: 5, codes: draw(Array.from({ length: 100_000 }, (_, item) => item)) };
    for (const [figure, of] of Object.entries(figures)) {
      const whole = of(large, {});
      if (whole.status !== 'ok') throw new Error('defined');
      const covered = shareOf(trials, () => {
        const estimate = of({ raters: 3, classes: 5, codes: draw(ids) }, { clusters: ids });
        return estimate.status === 'ok' && estimate.low <= whole.value && whole.value <= estimate.high;
      });
      if (process.env.SIMULATION_TRIALS !== undefined) process.stdout.write(`${name} ${figure} ${covered}\n`);
      expect(covered).toBeGreaterThan(0.92);
    }
  });
});
