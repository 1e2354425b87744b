import { AssizeError, describe } from '../core/errors.ts';
import { deriveSeed, seededRandom, shuffled } from '../core/random.ts';
import { none, type RowIndex, type Selection } from './row-index.ts';

/**
 * Splits a data set into named parts that share no source: rows of one group, of one parallel group, or of one content are in one part, and so is what is tied
 * together through them. Each tied set of rows goes, in seeded order and the largest first, to the part that is furthest below its share.
 *
 * `proportions` need not sum to 1; each is a share of their sum. With few large groups the parts can miss their shares; a part can be empty. The same index,
 * proportions and seed give the same parts.
 *
 * @throws AssizeError `config` on proportions that are not above 0, or none.
 */
export function split<Name extends string>(
  index: RowIndex,
  { proportions, seed }: { readonly proportions: Readonly<Record<Name, number>>; readonly seed: number },
): Record<Name, Selection> {
  const parts = Object.entries(proportions) as [Name, number][];
  const bad = parts.find(([, share]) => !(Number.isFinite(share) && share > 0));
  if (parts.length === 0 || bad !== undefined)
    throw new AssizeError(
      'config',
      `split${bad === undefined ? '' : `.${bad[0]}`}: expected a share above 0, got ${describe(bad?.[1])}. Give each part one.`,
    );
  const total = parts.reduce((sum, [, share]) => sum + share, 0);
  const wanted = parts.map(([, share]) => (share / total) * index.count);
  const rows: number[][] = parts.map(() => []);
  const sets = shuffled(tiedSets(index), seededRandom(deriveSeed('split', seed))).sort((a, b) => b.length - a.length);
  for (const set of sets) {
    let furthest = 0;
    for (let part = 1; part < parts.length; part += 1)
      if (lack(wanted, rows, part) > lack(wanted, rows, furthest)) furthest = part;
    (rows[furthest] as number[]).push(...set);
  }
  return Object.fromEntries(parts.map(([name], part) => [name, Uint32Array.from(rows[part] as number[]).sort()])) as Record<
    Name,
    Selection
  >;
}

/** What a part still wants, as a share of what it wants in all. */
function lack(wanted: readonly number[], rows: readonly (readonly number[])[], part: number): number {
  return 1 - (rows[part] as readonly number[]).length / (wanted[part] as number);
}

/** Rows that must stay together, in the order of their first rows. */
function tiedSets(index: RowIndex): number[][] {
  const leader = Uint32Array.from({ length: index.count }, (_, row) => row);
  const find = (row: number): number => {
    let at = row;
    while (leader[at] !== at) {
      leader[at] = leader[leader[at] as number] as number;
      at = leader[at] as number;
    }
    return at;
  };
  const tie = <Key>(keys: ArrayLike<Key>, skipped: Key | undefined): void => {
    const firsts = new Map<Key, number>();
    for (let row = 0; row < index.count; row += 1) {
      const key = keys[row] as Key;
      if (key === skipped) continue;
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, row);
      else leader[Math.max(find(first), find(row))] = Math.min(find(first), find(row));
    }
  };
  tie<number>(index.group, undefined);
  tie<number>(index.parallel, none);
  tie<bigint>(index.content, undefined);
  const sets = new Map<number, number[]>();
  for (let row = 0; row < index.count; row += 1) {
    const first = find(row);
    const set = sets.get(first);
    if (set === undefined) sets.set(first, [row]);
    else set.push(row);
  }
  return [...sets.values()];
}
