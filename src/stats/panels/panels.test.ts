import { describe, expect, test } from 'vitest';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { clusterFolds } from './cluster-folds.ts';
import { effectiveJudges } from './effective-judges.ts';
import { memberWeights, weightedPanel } from './member-weights.ts';
import { panelGain } from './panel-gain.ts';
import { voteCredit } from './panel-vote.ts';
import type { Panel } from './panel.ts';
import reference from './panels.reference.json' with { type: 'json' };

const near = (value: number | undefined): number => expect.closeTo(value as number, 9) as number;
const ends = ([value, low, high]: readonly number[]): object => ({
  status: 'ok',
  value: near(value),
  low: near(low),
  high: near(high),
});

describe.each(reference)('a second implementation (numpy), case %#', (panel) => {
  test('effective number of judges', () => {
    const alone = effectiveJudges(panel);
    expect(alone.correlation).toMatchObject({
      ...ends(panel.independent.correlation),
      n: panel.independent.n,
      method: 'adjusted',
    });
    expect(alone.effective).toMatchObject(ends(panel.independent.effective));
    const clustered = effectiveJudges(panel, { clusters: panel.clusters });
    expect(clustered.correlation).toMatchObject({ ...ends(panel.clustered.correlation), method: 'adjusted-clustered' });
    expect(clustered.effective).toMatchObject(ends(panel.clustered.effective));
  });
  test('gain over the best member, and weights', () => {
    expect(panelGain(panel, panel.folds)).toEqual({ gain: expect.objectContaining(ends(panel.gain)), chosen: panel.chosen });
    expect(weightedPanel(panel, panel.folds)).toEqual({
      weights: panel.weights.map(near),
      weighted: expect.objectContaining({ value: near(panel.weighted) }),
      majority: expect.objectContaining({ value: near(panel.majority) }),
      gain: expect.objectContaining(ends(panel.weightedGain)),
    });
  });
});

/** A panel of these members' rights, gold all 1: wrong is 0. */
function panelOf(rights: readonly (readonly number[])[]): Panel {
  return { raters: rights[0]?.length ?? 0, classes: 2, codes: rights.flat(), gold: rights.map(() => 1) };
}

test('two judges by hand', () => {
  // 2 both wrong, 2 the first alone, 2 the second alone, 4 neither: φ = (2·4 − 2·2)/√(4·6·4·6) = 1/6; 2/(1 + 1/6).
  const rights = [
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 1],
    [1, 0],
    [1, 0],
    [1, 1],
    [1, 1],
    [1, 1],
    [1, 1],
  ];
  const { correlation, effective } = effectiveJudges(panelOf(rights));
  expect(correlation).toMatchObject({ value: near(1 / 6), n: 10 });
  expect(effective).toMatchObject({ value: near(12 / 7) });
});

test('votes: majority, tie, weights, no vote', () => {
  const panel = { raters: 3, classes: 3, codes: [1, 1, 0, 0, 1, 2, 1, 0, 0, -1, -1, -1, 1, 0, -1], gold: [1, 1, 1, 1, -1] };
  const even = [1, 1, 1];
  expect([0, 1, 2, 3, 4].map((item) => voteCredit(panel, item, even))).toEqual([1, 1 / 3, 0, undefined, undefined]);
  expect(voteCredit(panel, 2, [3, 1, 1])).toBe(1);
  // A member worse than guessing speaks against its class.
  expect(voteCredit({ raters: 1, classes: 2, codes: [0], gold: [1] }, 0, [-1])).toBe(1);
});

test('weights by hand', () => {
  const rights = Array.from({ length: 10 }, (_, item) => [item === 0 ? 0 : 1, 1, item < 5 ? 0 : 1, -1]);
  // (9 + 1)/12, (10 + 1)/12, (5 + 1)/12, 1/2: log-odds log 5, log 11, 0, 0.
  expect(memberWeights(panelOf(rights))).toEqual([near(Math.log(5)), near(Math.log(11)), near(0), near(0)]);
});

test('folds deal whole clusters, evenly', () => {
  const clusters = clusterIds([3, 1, 4, 1, 5, 9, 2]);
  const folds = clusterFolds(clusters, 2, testRandom(5));
  const foldsOf = new Map<number, Set<number>>();
  for (const [item, cluster] of clusters.entries())
    foldsOf.set(cluster, (foldsOf.get(cluster) ?? new Set()).add(folds[item] as number));
  expect([...foldsOf.values()].every((set) => set.size === 1)).toBe(true);
  expect([...foldsOf.values()].filter((set) => set.has(0))).toHaveLength(4);
  expect(clusterFolds([], 2, testRandom(5))).toHaveLength(0);
});

