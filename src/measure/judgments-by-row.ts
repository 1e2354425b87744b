import type { SpaceColumns } from './space-columns.ts';

/** Places of judgments by row, each row's in order. O(n). */
export function judgmentsByRow({ row }: SpaceColumns): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [place, of] of row.entries()) {
    const list = places.get(of);
    if (list === undefined) places.set(of, [place]);
    else list.push(place);
  }
  return places;
}
