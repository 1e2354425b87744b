import { describe, expect, test } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { mcnemarTest } from '../stats/hypothesis/mcnemar.ts';
import { pairedProportionDifference } from '../stats/proportions/paired-difference.ts';
import { differences, type Difference } from './differences.ts';
import { JudgedColumns, type JudgedObservation } from './judged-columns.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } });
const ordinal = viewOf({ kind: 'ordinal', levels: [1, 2, 3, 4, 5].map((label) => ({ label })) });
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });

type Short = Partial<JudgedObservation>;

function columnsOf(observations: readonly Short[]): JudgedColumns {
  const columns = new JudgedColumns();
  for (const [row, observation] of observations.entries()) {
    const group = String(observation.row ?? row);
    columns.add({ row, draw: 0, status: observation.value === undefined ? 'unreadable' : 'scored', group, ...observation });
  }
  return columns;
}

function named(found: readonly Difference[], group: string | null = null): Record<string, Difference> {
  return Object.fromEntries(found.filter((one) => one.group === group).map((one) => [one.metric, one]));
}

/** Gold pass throughout the first half, fail after; a and b right or wrong as told. */
function judged(
  right: readonly (readonly [boolean, boolean])[],
  extra: (row: number) => Short = () => ({}),
): [JudgedColumns, JudgedColumns] {
  const of = (judge: 0 | 1): Short[] =>
    right.map((pair, row) => {
      const gold = row * 2 < right.length ? 'pass' : 'fail';
      return { gold, value: pair[judge] ? gold : gold === 'pass' ? 'fail' : 'pass', ...extra(row) };
    });
  return [columnsOf(of(0)), columnsOf(of(1))];
}

const flips: (readonly [boolean, boolean])[] = [
  ...Array.from({ length: 5 }, () => [true, false] as const),
  ...Array.from({ length: 4 }, () => [false, true] as const),
  ...Array.from({ length: 8 }, () => [true, true] as const),
  ...Array.from({ length: 3 }, () => [false, false] as const),
];

test('five flips down and four up: the paired table and McNemar', () => {
  const [a, b] = judged(flips);
  const change = flips.map(([first, second]) => Number(second) - Number(first));
  expect(named(differences(a, b, binary, { seed: 1 })).accuracy).toEqual({
    metric: 'accuracy',
    group: null,
    ...pairedProportionDifference(change, [...change.keys()]),
    value: -0.05,
    method: 'adjusted-wald',
    n: 20,
    missing: 0,
    aOnlyRight: 5,
    bOnlyRight: 4,
    p: 1,
    test: 'mcnemar-exact',
  });
});

test('clusters: the permutation test, and each pair repeated says no more than once', () => {
  const tenfold = flips.flatMap((pair) => Array.from({ length: 10 }, () => pair));
  const [a, b] = judged(tenfold, (row) => ({ row: Math.floor(row / 10), draw: row % 10, group: `g${Math.floor(row / 10)}` }));
  const once = named(differences(...judged(flips), binary, { seed: 1 })).accuracy;
  const often = named(differences(a, b, binary, { seed: 1 })).accuracy;
  expect(often).toMatchObject({
    value: -0.05,
    n: 200,
    groups: 20,
    test: 'permutation-exact',
    p: mcnemarTest(5, 4),
    aOnlyRight: 50,
    bOnlyRight: 40,
  });
  if (once?.status !== 'ok' || often?.status !== 'ok') throw new Error('defined');
  expect(often.high - often.low).toBeGreaterThan(once.high - once.low);
});

