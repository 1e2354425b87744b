import { describe, expect, test } from 'vitest';
import { clusterIds, drawRate, shareOf, testRandom } from '../testing/simulation.ts';
import { clusteredProportion } from '../proportions/clustered-proportion.ts';
import type { JudgedSample, PrevalenceSamples } from './judged-sample.ts';
import reference from './prevalence.reference.json' with { type: 'json' };
import { prevalenceEstimate } from './prevalence-estimate.ts';

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);

const sampleOf = (events: number, n: number): JudgedSample => ({
  verdicts: Array.from({ length: n }, (_, index) => (index < events ? 1 : 0)),
  clusters: [...Array(n).keys()],
});

function samplesOf([called, n, hits, positives, rejected, negatives]: readonly number[]): PrevalenceSamples {
  return {
    target: sampleOf(called as number, n as number),
    positives: sampleOf(hits as number, positives as number),
    negatives: sampleOf((negatives as number) - (rejected as number), negatives as number),
  };
}

test.each(reference.prevalence)('as published (numpy): $numbers at $level', ({ numbers, level, value, low, high }) => {
  expect(prevalenceEstimate(samplesOf(numbers), { level, missing: 3 })).toEqual({
    status: 'ok',
    value: expect.closeTo(value, 11),
    low: expect.closeTo(low, 10),
    high: expect.closeTo(high, 10),
    level,
    method: 'lang-reiczigel',
    n: numbers[1],
    missing: 3,
  });
});

test('wider than if sensitivity and specificity were known, and narrower with more validation', () => {
  const widthOf = (validation: number) => {
    const estimate = prevalenceEstimate(samplesOf([400, 1000, 0.85 * validation, validation, 0.9 * validation, validation]));
    if (estimate.status !== 'ok') throw new Error('defined');
    return estimate.high - estimate.low;
  };
  const widths = [40, 100, 1000, 100_000].map(widthOf);
  expect(widths.toSorted((a, b) => b - a)).toEqual(widths);
  // Known rates: Wald's width of the share, divided by J = .75.
  expect(widths[3]).toBeCloseTo((2 * 1.96 * Math.sqrt(0.24 / 1000)) / 0.75, 2);
});

test('every verdict five times in its cluster: the interval of once', () => {
  const samples = samplesOf([30, 100, 34, 40, 35, 40]);
  const repeat = ({ verdicts, clusters }: JudgedSample): JudgedSample => ({
    verdicts: Array.from(verdicts).flatMap((verdict) => Array<number>(5).fill(verdict)),
    clusters: Array.from(clusters).flatMap((cluster) => Array<number>(5).fill(cluster)),
  });
  const often = { target: repeat(samples.target), positives: repeat(samples.positives), negatives: repeat(samples.negatives) };
  const [once, repeated] = [prevalenceEstimate(samples), prevalenceEstimate(often)];
  if (once.status !== 'ok' || repeated.status !== 'ok') throw new Error('defined');
  expect(repeated).toMatchObject({ method: 'lang-reiczigel-clustered', groups: 100, n: 500 });
  expect(repeated.value).toBeCloseTo(once.value, 12);
  expect(repeated.low).toBeCloseTo(once.low, 12);
  expect(repeated.high).toBeCloseTo(once.high, 12);
});

describe('undefined', () => {
  const undefinedFor = (reason: string, n: number) => ({ status: 'undefined', reason, n, missing: 0 });
  const blind = 'sensitivity + specificity ≤ 1 is not excluded, so the verdicts may say nothing';
  test.each([
    ['no item', [0, 0, 9, 10, 9, 10], 'no observation', 0],
    ['no positive one', [3, 10, 0, 0, 9, 10], 'no positive validation item, so no sensitivity', 10],
    ['no negative one', [3, 10, 9, 10, 0, 0], 'no negative validation item, so no specificity', 10],
    ['a coin', [50, 100, 20, 40, 20, 40], blind, 100],
    ['worse than a coin', [50, 100, 10, 40, 10, 40], blind, 100],
    ['perhaps a coin: 6 and 6 of 10', [50, 100, 6, 10, 6, 10], blind, 100],
    ['one validation item of each', [50, 100, 1, 1, 1, 1], blind, 100],
  ])('%s', (_, numbers, reason, n) => {
    expect(prevalenceEstimate(samplesOf(numbers as number[]))).toEqual(undefinedFor(reason as string, n as number));
  });
});

test('no verdict positive: an interval with a width', () => {
  expect(prevalenceEstimate(samplesOf([0, 50, 20, 20, 20, 20]))).toMatchObject({
    value: 0,
    low: 0,
    high: expect.toSatisfy((high: number) => high > 0.02 && high < 0.3),
  });
});

describe('simulated coverage of the 95% interval', () => {
  const single = (count: number) => Array<number>(count).fill(1);
  const unequal = (count: number) => Array.from({ length: count }, (_, index) => 1 + ((index * 7) % 9));
  test.each([
    ['200 items, 30 and 30 validated', single(200), single(30), single(30), 0, 0.3],
    ['1,000 items, 50 and 150 validated', single(1000), single(50), single(150), 0, 0.1],
    ['1,000 items, 100 and 100 validated, rare', single(1000), single(100), single(100), 0, 0.02],
    ['5,000 items, 200 and 200 validated', single(5000), single(200), single(200), 0, 0.5],
    ['60 unequal clusters, 30 and 30 validated', unequal(60), unequal(30), unequal(30), 0.2, 0.3],
  ])('%s', (name, target, positives, negatives, correlation, prevalence) => {
    const random = testRandom(61);
    const draw = (sizes: readonly number[], rate: number): JudgedSample => {
      const rates = sizes.map(() => drawRate(rate, correlation, random));
      const clusters = clusterIds(sizes);
      return { verdicts: clusters.map((id) => (random() < (rates[id] as number) ? 1 : 0)), clusters };
    };
    let [answered, naive] = [0, 0];
    const times = target.length > 1000 ? trials / 2 : trials;
    const covered = shareOf(times, () => {
      const sample = draw(target, prevalence * 0.85 + (1 - prevalence) * 0.1);
      const estimate = prevalenceEstimate({ target: sample, positives: draw(positives, 0.85), negatives: draw(negatives, 0.1) });
      const plain = clusteredProportion(sample.verdicts, sample.clusters);
      if (plain.status === 'ok' && plain.low <= prevalence && prevalence <= plain.high) naive += 1 / times;
      if (estimate.status !== 'ok') return false;
      answered += 1;
      return estimate.low <= prevalence && prevalence <= estimate.high;
    });
    const share = (covered * times) / answered;
    if (trials > 1000) process.stdout.write(`prevalence ${name}: ${share}, answered ${answered / times}, naive ${naive}\n`);
    // Standard error .007 for 1,000 trials.
    expect(share).toBeGreaterThan(0.93);
  });
});