describe('degenerate', () => {
  const undefinedBoth = (reason: string, n: number, missing = 0): object => ({
    correlation: { status: 'undefined', reason, n, missing },
    effective: { status: 'undefined', reason, n, missing },
  });

  test('no member, one member, no item, no gold', () => {
    expect(effectiveJudges({ raters: 0, classes: 2, codes: [], gold: [] })).toMatchObject(
      undefinedBoth('fewer than two members', 0),
    );
    expect(effectiveJudges(panelOf([[1], [0]]))).toMatchObject(undefinedBoth('fewer than two members', 0, 2));
    const none = { raters: 2, classes: 2, codes: [1, 1, 0, -1], gold: [-1, 1] };
    expect(effectiveJudges(none, { missing: 1 })).toMatchObject(undefinedBoth('no item with gold and two verdicts', 0, 3));
    expect(panelGain(none, [0, 1])).toMatchObject({
      gain: { status: 'undefined', reason: 'no item to choose on', missing: 1 },
      chosen: undefined,
    });
    expect(panelGain(panelOf([[1, 0]]), [0])).toMatchObject({
      gain: { status: 'undefined', reason: 'no paired observation', missing: 0 },
    });
    expect(weightedPanel(none, [1, 0])).toMatchObject({
      weighted: { status: 'undefined', reason: 'no observation', n: 0, missing: 1 },
      gain: { status: 'undefined', reason: 'no paired observation' },
    });
  });

  test('members who are always right have no correlation: left out, and none left', () => {
    const perfect = [
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 1],
      [1, 0],
    ];
    expect(effectiveJudges(panelOf(perfect))).toMatchObject({
      ...undefinedBoth('no pair of members who both err and do not always', 5),
      pairs: 0,
      pairsLeftOut: 1,
    });
    const three = perfect.map(([a, b], item) => [a as number, b as number, item < 2 ? 0 : 1]);
    expect(effectiveJudges(panelOf(three))).toMatchObject({ pairs: 1, pairsLeftOut: 2, correlation: { status: 'ok' } });
  });

  test('the same errors to the last: one judge, with a width', () => {
    const same = Array.from({ length: 20 }, (_, item) => (item < 5 ? [0, 0, 0] : [1, 1, 1]));
    const { correlation, effective } = effectiveJudges(panelOf(same));
    expect(correlation).toMatchObject({ value: near(1), high: 1, low: expect.toSatisfy((low: number) => low > 0 && low < 0.8) });
    expect(effective).toMatchObject({ value: near(1), low: 1, high: expect.toSatisfy((high: number) => high > 1.1 && high < 3) });
  });

  test('errors that cancel out, and three clusters', () => {
    const opposite = Array.from({ length: 10 }, (_, item) => (item < 5 ? [0, 1] : [1, 0]));
    expect(effectiveJudges(panelOf(opposite))).toMatchObject({
      correlation: { value: near(-1), low: -1, high: 1, method: 'whole-range' },
      effective: { status: 'undefined', reason: 'errors cancel out' },
    });
    const rights = [
      [0, 0],
      [1, 1],
      [0, 1],
      [1, 1],
      [1, 0],
      [1, 1],
    ];
    expect(effectiveJudges(panelOf(rights), { clusters: [0, 0, 1, 1, 2, 2] })).toMatchObject({
      correlation: { low: -1, high: 1, groups: 3 },
      effective: { status: 'undefined', reason: 'fewer than four clusters' },
    });
  });

  test('a panel that never differs from its best member gains 0, with a width', () => {
    const alike = Array.from({ length: 20 }, (_, item) => [
      item % 4 === 0 ? 0 : 1,
      item % 4 === 0 ? 0 : 1,
      item % 4 === 0 ? 0 : 1,
    ]);
    const { gain } = panelGain(
      panelOf(alike),
      alike.map((_, item) => item % 2),
    );
    // Ten items held out, no difference: ±z √(2/12/12).
    const half = 1.959963984540054 * Math.sqrt(2 / 12 / 12);
    expect(gain).toMatchObject({ value: 0, n: 10, low: near(-half), high: near(half) });
  });
});

test('a hundred thousand items', () => {
  const random = testRandom(2);
  const rights = Array.from({ length: 100_000 }, () => [0.8, 0.7, 0.75].map((rate) => (random() < rate ? 1 : 0)));
  const panel = panelOf(rights);
  const clusters = rights.map((_, item) => item >> 3);
  const folds = clusterFolds(clusters, 2, random);
  expect(effectiveJudges(panel, { clusters }).correlation).toMatchObject({ n: 100_000 });
  expect(panelGain(panel, folds, { clusters }).gain).toMatchObject({ n: 50_000, groups: 6250 });
  expect(weightedPanel(panel, folds, { clusters }).gain).toMatchObject({ status: 'ok' });
});

const trials = Number(process.env.SIMULATION_TRIALS ?? 500);
function report(name: string, shares: object): void {
  if (process.env.SIMULATION_TRIALS !== undefined) process.stdout.write(`${name} ${JSON.stringify(shares)}\n`);
}

