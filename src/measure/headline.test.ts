import { describe, expect, test } from 'vitest';
import { viewOf, type SpaceView } from '../core/space-view.ts';
import { wilsonInterval } from '../stats/proportions/wilson.ts';
import { headline, type Metric } from './headline.ts';
import { JudgedColumns, type JudgedObservation } from './judged-columns.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } });
const ordinal = viewOf({ kind: 'ordinal', levels: [1, 2, 3].map((label) => ({ label })) });
const words = viewOf({ kind: 'ordinal', levels: ['poor', 'fair', 'good'].map((label) => ({ label })) });
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });
const preference = viewOf({ kind: 'preference', ties: true });

type Short = Partial<JudgedObservation> & { value?: string | number };

/** Observations that say only what matters: scored where they have a value, else unreadable; an item of its own each. */
function columnsOf(observations: readonly Short[]): JudgedColumns {
  const columns = new JudgedColumns();
  for (const [row, observation] of observations.entries()) {
    columns.add({
      row,
      draw: 0,
      status: observation.value === undefined ? 'unreadable' : 'scored',
      group: String(row),
      ...observation,
    });
  }
  return columns;
}

function metrics(observations: readonly Short[], view: SpaceView, seed = 1): Metric[] {
  return headline(columnsOf(observations), view, { seed });
}

function byName(list: readonly Metric[], group: string | null = null): Record<string, Metric> {
  return Object.fromEntries(list.filter((metric) => metric.group === group).map((metric) => [metric.name, metric]));
}

const repeat = (times: number, observation: Short): Short[] => Array.from({ length: times }, () => observation);

describe('which figures a space has', () => {
  const names = (view: SpaceView): string[] => metrics([], view).map(({ name }) => name);
  test('binary', () => {
    expect(names(binary)).toEqual(
      'accuracy balanced-accuracy precision recall f1 kappa constant-baseline random-baseline pass-rate'.split(' '),
    );
  });
  test('preference', () => {
    expect(names(preference)).toEqual(
      'accuracy balanced-accuracy precision recall f1 kappa constant-baseline random-baseline'.split(' '),
    );
  });
  test('ordinal: κ is weighted; a mean score only where levels are numbers', () => {
    const common = 'accuracy balanced-accuracy precision recall f1 weighted-kappa constant-baseline random-baseline'.split(' ');
    expect(names(ordinal)).toEqual([...common, 'mean-score']);
    expect(names(words)).toEqual(common);
  });
  test('interval', () => {
    expect(names(interval)).toEqual(['mae', 'constant-mae', 'random-mae', 'mean-score']);
  });
});

