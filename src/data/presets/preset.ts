import { AssizeError, describe } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';
import type { EntryBatches } from '../formats/entry.ts';
import type { FormatName } from '../formats/format.ts';
import type { DatasetMap } from '../mapping/dataset-map.ts';

/** How a public data set is read by its published layout. */
export interface Preset {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** What the set's authors ask of its users, said each time it is read. */
  readonly terms?: string;
  /** The format, where the files' extension does not tell it. */
  readonly format?: FormatName;
  /** The user's own map is laid over this one, key by key. */
  readonly map: DatasetMap;
  /**
   * Turns a file's rows into items' records: one row into several, several into one, a language out of the file's name. Rows keep the line they are
   * from. Without it, rows are records.
   */
  records?(rows: EntryBatches, file: string): EntryBatches;
}

/** The presets there are. */
export const presets: readonly Preset[] = [];

/** A preset by its name. `place` is what a message begins with. @throws AssizeError `config` on a name that is none. */
export function presetNamed(name: string, place: string, among: readonly Preset[] = presets): Preset {
  const found = among.find((preset) => preset.name === name);
  if (found !== undefined) return found;
  const names = among.map((preset) => preset.name);
  const near = nearest(name, names);
  const expected = names.length === 0 ? 'no preset (none is there yet)' : `one of ${names.join(', ')}`;
  throw new AssizeError(
    'config',
    `${place}: expected ${expected}, got ${describe(name)}. ${near === undefined ? 'Map the columns with map.' : `Did you mean ${near}?`}`,
  );
}
