import { itemCount, type RaterTable } from '../agreement/rater-table.ts';

/** Verdicts of several judges (−1 where one gave none) and the gold of each item (−1 where there is none). */
export type Panel = RaterTable & { readonly gold: ArrayLike<number> };

/** Items × members, row by row: 1 right, 0 wrong, −1 unknown for want of a verdict or of gold. */
export function rightsOf(panel: Panel): Int8Array {
  const { raters, codes, gold } = panel;
  const rights = new Int8Array(itemCount(panel) * raters).fill(-1);
  for (let place = 0; place < rights.length; place += 1) {
    const truth = gold[Math.floor(place / raters)] as number;
    const verdict = codes[place] as number;
    if (truth >= 0 && verdict >= 0) rights[place] = verdict === truth ? 1 : 0;
  }
  return rights;
}

/** Right and known verdicts of each member over the items that `uses`. */
export function memberTallies(
  panel: Panel,
  uses: (item: number) => boolean,
): { readonly right: readonly number[]; readonly known: readonly number[] } {
  const { raters } = panel;
  const rights = rightsOf(panel);
  const right = Array<number>(raters).fill(0);
  const known = Array<number>(raters).fill(0);
  for (let place = 0; place < rights.length; place += 1) {
    if (rights[place] === -1 || !uses(Math.floor(place / raters))) continue;
    const member = place % raters;
    known[member] = (known[member] as number) + 1;
    right[member] = (right[member] as number) + (rights[place] as number);
  }
  return { right, known };
}
