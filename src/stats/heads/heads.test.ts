import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { testRandom } from '../testing/simulation.ts';
import { fitHead, headGrids, headKinds, predictHead, type Head, type HeadKind } from './fit-head.ts';
import { forestImportance } from './forest-head.ts';
import { fitScaler, scaledRows } from './scaler.ts';
import { svmDecisions, type SvmHead } from './svm-head.ts';
import type { TrainingSet } from './training-set.ts';

type Case = {
  readonly seed: number;
  readonly n: number;
  readonly p: number;
  readonly k: number;
  readonly accuracy: { readonly forest: number; readonly mlp: number };
  readonly gini: readonly number[];
} & Readonly<Record<string, unknown>>;
const cases = JSON.parse(readFileSync(new URL('heads.reference.json', import.meta.url), 'utf8')) as readonly Case[];

/** The generator and the rows of scripts/reference/heads.py. */
function made({ seed, n, p, k }: { seed: number; n: number; p: number; k: number }): TrainingSet {
  let state = seed;
  const draw = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const rows = Array.from({ length: n }, () => Array.from({ length: p }, () => 2 * draw() - 1));
  const labels = rows.map((row) => {
    const [x = 0, y = 0] = row;
    const score = x + 0.8 * y * (k === 2 ? 1 : y) + 0.3 * (2 * draw() - 1);
    const label = Math.min(k - 1, Math.max(0, Math.trunc(((score + 1) / 2) * k)));
    return draw() < 0.1 ? Math.trunc(draw() * k) : label;
  });
  return { rows, labels, classes: k };
}

const training = (one: Case): TrainingSet => made(one);
const further = (one: Case): TrainingSet => made({ ...one, seed: one.seed + 100, n: 400 });
const shown = (one: Case) => further(one).rows.slice(0, 12);
const defaults = (kind: HeadKind) => headGrids[kind][0] as never;
const fitted = (kind: HeadKind, set: TrainingSet, seed = 1): Head => fitHead(kind, set, defaults(kind), testRandom(seed));

function largestDifference(found: readonly ArrayLike<number>[], expected: readonly (readonly number[])[]): number {
  expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  return Math.max(...expected.flatMap((row, index) => row.map((value, at) => Math.abs(value - (found[index]?.[at] as number)))));
}

function accuracy(head: Head, { rows, labels }: TrainingSet): number {
  const right = predictHead(head, rows).filter((shares, row) => shares.indexOf(Math.max(...shares)) === labels[row]);
  return right.length / rows.length;
}

describe.each(cases.map((one) => [`${one.n} rows of ${one.p} features, ${one.k} classes`, one] as const))(
  'scikit-learn, %s',
  (_name, one) => {
    test.each([1, 0.05])('logistic regression, C %d: coefficients and probabilities to 1e-6', (c) => {
      const head = fitHead('logistic', training(one), { c }, testRandom(1));
      if (head.kind !== 'logistic') throw new Error('another head');
      const wanted = one[c === 1 ? 'logistic-1.0' : 'logistic-0.05'] as {
        coefficients: number[][];
        intercepts: number[];
        shown: number[][];
      };
      expect(largestDifference(head.coefficients, wanted.coefficients)).toBeLessThan(1e-6);
      expect(largestDifference([head.intercepts], [wanted.intercepts])).toBeLessThan(1e-6);
      expect(largestDifference(predictHead(head, shown(one)), wanted.shown)).toBeLessThan(1e-6);
    });

    test.each(['uniform', 'distance'] as const)('nearest neighbours, %s: to 1e-12', (weights) => {
      const head = fitHead('knn', training(one), { neighbours: 7, weights }, testRandom(1));
      expect(largestDifference(predictHead(head, shown(one)), one[`knn-${weights}`] as number[][])).toBeLessThan(1e-12);
    });

    test.each(['linear', 'rbf'] as const)('support vectors, %s: decisions to 1e-4', (kernel) => {
      const head = fitHead('svm', training(one), { c: 2, kernel }, testRandom(1)) as SvmHead;
      const decisions = svmDecisions(head, shown(one));
      expect(largestDifference(decisions, one[`svm-${kernel}`] as number[][])).toBeLessThan(1e-4);
    });

    test('gradient boosting: probabilities to 1e-6', () => {
      const head = fitHead('boosting', training(one), { rounds: 30, rate: 0.1, depth: 2, least: 1 }, testRandom(1));
      expect(largestDifference(predictHead(head, shown(one)), one['boosting'] as number[][])).toBeLessThan(1e-6);
    });

    test('random forest and perceptron: as often right on 400 further rows, within .05', () => {
      const set = training(one);
      const forest = fitHead('forest', set, { trees: 200, depth: 50, least: 1 }, testRandom(2));
      const mlp = fitHead('mlp', set, { hidden: 16, penalty: 0.01, rate: 0.01, epochs: 400 }, testRandom(3));
      expect(Math.abs(accuracy(forest, further(one)) - one.accuracy.forest)).toBeLessThan(0.05);
      expect(accuracy(mlp, further(one)) - one.accuracy.mlp).toBeGreaterThan(-0.05);
    });

    test('Gini importances within .04; corrected ones are about 0 for noise', () => {
      const grow = { trees: 300, depth: 50, least: 1 };
      const gini = forestImportance(training(one), 'gini', grow, testRandom(4));
      expect(largestDifference([gini], [one.gini])).toBeLessThan(0.04);
      const corrected = forestImportance(training(one), 'corrected', grow, testRandom(5));
      expect(corrected[0]).toBeGreaterThan(0.08);
      for (const noise of corrected.slice(2)) expect(Math.abs(noise)).toBeLessThan(0.06);
    });
  },
);

