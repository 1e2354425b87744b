import { describe, expect, test } from 'vitest';
import { clusteredMean } from '../means/clustered-mean.ts';
import { clusterIds, drawNormal, drawRate, testRandom } from '../testing/simulation.ts';
import { predictionPoweredMean, predictionPoweredProportion, type PoweredSamples } from './prediction-powered.ts';
import reference from './prevalence.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 1000);
const singles = (count: number): number[] => [...Array(count).keys()];

test.each(reference.predictionPowered)(
  'numpy, as published: case %#',
  ({ truths, predictions, clusters, unlabelled, others, ...rest }) => {
    const samples = { labelled: { truths, predictions, clusters }, unlabelled: { predictions: unlabelled, clusters: others } };
    const { powered, lambda, labelledOnly } = predictionPoweredMean(
      samples,
      'tuning' in rest ? { tuning: rest.tuning as number } : {},
    );
    expect(powered).toMatchObject({
      value: expect.closeTo(rest.value, 10),
      low: expect.closeTo(rest.low, 9),
      high: expect.closeTo(rest.high, 9),
      n: truths.length + unlabelled.length,
    });
    expect(lambda).toBeCloseTo(rest.lambda, 9);
    expect(labelledOnly).toEqual(clusteredMean(truths, clusters));
  },
);

test('by hand, λ = 1', () => {
  // f̄ of the unlabelled 3, labelled errors y − f are 1 and 0: θ = 3.5. Var f̄ = (4/3)(1 + 1 + 1 + 1)/16 = 1/3, of the errors 1/4.
  const samples = {
    labelled: { truths: [3, 3], predictions: [2, 3], clusters: [0, 1] },
    unlabelled: { predictions: [2, 4, 2, 4], clusters: [0, 1, 2, 3] },
  };
  // ν = (7/12)²/((1/9)/3 + (1/16)/1) = 3.42; t = 2.97 or so.
  const { powered } = predictionPoweredMean(samples, { tuning: 1 });
  if (powered.status !== 'ok') throw new Error('defined');
  expect(powered.value).toBeCloseTo(3.5, 12);
  expect((powered.high - powered.low) / 2 / Math.sqrt(7 / 12)).toBeCloseTo(2.97, 1);
});

test('a judge that says nothing leaves the labelled mean', () => {
  const random = testRandom(3);
  const truths = Array.from({ length: 40 }, () => drawNormal(random));
  const samples = {
    labelled: { truths, predictions: truths.map(() => 1), clusters: singles(40) },
    unlabelled: { predictions: Array<number>(200).fill(1), clusters: singles(200) },
  };
  const { powered, lambda, labelledOnly } = predictionPoweredMean(samples);
  if (powered.status !== 'ok' || labelledOnly.status !== 'ok') throw new Error('defined');
  expect(lambda).toBe(0);
  for (const end of ['value', 'low', 'high'] as const) expect(powered[end]).toBeCloseTo(labelledOnly[end], 9);
});

test('a judge that was never wrong is not certain of a proportion', () => {
  const verdicts = (count: number) => Array.from({ length: count }, (_, index) => (index % 3 === 0 ? 1 : 0));
  const samples = {
    labelled: { truths: verdicts(30), predictions: verdicts(30), clusters: singles(30) },
    unlabelled: { predictions: verdicts(100_000), clusters: singles(100_000) },
  };
  const { powered } = predictionPoweredProportion(samples);
  if (powered.status !== 'ok') throw new Error('defined');
  expect(powered.high - powered.low).toBeGreaterThan(0.1);
  // Three draws of each item: each cluster counts as one, so the interval is about as wide.
  const thrice = (values: readonly number[]) => values.flatMap((value) => [value, value, value]);
  const often = predictionPoweredProportion({
    labelled: { truths: thrice(verdicts(30)), predictions: thrice(verdicts(30)), clusters: thrice(singles(30)) },
    unlabelled: samples.unlabelled,
  }).powered;
  if (often.status !== 'ok') throw new Error('defined');
  expect(often.high - often.low).toBeGreaterThan(0.95 * (powered.high - powered.low));
  expect(predictionPoweredMean(samples, { tuning: 1 }).powered).toMatchObject({
    reason: 'no variance between labelled clusters',
  });
});

