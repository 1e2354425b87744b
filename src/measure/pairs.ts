import type { JudgedColumns } from './judged-columns.ts';
import type { SpaceView } from '../core/space-view.ts';
import { hasGold, isScored, spaceColumns, type SpaceColumns } from './space-columns.ts';

/** Two judges' judgments side by side: pair i is a's at `first[i]` and b's at `second[i]`, of one row and draw. */
export type Pairs = {
  readonly a: SpaceColumns;
  readonly b: SpaceColumns;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Rows and draws that only one of the two judged: places in `a`, and in `b`. */
  readonly firstAlone: Int32Array;
  readonly secondAlone: Int32Array;
};

/** Joins by row and draw, never by position; pairs come in a's order. O(n). */
export function pairJudgments(columnsA: JudgedColumns, columnsB: JudgedColumns, view: SpaceView): Pairs {
  const a = spaceColumns(columnsA, view);
  const b = spaceColumns(columnsB, view);
  const places = new Map<number, number>();
  for (let place = 0; place < b.row.length; place += 1) places.set(keyOf(b, place), place);
  const first: number[] = [];
  const second: number[] = [];
  const firstAlone: number[] = [];
  for (let place = 0; place < a.row.length; place += 1) {
    const key = keyOf(a, place);
    const other = places.get(key);
    if (other === undefined) {
      firstAlone.push(place);
      continue;
    }
    first.push(place);
    second.push(other);
    places.delete(key);
  }
  return {
    a,
    b,
    first: Int32Array.from(first),
    second: Int32Array.from(second),
    firstAlone: Int32Array.from(firstAlone),
    secondAlone: Int32Array.from(places.values()),
  };
}

/** What of the pairs a figure is made of: places in both columns, one entry a pair that both scored; and how many pairs lack that. */
export type PairSelection = { readonly a: Int32Array; readonly b: Int32Array; readonly missing: number };

/**
 * The pairs that both judges scored, of a language (by its text in a's and b's lists) or of all.
 *
 * @param languages code in a's columns and in b's; `undefined` for all; −1 where a judge has none of it.
 * @param gold counts only rows whose gold is of the space.
 * @returns `missing`: rows and draws that at least one judged, and not both scored.
 */
export function selectPairs(pairs: Pairs, languages: readonly [number, number] | undefined, gold: boolean): PairSelection {
  const { a, b, first, second, firstAlone, secondAlone } = pairs;
  const counts = (columns: SpaceColumns, place: number, language: number | undefined): boolean =>
    (language === undefined || columns.language[place] === language) && (!gold || hasGold(columns, place));
  const chosenA: number[] = [];
  const chosenB: number[] = [];
  let missing = 0;
  for (let pair = 0; pair < first.length; pair += 1) {
    const [placeA, placeB] = [first[pair] as number, second[pair] as number];
    if (!counts(a, placeA, languages?.[0])) continue;
    if (isScored(a, placeA) && isScored(b, placeB)) {
      chosenA.push(placeA);
      chosenB.push(placeB);
    } else missing += 1;
  }
  for (const place of firstAlone) if (counts(a, place, languages?.[0])) missing += 1;
  for (const place of secondAlone) if (counts(b, place, languages?.[1])) missing += 1;
  return { a: Int32Array.from(chosenA), b: Int32Array.from(chosenB), missing };
}

/** A row has under 2³² and a draw under 2²¹: together exact in a double. */
function keyOf({ row, draw }: SpaceColumns, place: number): number {
  return (row[place] as number) * 2 ** 21 + (draw[place] as number);
}
