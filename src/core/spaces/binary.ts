import type { SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { admitFromMenu, menuEntry } from './admit.ts';

/** Pass or fail under the user's names. A JSON boolean is an answer here, and only here. */
export function binaryView(space: VerdictSpace & { kind: 'binary' }): SpaceView {
  const { pass, fail } = space;
  const menu = [menuEntry(fail), menuEntry(pass)];
  return {
    space,
    scale: 'nominal',
    menu,
    classes: [fail.label, pass.label],
    positive: pass.label,
    pairwise: false,
    numeric: false,
    range: undefined,
    schema: () => ({
      enum: [pass.label, fail.label],
      type: typeof pass.label === typeof fail.label ? typeof pass.label : ['string', 'number'],
    }),
    sentence: () => `one of: ${pass.label}, ${fail.label}`,
    admit: (raw) => (typeof raw === 'boolean' ? { ok: raw ? pass.label : fail.label } : admitFromMenu(raw, menu)),
    rank: (value) => (value === pass.label ? 1 : value === fail.label ? 0 : undefined),
    mirror: (value) => value,
  };
}
