import { describe, expect, test } from 'vitest';
import { testRandom } from '../testing/simulation.ts';
import { dawidSkene, type DawidSkene } from './dawid-skene.ts';
import reference from './raters.reference.json' with { type: 'json' };

type Fitted = Extract<DawidSkene, { status: 'ok' }>;
function fitted(...given: Parameters<typeof dawidSkene>): Fitted {
  const result = dawidSkene(...given);
  if (result.status !== 'ok') throw new Error(result.reason);
  return result;
}

describe.each(reference)('a second implementation (numpy): $name', (wanted) => {
  test('posteriors, shares and confusion matrices to 1e-6', () => {
    const got = fitted(wanted, { smoothing: wanted.smoothing });
    const near = (value: number): number => expect.closeTo(value, 6) as number;
    expect(got.converged).toBe(true);
    expect([...got.posteriors]).toEqual(wanted.posteriors.map(near));
    expect([...got.shares]).toEqual(wanted.shares.map(near));
    for (const [rater, confusion] of got.confusions.entries()) {
      if (confusion === undefined) {
        expect(wanted.weights[rater]?.every((weight) => weight === 0)).toBe(true);
        continue;
      }
      expect([...confusion.matrix]).toEqual(wanted.confusions[rater]?.map(near));
      expect([...confusion.weights]).toEqual(wanted.weights[rater]?.map(near));
    }
  });
});

describe('by hand', () => {
  test('one step of EM', () => {
    // Votes of 3 raters on 2 items: (1, 1, 0) and (0, 0, 0). Posteriors of class 1 begin at 2/3 and 0. s = 1, K = 2.
    // π(1) = (2/3 + 1)/(2 + 2) = 5/12. θ_1(1,1) = (2/3 + 1)/(2/3 + 2) = 5/8, θ_1(0,0) = (1 + 1)/(4/3 + 2) = 3/5, as of rater 2.
    // θ_3(1,0) = 5/8, θ_3(0,0) = (1/3 + 1 + 1)/(4/3 + 2) = 7/10.
    // Item 1: class 1: 5/12 · 5/8 · 5/8 · 5/8 = 625/6144; class 0: 7/12 · 2/5 · 2/5 · 7/10 = 49/750.
    const got = fitted({ raters: 3, classes: 2, codes: [1, 1, 0, 0, 0, 0] }, { smoothing: 1, maxIterations: 1 });
    const [one, zero] = [625 / 6144, 49 / 750];
    expect(got.posteriors[1]).toBeCloseTo(one / (one + zero), 12);
    expect([got.iterations, got.converged]).toEqual([1, false]);
  });
});

describe('planted raters', () => {
  const skills = [0.95, 0.65, 0.6, 0.6, 0.55];
  const truth: number[] = [];
  const random = testRandom(7);
  const codes = Array.from({ length: 600 }, () => {
    const label = random() < 0.6 ? 1 : 0;
    truth.push(label);
    return skills.map((skill) => (random() < skill ? label : 1 - label));
  }).flat();
  const table = { raters: skills.length, classes: 2, codes };
  const got = fitted(table);

  test('their skills are found', () => {
    for (const [rater, skill] of skills.entries()) {
      const { matrix } = got.confusions[rater] as { matrix: Float64Array };
      expect(Math.abs((matrix[0] as number) - skill)).toBeLessThan(0.08);
      expect(Math.abs((matrix[3] as number) - skill)).toBeLessThan(0.08);
    }
  });

  test('one good rater among poor ones is believed, where the majority is not', () => {
    const right = (verdict: (item: number) => number): number =>
      truth.filter((label, item) => verdict(item) === label).length / truth.length;
    const model = right((item) => ((got.posteriors[2 * item + 1] as number) > 0.5 ? 1 : 0));
    const majority = right((item) => (codes.slice(item * 5, item * 5 + 5).reduce((sum, label) => sum + label, 0) > 2 ? 1 : 0));
    expect(model).toBeGreaterThan(0.93);
    expect(majority).toBeLessThan(0.85);
  });

  test('a contrary rater is read the other way round', () => {
    const contrary = codes.map((label, place) => (place % 5 === 1 ? 1 - label : label));
    const again = fitted({ ...table, codes: contrary });
    const { matrix } = again.confusions[1] as { matrix: Float64Array };
    expect(matrix[0]).toBeLessThan(0.45);
    expect(again.posteriors[1]).toBeCloseTo(got.posteriors[1] as number, 6);
  });

  test('the order of items, raters and classes changes nothing', () => {
    const items = truth.map((_, item) => codes.slice(item * 5, item * 5 + 5));
    const turned = fitted({
      ...table,
      codes: items.toReversed().flatMap((labels) => labels.toReversed().map((label) => 1 - label)),
    });
    for (const item of [0, 17, 599])
      expect(turned.posteriors[2 * (599 - item)]).toBeCloseTo(got.posteriors[2 * item + 1] as number, 6);
    expect([...(turned.confusions[4] as { matrix: Float64Array }).matrix]).toEqual(
      [3, 2, 1, 0].map(
        (cell) => expect.closeTo((got.confusions[0] as { matrix: Float64Array }).matrix[cell] as number, 6) as number,
      ),
    );
  });
});

