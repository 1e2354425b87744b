import type { SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { admitFromMenu, labelList, menuEntry } from './admit.ts';

/** The user's labels, without an order. */
export function categoricalView(space: VerdictSpace & { kind: 'categorical' }): SpaceView {
  const menu = space.labels.map(menuEntry);
  const values = menu.map(({ value }) => value);
  const numbers = values.filter((value) => typeof value === 'number').length;
  return {
    space,
    scale: 'nominal',
    menu,
    classes: values,
    positive: undefined,
    pairwise: false,
    numeric: false,
    range: undefined,
    schema: () => ({
      enum: values,
      type: numbers === 0 ? 'string' : numbers === values.length ? 'number' : ['string', 'number'],
    }),
    sentence: () => `one of: ${labelList(values)}`,
    admit: (raw) => admitFromMenu(raw, menu),
    rank: () => undefined,
    mirror: (value) => value,
  };
}
