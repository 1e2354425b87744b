import { hasGold, isScored, type SpaceColumns } from './space-columns.ts';

/** Observations of one group of a figure: the places that count, and how many of the same rows gave no verdict. */
export type Selection = { readonly places: Int32Array; readonly missing: number };

/**
 * The scored judgments of a language (or of all), and how many were made but not scored.
 *
 * @param language code of the language; `undefined` for all.
 * @param gold counts only rows whose gold is of the space.
 */
export function selectScored(columns: SpaceColumns, language: number | undefined, gold: boolean): Selection {
  const places: number[] = [];
  let missing = 0;
  for (let index = 0; index < columns.status.length; index += 1) {
    if (language !== undefined && columns.language[index] !== language) continue;
    if (gold && !hasGold(columns, index)) continue;
    if (isScored(columns, index)) places.push(index);
    else missing += 1;
  }
  return { places: Int32Array.from(places), missing };
}

/** A column at the chosen places. */
export function pick<T extends Int32Array | Float64Array>(column: T, places: Int32Array): T {
  const picked = column.slice(0, places.length) as T;
  for (let index = 0; index < places.length; index += 1) picked[index] = column[places[index] as number] as number;
  return picked;
}