test('classes never come out under each other’s names', () => {
  // Three classes; class 2 is mostly labelled 1, and 1 mostly 2, by two of three raters: the names are those under which most labels are right.
  const random = testRandom(3);
  const codes: number[] = [];
  for (let item = 0; item < 300; item += 1) {
    const label = Math.floor(random() * 3);
    const swapped = [0, 2, 1][label] as number;
    codes.push(...[swapped, swapped, label].map((code) => (random() < 0.8 ? code : Math.floor(random() * 3))));
  }
  const got = fitted({ raters: 3, classes: 3, codes });
  const right = (place: (k: number) => number): number =>
    got.confusions.reduce((sum, confusion) => {
      const { matrix, weights } = confusion as { matrix: Float64Array; weights: Float64Array };
      return sum + [0, 1, 2].reduce((own, k) => own + (weights[k] as number) * (matrix[3 * k + place(k)] as number), 0);
    }, 0);
  expect(right((k) => k)).toBeGreaterThan(right((k) => [0, 2, 1][k] as number));
});

describe('degenerate tables', () => {
  const of = (raters: number, codes: number[], classes = 2): DawidSkene => dawidSkene({ raters, classes, codes });
  test('say why there is nothing', () => {
    expect(of(2, [])).toEqual({ status: 'undefined', reason: 'no label' });
    expect(of(2, [-1, -1])).toEqual({ status: 'undefined', reason: 'no label' });
    expect(of(0, [])).toEqual({ status: 'undefined', reason: 'no label' });
    expect(of(2, [0, 0], 1)).toEqual({ status: 'undefined', reason: 'one class to choose from' });
    expect(of(2, [0, -1, 1, -1])).toEqual({ status: 'undefined', reason: 'fewer than two raters with labels' });
    expect(of(2, [0, -1, -1, 1])).toEqual({
      status: 'undefined',
      reason: 'raters in 2 groups without an item in common',
    });
    // The third holds the others together.
    expect(of(3, [0, -1, 0, -1, 1, 1]).status).toBe('ok');
  });

  test('all labels in one class: that class, never quite surely', () => {
    const got = fitted({ raters: 2, classes: 2, codes: [1, 1, 1, 1, 1, 1] });
    expect(got.posteriors[1]).toBeGreaterThan(0.99);
    expect(got.posteriors[1]).toBeLessThan(1);
    expect([...(got.confusions[0] as { weights: Float64Array }).weights][1]).toBeCloseTo(3, 1);
  });

  test('an item without a label has no posterior', () => {
    const got = fitted({ raters: 2, classes: 2, codes: [1, 1, -1, -1, 0, 0] });
    expect([...got.posteriors.subarray(2, 4)]).toEqual([0, 0]);
  });

  test('many raters and labels do not underflow', () => {
    const raters = 400;
    const codes = Array.from({ length: 3 }, (_, item) =>
      Array.from({ length: raters }, (__, rater) => (rater % 3 === 0 ? 1 - (item % 2) : item % 2)),
    ).flat();
    const got = fitted({ raters, classes: 2, codes });
    for (const value of got.posteriors) expect(Number.isFinite(value)).toBe(true);
    expect((got.posteriors[0] as number) + (got.posteriors[1] as number)).toBeCloseTo(1, 12);
  });
});