test('balanced accuracy and κ by hand, with the test that swaps the judges', () => {
  const found = named(differences(...judged(flips), binary, { seed: 1 }));
  // Gold pass is rows 0–9: a right in 5 + 0 + 1, b in 4 + 1. Gold fail rows 10–19: both right in 7.
  expect(found['balanced-accuracy']).toMatchObject({
    value: expect.closeTo((0.5 + 0.7 - 0.6 - 0.7) / 2, 12),
    method: 'bootstrap',
    test: 'permutation',
  });
  // Even gold margins: pe = ½ whatever the verdicts, so κ differs by twice the accuracy.
  expect(found.kappa).toMatchObject({
    value: expect.closeTo(-0.1, 12),
    method: 'bootstrap',
    test: 'permutation',
    n: 20,
    missing: 0,
  });
  for (const difference of [found.kappa, found['balanced-accuracy']]) expect(difference?.p).toBeGreaterThan(0.8);
});

test('which figures a space has', () => {
  const none = new JudgedColumns();
  const names = (view: Parameters<typeof differences>[2]): string[] =>
    differences(none, none, view, { seed: 1 }).map(({ metric }) => metric);
  expect([names(binary), names(ordinal), names(interval)]).toEqual([
    ['accuracy', 'balanced-accuracy', 'kappa', 'pass-rate'],
    ['accuracy', 'balanced-accuracy', 'weighted-kappa', 'mean-score'],
    ['mae', 'mean-score'],
  ]);
});

test('joined by row and draw, never by position; n and missing', () => {
  const gold = 'pass';
  const a = columnsOf([
    { row: 0, draw: 0, value: 'pass', gold },
    { row: 0, draw: 1, value: 'fail', gold },
    { row: 1, draw: 0, gold },
    { row: 2, draw: 0, value: 'pass', gold },
    { row: 3, draw: 0, value: 'pass' },
    { row: 4, draw: 0, value: 'pass', gold },
  ]);
  const b = columnsOf([
    { row: 3, draw: 0, value: 'fail' },
    { row: 2, draw: 0, value: 'fail', gold },
    { row: 0, draw: 1, value: 'pass', gold },
    { row: 0, draw: 0, value: 'pass', gold },
    { row: 1, draw: 0, value: 'pass', gold },
    { row: 5, draw: 0, gold },
  ]);
  const found = named(differences(a, b, binary, { seed: 1 }));
  // Pairs with gold: (0, 0), (0, 1), (2, 0). Missing: row 1 not scored by a, row 4 by a alone, row 5 by b alone.
  expect(found.accuracy).toMatchObject({ value: 0, n: 3, missing: 3, groups: 2, aOnlyRight: 1, bOnlyRight: 1 });
  expect(found['pass-rate']).toMatchObject({ value: -0.25, n: 4, missing: 3 });
});

test('judges of different menus: a value off the menu is missing, and nothing throws', () => {
  const a = columnsOf([
    { value: 'pass', gold: 'pass' },
    { value: 'fail', gold: 'pass' },
  ]);
  const b = columnsOf([
    { value: 'excellent', gold: 'pass' },
    { value: 'pass', gold: 'pass' },
  ]);
  expect(named(differences(a, b, binary, { seed: 1 })).accuracy).toMatchObject({ value: 1, n: 1, missing: 1, bOnlyRight: 1 });
});

test('mae and mean score: Student on the paired differences, and a permutation test', () => {
  const golds = [2, 4, 6, 8];
  const a = columnsOf(golds.map((gold, row) => ({ gold, value: gold + [2, 1, -2, 1][row]! })));
  const b = columnsOf(golds.map((gold, row) => ({ gold, value: gold + [0, 1, -1, 0][row]! })));
  const found = named(differences(a, b, interval, { seed: 1 }));
  // Errors 2, 1, 2, 1 against 0, 1, 1, 0: changes −2, 0, −1, −1; mean −1, s = .8165, SE .40825, t(3) = 3.18245. Three move: 2 of 8.
  expect(found.mae).toEqual({
    metric: 'mae',
    group: null,
    status: 'ok',
    value: -1,
    low: expect.closeTo(-1 - 1.29922, 4),
    high: expect.closeTo(-1 + 1.29922, 4),
    level: 0.95,
    method: 'student',
    n: 4,
    missing: 0,
    p: 0.25,
    test: 'permutation-exact',
  });
  expect(found['mean-score']).toMatchObject({ value: -0.5 });
});

