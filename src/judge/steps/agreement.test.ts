import { expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import { agreementOf, reaches } from './agreement.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'yes' }, fail: { label: 'no' } });
const ordinal = viewOf({
  kind: 'ordinal',
  levels: [{ label: 'poor' }, { label: 'fair' }, { label: 'good' }, { label: 'great' }, { label: 'best' }],
});
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });

it('counts the pairs that agree', () => {
  expect(agreementOf(['yes', 'yes', 'yes', 'yes'], binary)).toBe(1);
  // Three and one: 3 of 6 pairs. Two and two: 2 of 6.
  expect(agreementOf(['yes', 'yes', 'no', 'yes'], binary)).toBe(0.5);
  expect(agreementOf(['yes', 'no', 'no', 'yes'], binary)).toBeCloseTo(1 / 3, 15);
  expect(agreementOf(['yes', 'no'], binary)).toBe(0);
});

it('measures distances on ordered scales', () => {
  expect(agreementOf(['great', 'best'], ordinal)).toBe(0.75);
  expect(agreementOf(['poor', 'best', 'best'], ordinal)).toBeCloseTo(1 / 3, 15);
  expect(agreementOf([2, 7], interval)).toBe(0.5);
});

it('is undefined for fewer than two', () => {
  expect(agreementOf([], binary)).toBeUndefined();
  expect(agreementOf(['yes'], binary)).toBeUndefined();
});

it('reaches a threshold that it equals, whatever floating point loses', () => {
  const fourOfFive = agreementOf(['yes', 'yes', 'yes', 'yes', 'no'], binary) as number;
  expect(reaches(fourOfFive, 0.6, 5)).toBe(true);
  expect(reaches(fourOfFive, 0.61, 5)).toBe(false);
  expect(reaches(0.1 + 0.2, 0.3, 2)).toBe(true);
});