describe('degenerate', () => {
  const some = { predictions: [1, 0, 1], clusters: [0, 1, 2] };
  const labelled = { ...some, truths: [1, 0, 0] };
  const reasonOf = (samples: PoweredSamples) => {
    const { powered, lambda } = predictionPoweredProportion(samples);
    return powered.status === 'undefined' ? [powered.reason, powered.n, lambda] : [];
  };
  test('nothing labelled, nothing unlabelled, one cluster', () => {
    const none = { truths: [], predictions: [], clusters: [] };
    expect(reasonOf({ labelled: none, unlabelled: some })).toEqual(['no labelled observation', 3, undefined]);
    expect(reasonOf({ labelled, unlabelled: none })).toEqual(['no unlabelled observation', 3, undefined]);
    expect(reasonOf({ labelled: { ...labelled, clusters: [4, 4, 4] }, unlabelled: some })).toEqual([
      'one cluster only',
      6,
      undefined,
    ]);
    expect(predictionPoweredProportion({ labelled: none, unlabelled: some }).labelledOnly.status).toBe('undefined');
    expect(predictionPoweredProportion({ labelled, unlabelled: none }).labelledOnly.status).toBe('ok');
  });
});

describe('simulated coverage of the 95% interval', () => {
  const unequal = (count: number) => Array.from({ length: count }, (_, index) => 1 + ((index * 7) % 9));
  test.each([
    ['20 labels, good judge', Array<number>(20).fill(1), Array<number>(500).fill(1), 0, 0.3, 0.05],
    ['50 labels, good judge', Array<number>(50).fill(1), Array<number>(500).fill(1), 0, 0.3, 0.1],
    ['200 labels, good judge', Array<number>(200).fill(1), Array<number>(1000).fill(1), 0, 0.3, 0.1],
    ['200 labels, rare', Array<number>(200).fill(1), Array<number>(1000).fill(1), 0, 0.05, 0.05],
    ['50 labels, useless judge', Array<number>(50).fill(1), Array<number>(500).fill(1), 0, 0.3, 0.5],
    ['30 unequal clusters labelled', unequal(30), unequal(100), 0.3, 0.3, 0.1],
  ])('proportion: %s', (name, small, large, correlation, rate, wrong) => {
    const random = testRandom(71);
    const draw = (sizes: readonly number[]) => {
      const rates = sizes.map(() => drawRate(rate, correlation, random));
      const clusters = clusterIds(sizes);
      const truths = clusters.map((id) => (random() < (rates[id] as number) ? 1 : 0));
      return { truths, predictions: truths.map((truth) => (random() < wrong ? 1 - truth : truth)), clusters };
    };
    let [covered, classical, ratio] = [0, 0, 0];
    const times = trials / 2;
    for (let trial = 0; trial < times; trial += 1) {
      const { powered, labelledOnly } = predictionPoweredProportion({ labelled: draw(small), unlabelled: draw(large) });
      if (powered.status !== 'ok' || labelledOnly.status !== 'ok') throw new Error('defined');
      if (powered.low <= rate && rate <= powered.high) covered += 1 / times;
      if (labelledOnly.low <= rate && rate <= labelledOnly.high) classical += 1 / times;
      ratio += (powered.high - powered.low) / (labelledOnly.high - labelledOnly.low) / times;
    }
    if (trials > 1000) process.stdout.write(`ppi ${name}: ${covered}, labelled only ${classical}, width ratio ${ratio}\n`);
    // Standard error .01 for 500 trials.
    expect(covered).toBeGreaterThan(0.915);
  });

  test.each([
    ['20 labels', Array<number>(20).fill(1), Array<number>(300).fill(1)],
    ['100 labels', Array<number>(100).fill(1), Array<number>(500).fill(1)],
    ['30 unequal clusters labelled', unequal(30), unequal(90)],
  ])('mean: %s', (name, small, large) => {
    const random = testRandom(72);
    const draw = (sizes: readonly number[]) => {
      const shift = sizes.map(() => drawNormal(random) / 2);
      const clusters = clusterIds(sizes);
      const truths = clusters.map((id) => (shift[id] as number) + drawNormal(random));
      return { truths, predictions: truths.map((truth) => 0.6 * truth + 0.5 + 0.5 * drawNormal(random)), clusters };
    };
    let [covered, classical, ratio] = [0, 0, 0];
    for (let trial = 0; trial < trials; trial += 1) {
      const { powered, labelledOnly } = predictionPoweredMean({ labelled: draw(small), unlabelled: draw(large) });
      if (powered.status !== 'ok' || labelledOnly.status !== 'ok') throw new Error('defined');
      if (powered.low <= 0 && 0 <= powered.high) covered += 1 / trials;
      if (labelledOnly.low <= 0 && 0 <= labelledOnly.high) classical += 1 / trials;
      ratio += (powered.high - powered.low) / (labelledOnly.high - labelledOnly.low) / trials;
    }
    if (trials > 1000) process.stdout.write(`ppi mean ${name}: ${covered}, labelled only ${classical}, width ratio ${ratio}\n`);
    expect(covered).toBeGreaterThan(0.915);
  });
});
