import { describe } from '../errors.ts';
import type { SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { isNoAnswer, offMenu, rawNumber } from './admit.ts';

/** At most this many integers make an interval's menu for the `logprobs` reader. */
const largestMenu = 101;

/** A real scale. An answer outside it is off the menu: never clamped. */
export function intervalView(space: VerdictSpace & { kind: 'interval' }): SpaceView {
  const { min, max, better } = space;
  const expected = `a number from ${min} to ${max}`;
  const countable = Number.isInteger(min) && Number.isInteger(max) && max - min < largestMenu;
  const integers = countable ? Array.from({ length: max - min + 1 }, (_, index) => min + index) : undefined;
  return {
    space,
    scale: 'interval',
    menu: integers?.map((value) => ({ value, label: String(value), synonyms: [] })),
    classes: undefined,
    positive: undefined,
    pairwise: false,
    numeric: true,
    range: [min, max],
    schema: () => ({ type: 'number', minimum: min, maximum: max }),
    sentence: () => `${expected} (${better} is better)`,
    admit: (raw) => {
      if (isNoAnswer(raw)) return { problem: 'no-answer', message: `expected ${expected}, got no answer.` };
      const number = rawNumber(raw, { top: max, percent: space.unit === 'percent' });
      if (number === 'range') return { problem: 'ambiguous', message: `expected ${expected}, got the range ${describe(raw)}.` };
      return number !== undefined && number >= min && number <= max ? { ok: number } : offMenu(raw, expected);
    },
    rank: (value) => (typeof value === 'number' ? (better === 'higher' ? value : -value) : undefined),
    mirror: (value) => value,
  };
}