describe('planted truth: the effective number of judges', () => {
  // A member takes the item's shared luck with chance √ρ and its own else: two members' errors correlate by ρ.
  test.each([
    ['50 items', Array<number>(50).fill(1), 0.25, 0.3, 0],
    ['200 items', Array<number>(200).fill(1), 0.2, 0.3, 0],
    ['200 items, independent errors', Array<number>(200).fill(1), 0.2, 0, 0],
    ['200 items, rare errors', Array<number>(200).fill(1), 0.05, 0.3, 0],
    ['100 items, nearly one judge', Array<number>(100).fill(1), 0.3, 0.8, 0],
    ['thirty clusters of ten', Array<number>(30).fill(10), 0.25, 0.3, 0.2],
  ] as [string, number[], number, number, number][])('%s', (name, sizes, rate, rho, correlation) => {
    const random = testRandom(41);
    const ids = clusterIds(sizes);
    // What a shared rate of the cluster adds: errors correlate by ρ within a rate, and rates vary by `correlation`.
    const planted = rho + (1 - rho) * correlation;
    const truth = 3 / (1 + 2 * planted);
    const covered = shareOf(trials, () => {
      const rates = sizes.map(() => drawRate(rate, correlation, random));
      const rights = ids.map((id) => {
        const own = rates[id] as number;
        const luck = random() < own ? 0 : 1;
        return [0, 1, 2].map(() => (random() < Math.sqrt(rho) ? luck : random() < own ? 0 : 1));
      });
      const { effective } = effectiveJudges(panelOf(rights), { clusters: ids });
      return effective.status !== 'ok' || (effective.low <= truth && truth <= effective.high);
    });
    report(name, { covered });
    expect(covered).toBeGreaterThan(0.8);
  });
});

describe('planted truth: gain over the best member', () => {
  test('five equal, independent judges: the panel’s gain is found, without the winner’s curse', () => {
    // Each is right at .75 independently: a majority of five is right at .8965, so the gain over any member is .1465.
    const random = testRandom(43);
    const truth = 0.75 ** 5 + 5 * 0.75 ** 4 * 0.25 + 10 * 0.75 ** 3 * 0.25 ** 2 - 0.75;
    let sum = 0;
    let naive = 0;
    const covered = shareOf(trials, () => {
      const panel = panelOf(Array.from({ length: 60 }, () => Array.from({ length: 5 }, () => (random() < 0.75 ? 1 : 0))));
      const { gain } = panelGain(panel, clusterFolds([...Array(60).keys()], 2, random));
      if (gain.status !== 'ok') return false;
      sum += gain.value / trials;
      naive += sameItemsGain(panel) / trials;
      return gain.low <= truth && truth <= gain.high;
    });
    report('gain', { covered, mean: sum, naive, truth });
    expect(Math.abs(sum - truth)).toBeLessThan(0.012);
    expect(naive).toBeLessThan(truth - 0.03);
    expect(covered).toBeGreaterThan(0.92);
  });

  test('one judge thrice: no gain, and none is claimed beyond α', () => {
    const random = testRandom(47);
    const claimed = shareOf(trials, () => {
      const panel = panelOf(
        Array.from({ length: 80 }, () => {
          const right = random() < 0.8 ? 1 : 0;
          return [right, right, right];
        }),
      );
      const { gain } = panelGain(panel, clusterFolds([...Array(80).keys()], 2, random));
      return gain.status !== 'ok' || gain.low > 0 || gain.high < 0;
    });
    expect(claimed).toBe(0);
  });
});

describe('planted truth: weights', () => {
  test('one good judge among four poor ones: the weights find it and the held-out part shows the gain', () => {
    const random = testRandom(53);
    const rates = [0.95, 0.6, 0.6, 0.6, 0.6];
    const draw = (items: number): Panel =>
      panelOf(Array.from({ length: items }, () => rates.map((rate) => (random() < rate ? 1 : 0))));
    const large = draw(100_000);
    const weights = memberWeights(large);
    for (const [member, rate] of rates.entries()) expect(weights[member]).toBeCloseTo(Math.log(rate / (1 - rate)), 1);
    // log 19 is more than four times log 1.5: the good one decides alone, .95 against a majority of .768.
    const found = shareOf(trials / 2, () => {
      const { gain } = weightedPanel(draw(200), clusterFolds([...Array(200).keys()], 2, random));
      return gain.status === 'ok' && gain.low > 0;
    });
    expect(found).toBeGreaterThan(0.9);
  });

  test('equal judges: weights fitted to noise claim no gain beyond 2.5%', () => {
    const random = testRandom(59);
    const claimed = shareOf(trials, () => {
      const panel = panelOf(Array.from({ length: 100 }, () => Array.from({ length: 5 }, () => (random() < 0.75 ? 1 : 0))));
      const { gain } = weightedPanel(panel, clusterFolds([...Array(100).keys()], 2, random));
      return gain.status === 'ok' && gain.low > 0;
    });
    report('weights on noise', { claimed });
    expect(claimed).toBeLessThan(0.045);
  });
});

/** The gain over the member that was best on the very items it is measured on. */
function sameItemsGain(panel: Panel): number {
  const items = panel.gold.length;
  const even = new Float64Array(panel.raters).fill(1);
  let majority = 0;
  const right = new Float64Array(panel.raters);
  for (let item = 0; item < items; item += 1) {
    majority += (voteCredit(panel, item, even) as number) / items;
    for (let member = 0; member < panel.raters; member += 1) {
      right[member] = (right[member] as number) + (panel.codes[item * panel.raters + member] as number) / items;
    }
  }
  return majority - Math.max(...right);
}
