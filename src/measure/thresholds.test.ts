import { describe, expect, test } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import type { Metric } from './headline.ts';
import { checkThresholds, missedThresholds, parseThreshold } from './thresholds.ts';

const names = { metrics: ['accuracy', 'kappa'], languages: ['de', 'en'] };

function refusal(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AssizeError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'none';
}

describe('thresholds', () => {
  test.each([
    ['kappa=0.4', { side: 'min', metric: 'kappa', group: null, bound: 0.4 }],
    ['kappa@de=-1', { side: 'min', metric: 'kappa', group: 'de', bound: -1 }],
    ['mae@zh-Hant=2', { side: 'min', metric: 'mae', group: 'zh-Hant', bound: 2 }],
  ])('%s', (text, threshold) => {
    expect(parseThreshold('min', text)).toEqual(threshold);
  });

  test.each([
    'kappa',
    'kappa=',
    'kappa=high',
    'kappa@=1',
    '=1',
    'kappa=NaN',
    'kappa=Infinity',
    'kappa=0x1',
    'kappa=1e0',
    'kappa= ',
  ])('%s is none', (text) => {
    expect(refusal(() => parseThreshold('max', text))).toBe(
      `usage --max: expected METRIC=VALUE or METRIC@LANGUAGE=VALUE, got "${text}". Write e.g. --max kappa=0.4.`,
    );
  });

  test.each([
    ['kapa=1', 'usage --min: expected one of accuracy, kappa, got "kapa". Did you mean kappa?'],
    ['kappa@fr=1', 'usage --min: expected one of the languages de, en, got "fr". Correct it.'],
    ['kappa@de=1', 'none'],
  ])('%s is checked against what there will be', (text, message) => {
    expect(refusal(() => checkThresholds([parseThreshold('min', text)], names))).toBe(message);
  });

  test('where items name no language', () => {
    expect(refusal(() => checkThresholds([parseThreshold('min', 'kappa@de=1')], { ...names, languages: [] }))).toBe(
      'usage --min: expected no language, because the items name none, got "de". Correct it.',
    );
  });

  test('the value decides; what has none is missed', () => {
    const metrics: Metric[] = [
      {
        name: 'accuracy',
        group: null,
        status: 'ok',
        value: 0.5,
        low: 0.1,
        high: 0.9,
        level: 0.95,
        method: 'wilson',
        n: 4,
        missing: 0,
      },
      { name: 'kappa', group: null, status: 'undefined', reason: 'no variance', n: 4, missing: 0 },
    ];
    const missed = missedThresholds(
      [
        parseThreshold('min', 'accuracy=0.5'),
        parseThreshold('max', 'accuracy=0.5'),
        parseThreshold('min', 'accuracy=0.51'),
        parseThreshold('max', 'kappa=1'),
        parseThreshold('min', 'accuracy@de=0'),
      ],
      [{ judge: 'j', metrics }],
    );
    expect(missed).toEqual([
      'j: accuracy: expected at least 0.51, got 0.5000.',
      'j: kappa: expected at most 1, got an undefined figure (no variance).',
      'j: accuracy@de: expected at least 0, got no such figure.',
    ]);
  });
});