describe('binary', () => {
  // Gold pass: 12, of which 9 found; gold fail: 8, of which 6 found; 2 unreadable with gold, 1 failed and 3 scored without gold.
  const observations: Short[] = [
    ...repeat(9, { value: 'pass', gold: 'pass' }),
    ...repeat(3, { value: 'fail', gold: 'pass' }),
    ...repeat(2, { value: 'pass', gold: 'fail' }),
    ...repeat(6, { value: 'fail', gold: false }),
    ...repeat(2, { gold: 'pass' }),
    ...repeat(3, { value: 'pass' }),
    { status: 'failed' },
  ];
  const found = byName(metrics(observations, binary));
  const proportion = (hits: number, of: number) => ({
    status: 'ok',
    value: hits / of,
    ...wilsonInterval(hits / of, of),
    level: 0.95,
    method: 'wilson',
  });

  test('proportions have Wilson’s interval on their own denominator, and n of all scored with gold', () => {
    expect(found.accuracy).toEqual({ name: 'accuracy', group: null, ...proportion(15, 20), n: 20, missing: 2 });
    expect(found.precision).toEqual({ name: 'precision', group: null, ...proportion(9, 11), n: 20, missing: 2 });
    expect(found.recall).toEqual({ name: 'recall', group: null, ...proportion(9, 12), n: 20, missing: 2 });
    expect(found['constant-baseline']).toEqual({
      name: 'constant-baseline',
      group: null,
      ...proportion(12, 20),
      n: 20,
      missing: 2,
    });
  });
  test('F1 is the bent share of hits among 14', () => {
    const { low, high } = wilsonInterval(9 / 14, 14);
    expect(found.f1).toEqual({
      name: 'f1',
      group: null,
      status: 'ok',
      value: expect.closeTo(18 / 23, 12),
      low: expect.closeTo((2 * low) / (1 + low), 12),
      high: expect.closeTo((2 * high) / (1 + high), 12),
      level: 0.95,
      method: 'wilson',
      n: 20,
      missing: 2,
    });
  });
  test('balanced accuracy and κ by hand', () => {
    expect(found['balanced-accuracy']).toMatchObject({ value: (9 / 12 + 6 / 8) / 2, method: 'bootstrap', n: 20, missing: 2 });
    // po = .75; gold .6 and .4, verdicts .55 and .45: pe = .51.
    expect(found.kappa).toMatchObject({ value: expect.closeTo(0.24 / 0.49, 12), method: 'bootstrap', n: 20, missing: 2 });
  });
  test('the random baseline is a constant', () => {
    expect(found['random-baseline']).toEqual({
      name: 'random-baseline',
      group: null,
      status: 'ok',
      value: 0.5,
      low: 0.5,
      high: 0.5,
      level: 0.95,
      method: 'exact',
      n: 20,
      missing: 2,
    });
  });
  test('the pass rate needs no gold', () => {
    expect(found['pass-rate']).toEqual({ name: 'pass-rate', group: null, ...proportion(14, 23), n: 23, missing: 3 });
  });
  test('every interval holds its value', () => {
    for (const metric of Object.values(found)) {
      if (metric.status !== 'ok') throw new Error(metric.name);
      expect(metric.low).toBeLessThanOrEqual(metric.value);
      expect(metric.high).toBeGreaterThanOrEqual(metric.value);
    }
  });
});

describe('cases from the field', () => {
  test('scores 1, missing, 1: mean 1 over 2 of 3', () => {
    expect(byName(metrics([{ value: 1 }, {}, { value: 1 }], interval))['mean-score']).toMatchObject({
      status: 'ok',
      value: 1,
      n: 2,
      missing: 1,
    });
  });
  test('all missing: undefined, with the reason and the count, in every figure', () => {
    const all = metrics(repeat(3, { gold: 'pass' }), binary);
    expect(all).toEqual(
      all.map(({ name }) => ({
        name,
        group: null,
        status: 'undefined',
        reason: name === 'pass-rate' ? 'no scored judgment' : 'no scored judgment with gold',
        n: 0,
        missing: 3,
      })),
    );
  });
  test('all pass against all pass: κ undefined, raw agreement and prevalence shown', () => {
    const found = byName(metrics(repeat(20, { value: 'pass', gold: 'pass' }), binary));
    expect(found.kappa).toEqual({
      name: 'kappa',
      group: null,
      status: 'undefined',
      reason: 'no variance: gold and verdicts are all pass',
      n: 20,
      missing: 0,
    });
    expect(found['balanced-accuracy']).toMatchObject({
      status: 'undefined',
      reason: 'gold has one class only (pass), so there is nothing to balance',
    });
    const all = { status: 'ok', value: 1, low: expect.closeTo(0.8389, 4), high: 1 };
    expect([found.accuracy, found['constant-baseline']]).toEqual([expect.objectContaining(all), expect.objectContaining(all)]);
  });
  test('an always-pass judge on 90 to 10: balanced accuracy ½ and κ 0 beside the constant baseline', () => {
    const observations = [...repeat(90, { value: 'pass', gold: 'pass' }), ...repeat(10, { value: 'pass', gold: 'fail' })];
    const found = byName(metrics(observations, binary));
    expect([found['balanced-accuracy'], found.kappa, found.accuracy, found['constant-baseline']]).toEqual(
      [0.5, 0, 0.9, 0.9].map((value) => expect.objectContaining({ status: 'ok', value })),
    );
  });
  test('fifty questions, each repeated ten times identically: the interval is that of fifty', () => {
    const observations = Array.from({ length: 500 }, (_, index) => {
      const question = Math.floor(index / 10);
      return {
        row: question,
        draw: index % 10,
        group: `q${question}`,
        gold: 'pass',
        value: question % 5 === 0 ? 'fail' : 'pass',
      };
    });
    const { low, high } = wilsonInterval(0.8, 50);
    expect(byName(metrics(observations, binary)).accuracy).toMatchObject({
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
      n: 500,
      groups: 50,
    });
  });
  test('no verdict names the positive class: precision undefined, never 0', () => {
    const observations = [...repeat(6, { value: 'fail', gold: 'pass' }), ...repeat(4, { value: 'fail', gold: 'fail' })];
    const found = byName(metrics(observations, binary));
    expect(found.precision).toEqual({
      name: 'precision',
      group: null,
      status: 'undefined',
      reason: 'no verdict is pass',
      n: 10,
      missing: 0,
    });
    expect(found.recall).toMatchObject({ value: 0, low: 0 });
    expect(found.f1).toMatchObject({ value: 0, low: 0 });
  });
  test('gold off the menu is in no agreement, and counts for the pass rate', () => {
    const found = byName(
      metrics([{ value: 'pass', gold: 'unsure' }, { value: 'fail', gold: 'fail' }, { gold: 'unsure' }], binary),
    );
    expect([found.accuracy?.n, found.accuracy?.missing, found['pass-rate']?.n, found['pass-rate']?.missing]).toEqual([
      1, 0, 2, 1,
    ]);
  });
});