test('b − a: the judges in the other order turn every sign and no p', () => {
  const [a, b] = judged(flips.map(([first, second], row) => (row < 3 ? [false, true] : [first, second])));
  const there = differences(a, b, binary, { seed: 1 });
  const back = differences(b, a, binary, { seed: 1 });
  for (const [index, difference] of there.entries()) {
    const turned = back[index];
    if (difference.status !== 'ok' || turned?.status !== 'ok') throw new Error('defined');
    expect(turned.value).toBeCloseTo(-difference.value, 12);
    expect(Math.abs((turned.p ?? 2) - (difference.p ?? 3))).toBeLessThan(0.02);
  }
});

describe('degenerate', () => {
  test('nothing that both scored', () => {
    const a = columnsOf([{ value: 'pass', gold: 'pass' }, { gold: 'fail' }]);
    const b = columnsOf([{ gold: 'pass' }, { value: 'pass', gold: 'fail' }]);
    const found = named(differences(a, b, binary, { seed: 1 }));
    const undefinedOne = {
      group: null,
      status: 'undefined',
      reason: 'no judgment that both scored, with gold',
      n: 0,
      missing: 2,
    };
    expect(found).toEqual({
      accuracy: { metric: 'accuracy', ...undefinedOne, aOnlyRight: 0, bOnlyRight: 0 },
      'balanced-accuracy': { metric: 'balanced-accuracy', ...undefinedOne },
      kappa: { metric: 'kappa', ...undefinedOne },
      'pass-rate': { metric: 'pass-rate', ...undefinedOne, reason: 'no judgment that both scored' },
    });
  });
  test('one judge without κ: undefined, named, and no p', () => {
    const a = columnsOf(Array.from({ length: 8 }, () => ({ value: 'pass', gold: 'pass' })));
    const b = columnsOf(Array.from({ length: 8 }, (_, row) => ({ value: row < 2 ? 'fail' : 'pass', gold: 'pass' })));
    const found = named(differences(a, b, binary, { seed: 1 }));
    expect(found.kappa).toEqual({
      metric: 'kappa',
      group: null,
      status: 'undefined',
      reason: 'a: no variance: gold and verdicts are all pass',
      n: 8,
      missing: 0,
    });
    expect(found.accuracy).toMatchObject({ status: 'ok', value: -0.25, p: 0.5 });
  });
  test('identical judges: 0, an interval with a width, p = 1', () => {
    const [a] = judged(flips);
    for (const difference of differences(a, a, binary, { seed: 1 })) {
      if (difference.status !== 'ok') throw new Error(difference.metric);
      expect([difference.value, difference.p]).toEqual([0, 1]);
      expect(difference.low).toBeLessThan(0);
      expect(difference.high).toBeGreaterThan(0);
    }
  });
});

test('by language, joined over both judges’ lists', () => {
  const [a, b] = judged(flips, (row) => ({ language: row % 2 === 0 ? 'sw' : 'en' }));
  const reversed = new JudgedColumns();
  // b's judgments come in another order, so that its list of languages does too.
  for (let row = flips.length - 1; row >= 0; row -= 1) {
    const gold = row * 2 < flips.length ? 'pass' : 'fail';
    const value = flips[row]?.[1] ? gold : gold === 'pass' ? 'fail' : 'pass';
    reversed.add({ row, draw: 0, status: 'scored', group: String(row), gold, value, language: row % 2 === 0 ? 'sw' : 'en' });
  }
  const found = differences(a, reversed, binary, { seed: 1 });
  expect([...new Set(found.map(({ group }) => group))]).toEqual([null, 'en', 'sw']);
  expect(found).toEqual(differences(a, b, binary, { seed: 1 }));
  expect([named(found, 'en').accuracy?.n, named(found, 'sw').accuracy?.n]).toEqual([10, 10]);
});
