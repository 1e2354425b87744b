import { AssizeError, describe } from '../core/errors.ts';
import { deriveSeed, seededRandom, shuffled } from '../core/random.ts';
import { allRows, none, type RowIndex, type Selection } from './row-index.ts';

/** Rows of one set or split that are also in another. */
export type Overlap = {
  /** Rows of the first whose content the second has. */
  readonly byContent: number;
  /** Rows of the first whose mapped group, or parallel group, the second has. */
  readonly byGroup: number;
  /** One of them, for a message. */
  readonly row: number | undefined;
};

/** A set, or the part of it that a selection names. */
export type Part = { readonly index: RowIndex; readonly selection?: Selection };

/**
 * What two sets or splits share: rows of the same content, and rows of the same mapped group or parallel group. Rows without a mapped group are compared by
 * content alone, since their ids say nothing across sets.
 */
export function overlapOf(one: Part, other: Part): Overlap {
  const contents = new Set<bigint>();
  const groups = new Set<string>();
  for (const row of rowsOf(other)) {
    contents.add(other.index.content[row] as bigint);
    for (const name of groupNames(other.index, row)) groups.add(name);
  }
  let byContent = 0;
  let byGroup = 0;
  let first: number | undefined;
  for (const row of rowsOf(one)) {
    const sameContent = contents.has(one.index.content[row] as bigint);
    const sameGroup = groupNames(one.index, row).some((name) => groups.has(name));
    if (sameContent) byContent += 1;
    if (sameGroup) byGroup += 1;
    if (sameContent || sameGroup) first ??= row;
  }
  return { byContent, byGroup, row: first };
}

/**
 * Draws `count` rows for few-shot examples out of the rows that have gold: seeded, the golds taking turns, so that each is shown as often as the others where the
 * rows allow. Rows come in drawn order, which is the order in which to show them.
 *
 * @throws AssizeError `config` where the set of examples shares a row or a group with the judged one, or has too few rows with gold.
 */
export function drawExamples(
  from: Part,
  {
    judged,
    count,
    seed,
    place,
  }: { readonly judged: Part; readonly count: number; readonly seed: number; readonly place: string },
): number[] {
  if (!Number.isSafeInteger(count) || count <= 0)
    throw new AssizeError('config', `${place}: expected a whole number of examples above 0, got ${describe(count)}. Correct it.`);
  const overlap = overlapOf(from, judged);
  if (overlap.row !== undefined)
    throw new AssizeError(
      'config',
      `${place}: expected examples from a set or split apart from the judged one, got ${overlap.byContent} rows of the same content and ${overlap.byGroup} of the same group (one at line ${from.index.line[overlap.row]}). Use another set or split.`,
      { details: { byContent: overlap.byContent, byGroup: overlap.byGroup } },
    );
  const random = seededRandom(deriveSeed('examples', seed));
  const byGold = new Map<number, number[]>();
  for (const row of rowsOf(from)) {
    const gold = from.index.gold[row] as number;
    if (gold === none) continue;
    const rows = byGold.get(gold);
    if (rows === undefined) byGold.set(gold, [row]);
    else rows.push(row);
  }
  const stacks = shuffled([...byGold.values()], random).map((rows) => shuffled(rows, random));
  const drawn: number[] = [];
  while (drawn.length < count && stacks.some((stack) => stack.length > 0))
    for (const stack of stacks) {
      const row = drawn.length < count ? stack.pop() : undefined;
      if (row !== undefined) drawn.push(row);
    }
  if (drawn.length < count)
    throw new AssizeError(
      'config',
      `${place}: expected ${count} rows with gold to draw examples from, got ${drawn.length}. Ask for fewer.`,
    );
  return drawn;
}

function rowsOf({ index, selection }: Part): Selection {
  return selection ?? allRows(index);
}

/** The mapped group and the parallel group of a row, by name. */
function groupNames(index: RowIndex, row: number): string[] {
  const group = index.groups[index.group[row] as number];
  const parallel = index.parallels[index.parallel[row] as number];
  return [...(group === undefined ? [] : [`group ${group}`]), ...(parallel === undefined ? [] : [`parallel ${parallel}`])];
}