describe('other spaces', () => {
  test('three classes by hand: macro figures and κ', () => {
    // Gold A 4 (3 right, 1 called B), B 4 (2 right, 2 called A), tie 2 (both called A).
    const observations = [
      ...repeat(3, { value: 'A', gold: 'A' }),
      { value: 'B', gold: 'A' },
      ...repeat(2, { value: 'B', gold: 'B' }),
      ...repeat(2, { value: 'A', gold: 'B' }),
      ...repeat(2, { value: 'A', gold: 'tie' }),
    ];
    const found = byName(metrics(observations, preference));
    expect(found.precision).toMatchObject({ value: expect.closeTo((3 / 7 + 2 / 3) / 2, 12) });
    expect(found.recall).toMatchObject({ value: expect.closeTo((3 / 4 + 2 / 4 + 0) / 3, 12) });
    expect(found['balanced-accuracy']).toMatchObject({ value: expect.closeTo(5 / 12, 12) });
    expect(found.f1).toMatchObject({ value: expect.closeTo((6 / 11 + 4 / 7 + 0) / 3, 12) });
    // pe = .4 · .7 + .4 · .3 = .4; po = .5.
    expect(found.kappa).toMatchObject({ value: expect.closeTo(0.1 / 0.6, 12) });
    expect(found['random-baseline']).toMatchObject({ value: 1 / 3 });
    expect(found['constant-baseline']).toMatchObject({ value: 0.4 });
  });
  test('weighted κ on levels, quadratic: a near miss costs a quarter of a far one', () => {
    const observations = [
      ...repeat(4, { value: 1, gold: 1 }),
      ...repeat(4, { value: 3, gold: 3 }),
      { value: 2, gold: 3 },
      { value: 1, gold: 3 },
    ];
    // Σwo = 1 + 4 = 5. Gold 4, 0, 6; verdicts 5, 1, 4: Σwe = (4·1·1 + 4·4·4 + 6·5·4 + 6·1·1)/10 = 19.4.
    const found = byName(metrics(observations, ordinal));
    expect(found['weighted-kappa']).toMatchObject({ value: expect.closeTo(1 - 5 / 19.4, 12) });
    expect(found['mean-score']).toMatchObject({ value: 1.9, method: 'student' });
  });
  test('levels that are words have weighted κ too', () => {
    const observations = [...repeat(5, { value: 'poor', gold: 'poor' }), ...repeat(5, { value: 'good', gold: 'fair' })];
    expect(byName(metrics(observations, words))['weighted-kappa']).toMatchObject({
      status: 'ok',
      value: expect.closeTo(1 - 5 / ((5 * 5 * 4 + 5 * 5 * 1 + 5 * 5 * 1) / 10), 12),
    });
  });
  test('an interval: error, and that of judges that look at nothing', () => {
    const observations = [{ value: 4, gold: 2 }, { value: 9, gold: 8 }, { value: 5, gold: 5 }, { gold: 7 }];
    const found = byName(metrics(observations, interval));
    expect(found.mae).toMatchObject({ value: 1, n: 3, missing: 1, method: 'student', low: 0 });
    // Median gold 5: errors 3, 3, 0. Even draws from 0 to 10: (4 + 64)/20, (64 + 4)/20, (25 + 25)/20.
    expect(found['constant-mae']).toMatchObject({ value: 2 });
    expect(found['random-mae']).toMatchObject({ value: expect.closeTo((3.4 + 3.4 + 2.5) / 3, 12) });
    expect(found['mean-score']).toMatchObject({ value: 6, n: 3, missing: 1 });
  });
  test('no error at all is not certainty', () => {
    const found = byName(metrics(repeat(20, { value: 5, gold: 5 }), interval));
    expect(found.mae).toMatchObject({
      value: 0,
      low: 0,
      high: expect.closeTo(10 * wilsonInterval(0, 20).high, 12),
      method: 'unseen-share',
    });
  });
});

