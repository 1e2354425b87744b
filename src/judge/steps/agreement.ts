import type { SpaceView } from '../../core/space-view.ts';
import type { VerdictValue } from '../../core/verdict.ts';

/**
 * How far verdicts on variants of one item agree, in 0–1 (SEMJ §4.2).
 *
 *     a = 2/(K(K − 1)) · Σ over pairs of [y_i = y_j]
 *
 * On ordered scales (ours) 1 − the mean distance of pairs over the scale's length, in levels or in units; so that 4 beside 5 of 5 agree in ¾. `undefined` for
 * fewer than two verdicts.
 */
export function agreementOf(values: readonly VerdictValue[], space: SpaceView): number | undefined {
  const pairs = (values.length * (values.length - 1)) / 2;
  if (pairs === 0) return undefined;
  const place = placeOf(space);
  let sum = 0;
  for (const [index, first] of values.entries())
    for (const second of values.slice(index + 1))
      sum += place === undefined ? Number(first === second) : 1 - Math.abs(place(first) - place(second));
  return sum / pairs;
}

/** a ≥ τ, on sums of pairs and with a slack for what floating point loses. */
export function reaches(agreement: number, threshold: number, count: number): boolean {
  const pairs = (count * (count - 1)) / 2;
  return agreement * pairs >= threshold * pairs - 1e-9;
}

/** A verdict's place on an ordered scale, in 0–1; `undefined` for scales whose verdicts are equal or not. */
function placeOf(space: SpaceView): ((value: VerdictValue) => number) | undefined {
  if (space.scale === 'nominal') return undefined;
  if (space.range !== undefined && space.scale === 'interval') {
    const [low, high] = space.range;
    return high > low ? (value) => (Number(value) - low) / (high - low) : undefined;
  }
  const last = (space.classes?.length ?? 1) - 1;
  return last > 0 ? (value) => (space.rank(value) ?? 0) / last : undefined;
}
