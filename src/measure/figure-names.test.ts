import { expect, test } from 'vitest';
import type { VerdictSpace } from '../core/verdict-space.ts';
import { figureNames } from './figure-names.ts';

const classes = ['accuracy', 'balanced-accuracy', 'precision', 'recall', 'f1'];
const baselines = ['constant-baseline', 'random-baseline'];
const levels = [{ label: 1 }, { label: 2 }, { label: 3 }];
const spaces: [VerdictSpace, string[]][] = [
  [{ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } }, [...classes, 'kappa', ...baselines, 'pass-rate']],
  [{ kind: 'preference', ties: true }, [...classes, 'kappa', ...baselines]],
  [{ kind: 'categorical', labels: [{ label: 'a' }, { label: 'b' }] }, [...classes, 'kappa', ...baselines]],
  [{ kind: 'ordinal', levels }, [...classes, 'weighted-kappa', ...baselines, 'mean-score']],
  [{ kind: 'interval', min: 0, max: 1, better: 'higher' }, ['mae', 'constant-mae', 'random-mae', 'mean-score']],
];

test.each(spaces)('figures of %o', (space, names) => {
  expect(figureNames(space)).toEqual(names);
});
