import { expect, test } from 'vitest';
import { plannedDesignEffect } from './design-effect.ts';

test('by hand', () => {
  expect(plannedDesignEffect({ clusterSize: 10, correlation: 0.3 })).toBeCloseTo(3.7, 14);
  // Sizes 5 and 15: mean 10, c² = 25/100.
  expect(plannedDesignEffect({ clusterSize: 10, correlation: 0.3, sizeVariation: 0.5 })).toBeCloseTo(1 + 11.5 * 0.3, 14);
});

test('single items, no correlation, negative correlation: not under 1', () => {
  expect(plannedDesignEffect({ clusterSize: 1, correlation: 0.9 })).toBe(1);
  expect(plannedDesignEffect({ clusterSize: 9, correlation: 0 })).toBe(1);
  expect(plannedDesignEffect({ clusterSize: 9, correlation: -0.1 })).toBe(1);
});
