import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hashOf } from './hash.ts';

/** A source of uniform numbers in [0, 1). */
export type Random = () => number;

/**
 * A seed of 31 bits (what every provider accepts) derived from named parts. The same parts give the same seed on every
 * machine, whatever the order or concurrency of the work.
 */
export function deriveSeed(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hashOf(parts).slice(0, 8), 16) & 0x7fffffff;
}

/** A seeded generator of uniform numbers in [0, 1): xoroshiro128+. */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  return () => uniformFloat64(generator);
}

/** A uniform integer in [0, below). `below` must be a positive integer. */
export function randomInteger(random: Random, below: number): number {
  return Math.floor(random() * below);
}

/** A copy in random order (Fisher–Yates). */
export function shuffled<T>(values: readonly T[], random: Random): T[] {
  const copy = [...values];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = randomInteger(random, last + 1);
    [copy[last], copy[other]] = [copy[other] as T, copy[last] as T];
  }
  return copy;
}
