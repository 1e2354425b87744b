import type { SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { admitFromMenu, labelList, menuEntry } from './admit.ts';

/** Which of two candidates is better. `A` and `B` name the candidates of the item, whatever order was shown. */
export function preferenceView(space: VerdictSpace & { kind: 'preference' }): SpaceView {
  const menu = [menuEntry({ label: 'A' }), menuEntry({ label: 'B' }), ...(space.ties ? [menuEntry({ label: 'tie' })] : [])];
  const values = menu.map(({ value }) => value);
  return {
    space,
    scale: 'nominal',
    menu,
    classes: values,
    positive: undefined,
    pairwise: true,
    numeric: false,
    range: undefined,
    schema: () => ({ enum: values, type: 'string' }),
    sentence: () => `one of: ${labelList(values)}`,
    admit: (raw) => admitFromMenu(raw, menu),
    rank: () => undefined,
    mirror: (value) => (value === 'A' ? 'B' : value === 'B' ? 'A' : value),
  };
}
