import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { EntryBatches } from '../formats/entry.ts';
import type { FormatName } from '../formats/format.ts';
import type { DatasetMap } from '../mapping/dataset-map.ts';
import type { PublicSource } from './public-source.ts';

/** How a public data set is read by its published layout, as items of one kind of judgment; and what is to be known before its figures are read. */
export interface Preset {
  readonly name: string;
  /** One line for a list. */
  readonly summary: string;
  /** Who published the set, under what licence, and its files. Several presets may read one source. */
  readonly source: PublicSource;
  /** How many items the files that `files` names give; absent where they were not at hand when the preset was written. */
  readonly items?: number;
  /** BCP 47, of the items. */
  readonly languages: readonly string[];
  /** What its gold is: the space of a judge that can be measured on it. Gold of a binary space is a boolean, so that the judge may name pass and fail as it likes. */
  readonly verdict: VerdictSpace;
  /** Who said what is right. */
  readonly goldBy: string;
  /** Where the layout is odd, or the set misleads, and what is made of it; a sentence each. */
  readonly handled: readonly string[];
  /** Further columns that `records` gives, for filters, for `fields` and for recorded judges; each with its meaning. */
  readonly columns?: Readonly<Record<string, string>>;
  /** A column that holds a model's verdicts, the space of these, and the files that have it. */
  readonly recorded?: { readonly column: string; readonly verdict: VerdictSpace; readonly files: readonly string[] };
  /** Patterns of the files it reads, under the set's folder. */
  readonly files: readonly string[];
  /** The format, where the files' extension does not tell it. */
  readonly format?: FormatName;
  /** Keys that lead to the rows of a JSON file, where they stand deeper than in one array of the outer object, or beside other arrays. */
  readonly rowsAt?: readonly string[];
  /** The user's own map is laid over this one, key by key. */
  readonly map: DatasetMap;
  /**
   * Turns a file's rows into items' records: one row into several, several into one, a language out of the file's name. Rows keep the line they are
   * from; what is no item is a bad row, or left out with its reason. Without it, rows are records.
   */
  records?(rows: EntryBatches, file: string): EntryBatches;
}