describe.each(headKinds)('%s', (kind) => {
  const two = training(cases[0] as Case);
  const four = training(cases[2] as Case);

  test('probabilities sum to 1, also of rows far away; the same seed gives the same head, and JSON loses nothing', () => {
    for (const set of [two, four]) {
      const head = fitted(kind, set);
      const rows = [...set.rows, Array.from(set.rows[0] as ArrayLike<number>, () => 1e6)];
      const found = predictHead(head, rows);
      for (const shares of found) {
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
      }
      expect(predictHead(fitted(kind, set), rows)).toEqual(found);
      expect(predictHead(JSON.parse(JSON.stringify(head)) as Head, rows)).toEqual(found);
    }
  });

  test('learns a rule that is there, better than always saying the commonest class', () => {
    const set = made({ seed: 21, n: 300, p: 4, k: 2 });
    const more = made({ seed: 22, n: 500, p: 4, k: 2 });
    const commonest = Math.max(...[0, 1].map((label) => Array.from(more.labels).filter((one) => one === label).length)) / 500;
    expect(accuracy(fitted(kind, set), more)).toBeGreaterThan(commonest + 0.2);
  });

  test('separable classes, constant features, repeated rows and more features than rows give finite probabilities', () => {
    const separable: TrainingSet = {
      rows: Array.from({ length: 20 }, (_, row) => [row < 10 ? -1 : 1, 3, row < 10 ? -1 : 1]),
      labels: Array.from({ length: 20 }, (_, row) => Number(row >= 10)),
      classes: 2,
    };
    const wide: TrainingSet = {
      rows: Array.from({ length: 8 }, (_, row) => Array.from({ length: 30 }, (__, at) => Math.sin(row * 31 + at))),
      labels: [0, 1, 0, 1, 0, 1, 0, 1],
      classes: 2,
    };
    for (const set of [separable, wide])
      for (const shares of predictHead(fitted(kind, set), set.rows))
        for (const share of shares) expect(Number.isFinite(share)).toBe(true);
    if (kind !== 'knn') expect(accuracy(fitted(kind, separable), separable)).toBe(1);
  });

  test('a class that no row has gets next to nothing', () => {
    const set = { ...two, classes: 3 };
    for (const shares of predictHead(fitted(kind, set), two.rows)) expect(shares[2]).toBeLessThan(0.05);
  });

  test.each<[string, Partial<TrainingSet>, string]>([
    ['no rows', { rows: [], labels: [] }, 'rows to fit to'],
    ['one class alone', { labels: two.rows.map(() => 1) }, 'one class alone'],
    ['a label that is no class', { labels: two.rows.map((_, row) => row % 3) }, 'labels 0 to 1'],
    [
      'a missing feature',
      { rows: two.rows.map((row, index) => (index === 3 ? [Number.NaN, ...Array.from(row).slice(1)] : row)) },
      'finite features, got NaN in row 3',
    ],
    ['rows of two lengths', { rows: two.rows.map((row, index) => (index === 3 ? [1] : row)) }, 'features a row'],
  ])('refuses %s', (_name, change, message) => {
    expect(() => fitted(kind, { ...two, ...change })).toThrow(message);
  });
});

test('more neighbours than rows are refused', () => {
  const set = made({ seed: 5, n: 6, p: 2, k: 2 });
  expect(() =>
    fitHead('knn', { ...set, labels: [0, 1, 0, 1, 0, 1] }, { neighbours: 7, weights: 'uniform' }, testRandom(1)),
  ).toThrow('1 to 6 neighbours');
});

test('a scaler knows its training rows alone; a feature without variance becomes 0', () => {
  const scaler = fitScaler([
    [1, 5, 0],
    [3, 5, 4],
  ]);
  expect(scaler).toEqual({ means: [2, 5, 2], scales: [1, 1, 2] });
  expect(scaledRows([[3, 7, 2]], scaler).map((row) => Array.from(row))).toEqual([[1, 2, 0]]);
});
