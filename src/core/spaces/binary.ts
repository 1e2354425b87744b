import type { SpaceView } from '../space-view.ts';
import type { VerdictSpace } from '../verdict-space.ts';
import { admitFromMenu, labelList, menuEntry } from './admit.ts';

/**
 * Pass or fail under the user's names. A JSON boolean is an answer here, and only here: `true` is the pass, unless a label or synonym is itself the word
 * `true` or `false`, which then decides.
 */
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
    sentence: () => `one of: ${labelList([pass.label, fail.label])}`,
    admit: (raw) => {
      if (typeof raw !== 'boolean') return admitFromMenu(raw, menu);
      const named = ['true', 'false'].some((word) => 'ok' in admitFromMenu(word, menu));
      return named ? admitFromMenu(String(raw), menu) : { ok: raw ? pass.label : fail.label };
    },
    rank: (value) => (value === pass.label ? 1 : value === fail.label ? 0 : undefined),
    mirror: (value) => value,
  };
}
