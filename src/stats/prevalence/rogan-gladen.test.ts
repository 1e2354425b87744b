import { expect, test } from 'vitest';
import { roganGladen } from './rogan-gladen.ts';

test('by hand: 40 positive and 60 negative items, .9 and .8', () => {
  // .9 · 40 + .2 · 60 = 48 called positive: (.48 − .2)/.7 = .4.
  expect(roganGladen(0.48, { sensitivity: 0.9, specificity: 0.8 })).toBeCloseTo(0.4, 14);
  expect(roganGladen(23 / 150, { sensitivity: 0.96, specificity: 0.89 })).toBeCloseTo(0.05098, 5);
});

test('a perfect judge needs no correction; an impossible share is not hidden', () => {
  expect(roganGladen(0.3, { sensitivity: 1, specificity: 1 })).toBeCloseTo(0.3, 14);
  expect(roganGladen(0.1, { sensitivity: 0.9, specificity: 0.8 })).toBeLessThan(0);
});

test('a judge no better than a coin tells nothing', () => {
  expect(roganGladen(0.5, { sensitivity: 0.5, specificity: 0.5 })).toBeUndefined();
  expect(roganGladen(0.5, { sensitivity: 0.2, specificity: 0.3 })).toBeUndefined();
});
