import { describe, expect, test } from 'vitest';
import { shareOf, testRandom } from '../testing/simulation.ts';
import { addToMeanSequence, meanSequenceEstimate, startMeanSequence, type MeanSequenceOptions } from './mean-sequence.ts';
import reference from './sequential.reference.json' with { type: 'json' };

const trials = Number(process.env['SIMULATION_TRIALS'] ?? 100);
const looks = 2000;

const after = (values: readonly number[], options: MeanSequenceOptions = {}) =>
  values.reduce(addToMeanSequence, startMeanSequence(options));

test.each(reference.means)('numpy, whole arrays: case %#', ({ values, level, range, low, high, runningLow, runningHigh }) => {
  const options = { level, range: range as [number, number] };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(meanSequenceEstimate(after(values, options))).toEqual({
    status: 'ok',
    value: expect.closeTo(mean, 11),
    low: expect.closeTo(Math.min(low, mean), 11),
    high: expect.closeTo(Math.max(high, mean), 11),
    level,
    method: 'empirical-bernstein-sequence',
    n: values.length,
    missing: 0,
  });
  expect(meanSequenceEstimate(after(values, { ...options, running: true }))).toMatchObject({
    low: expect.closeTo(runningLow, 11),
    high: expect.closeTo(runningHigh, 11),
  });
});

test('turning the question turns the interval; stretching the range stretches it', () => {
  const random = testRandom(3);
  const values = Array.from({ length: 200 }, () => (random() < 0.1 ? -1 : random() < 0.3 ? 1 : 0));
  const [there, back, wide] = [
    meanSequenceEstimate(after(values)),
    meanSequenceEstimate(after(values.map((value) => -value))),
    meanSequenceEstimate(after(values.map((value) => 5 * value + 2), { range: [-3, 7] })), // prettier-ignore
  ];
  if (there.status !== 'ok' || back.status !== 'ok' || wide.status !== 'ok') throw new Error('defined');
  expect(back.low).toBeCloseTo(-there.high, 11);
  expect(wide.high).toBeCloseTo(5 * there.high + 2, 10);
});

test('values that seldom vary are known sooner than those that do', () => {
  const widthOf = (values: readonly number[]) => {
    const estimate = meanSequenceEstimate(after(values));
    return estimate.status === 'ok' ? estimate.high - estimate.low : Number.NaN;
  };
  const seldom = Array.from({ length: 500 }, (_, index) => (index % 25 === 0 ? 1 : 0));
  const often = Array.from({ length: 500 }, (_, index) => (index % 2 === 0 ? 1 : -1));
  expect(widthOf(seldom)).toBeLessThan(0.4 * widthOf(often));
});

test('a state is plain data', () => {
  const sequence = after([1, 0, -1], { running: true });
  expect(JSON.parse(JSON.stringify(sequence))).toEqual(sequence);
});

describe('degenerate', () => {
  test('no observation', () => {
    expect(meanSequenceEstimate(startMeanSequence(), { missing: 4 })).toEqual({
      status: 'undefined',
      reason: 'no observation',
      n: 0,
      missing: 4,
    });
  });
  test('one pair says nothing; pairs that never differ are not certain', () => {
    expect(meanSequenceEstimate(after([1]))).toMatchObject({ value: 1, low: -1, high: 1 });
    expect(meanSequenceEstimate(after(Array<number>(100).fill(0)))).toMatchObject({
      value: 0,
      low: expect.toSatisfy((low: number) => low < -0.05 && low > -0.3),
    });
  });
  test('a mean that changes empties the intersection', () => {
    const values = Array.from({ length: 800 }, (_, index) => (index < 400 ? -1 : 1));
    expect(meanSequenceEstimate(after(values, { running: true }))).toMatchObject({ status: 'undefined', n: 800 });
  });
});

describe(`simulated: the share of sequences that hold the truth at all of ${looks} looks`, () => {
  test.each([
    ['paired differences, 10 and 20%', [0.1, 0.2], 1],
    ['paired differences, 1 and 2%', [0.01, 0.02], 1],
    ['often differing', [0.45, 0.45], 1],
    ['means of clusters of three', [0.1, 0.2], 3],
  ])('%s', (name, [first, second], size) => {
    const random = testRandom(92);
    const mean = (second as number) - (first as number);
    const draw = (): number => {
      let sum = 0;
      for (let item = 0; item < (size as number); item += 1) {
        const drawn = random();
        sum += drawn < (first as number) ? -1 : drawn < (first as number) + (second as number) ? 1 : 0;
      }
      return sum / (size as number);
    };
    const always = shareOf(trials, () => {
      let sequence = startMeanSequence();
      for (let look = 0; look < looks; look += 1) {
        sequence = addToMeanSequence(sequence, draw());
        const estimate = meanSequenceEstimate(sequence);
        if (estimate.status !== 'ok' || estimate.low > mean || mean > estimate.high) return false;
      }
      return true;
    });
    if (trials > 1000) process.stdout.write(`mean sequence ${name}: ${always}\n`);
    expect(always).toBeGreaterThan(0.88);
  });
});