describe('groups, seeds, order', () => {
  const observations = Array.from({ length: 60 }, (_, index) => ({
    value: index % 4 === 0 ? 'fail' : 'pass',
    gold: index % 3 === 0 ? 'fail' : 'pass',
    group: `source ${index % 20}`,
    ...(index % 5 !== 0 && { language: index % 2 === 0 ? 'sw' : 'en' }),
  }));
  test('all, then languages in order; an unknown language is in no group', () => {
    const found = metrics(observations, binary);
    expect([...new Set(found.map(({ group }) => group))]).toEqual([null, 'en', 'sw']);
    expect([null, 'en', 'sw'].map((group) => byName(found, group).accuracy?.n)).toEqual([60, 24, 24]);
  });
  test('a language’s figures are those of its rows alone', () => {
    const alone = metrics(
      observations.filter(({ language }) => language === 'sw'),
      binary,
    );
    const strip = (metric: Metric) => ({ ...metric, group: null });
    expect(Object.values(byName(metrics(observations, binary), 'sw')).map(strip)).toEqual(
      Object.values(byName(alone, 'sw')).map(strip),
    );
  });
  test('the same whatever the order of judgments; another seed moves only the bootstrap', () => {
    const found = metrics(observations, binary);
    expect(metrics(observations.toReversed(), binary)).toEqual(found);
    const other = metrics(observations, binary, 2);
    expect(other.map(({ name }) => name)).toEqual(found.map(({ name }) => name));
    const moved = found
      .filter((metric, index) => JSON.stringify(metric) !== JSON.stringify(other[index]))
      .map(({ name }) => name);
    expect(new Set(moved)).toEqual(new Set(['balanced-accuracy', 'kappa']));
  });
  test('one item, three draws: wide, or undefined', () => {
    const found = byName(
      metrics(
        ['pass', 'pass', 'fail'].map((value, draw) => ({ row: 0, draw, group: 'x', value, gold: 'pass' })),
        binary,
      ),
    );
    expect(found.accuracy).toMatchObject({ ...wilsonInterval(2 / 3, 1), n: 3, groups: 1 });
    expect(found.kappa).toMatchObject({ status: 'undefined', reason: 'one independent group only, so no interval' });
  });
});
