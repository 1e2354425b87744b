import { describe } from '../errors.ts';
import type { Admission, SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { admitFromMenu, labelList, menuEntry, offMenu, rawNumber } from './admit.ts';

/** Ordered levels, worst to best as listed; `better: lower` turns the order. */
export function ordinalView(space: VerdictSpace & { kind: 'ordinal' }): SpaceView {
  const listed = space.levels.map(menuEntry);
  const menu = space.better === 'lower' ? listed.toReversed() : listed;
  const values = menu.map(({ value }) => value);
  const numbers = values.filter((value) => typeof value === 'number');
  const numeric = numbers.length === values.length;
  const top = Math.max(...numbers);
  const text = labelList(listed.map(({ value }) => value));
  return {
    space,
    scale: 'ordinal',
    menu,
    classes: values,
    positive: undefined,
    pairwise: false,
    numeric,
    range: numeric ? [Math.min(...numbers), top] : undefined,
    schema: () => ({ enum: listed.map(({ value }) => value), type: levelType(numbers) }),
    sentence: () => `one of: ${text} (${menu[0]?.label} is worst, ${menu.at(-1)?.label} is best)`,
    admit: (raw): Admission => {
      const named = admitFromMenu(raw, menu);
      if (!('problem' in named) || named.problem !== 'off-menu' || numbers.length === 0) return named;
      const number = rawNumber(raw, { top, percent: space.unit === 'percent' });
      if (number === 'range')
        return { problem: 'ambiguous', message: `expected one of ${text}, got the range ${describe(raw)}.` };
      return number !== undefined && values.includes(number) ? { ok: number } : offMenu(raw, text);
    },
    rank: (value) => {
      const place = values.indexOf(value);
      return place < 0 ? undefined : place;
    },
    mirror: (value) => value,
  };

  function levelType(found: readonly number[]): string | readonly string[] {
    if (found.length === 0) return 'string';
    const number = found.every(Number.isInteger) ? 'integer' : 'number';
    return numeric ? number : ['string', number];
  }
}
