import type { Readable } from 'node:stream';
import { AssizeError, describe } from '../core/errors.ts';
import type { SpaceView } from '../core/space-view.ts';
import { openFiles, type FormattedFile } from './dataset-files.ts';
import type { DatasetSpec } from './dataset-spec.ts';
import type { Entry } from './formats/entry.ts';
import { readFile } from './formats/read-file.ts';
import { loadLanguageIdentifier } from './languages/identify-language.ts';
import { LanguageNames } from './languages/language-names.ts';
import { RowMapper, type MappedRow } from './mapping/row-mapper.ts';
import type { Preset } from './presets/preset.ts';
import { presetNamed } from './presets/presets.ts';
import { ratedDataset, type RatedLabels } from './raters/rated-dataset.ts';
import { rowFilter } from './row-filter.ts';
import type { RowSource } from './row.ts';

export type OpenDatasetOptions = {
  /** The data set's name: what messages begin with. */
  readonly name: string;
  /** The folder that the paths of the set are relative to. */
  readonly base: string;
  /** What `-` among the files stands for. */
  readonly stdin?: Readable;
  /** Columns whose values go into `item.recorded`, for recorded judges. */
  readonly recordedColumns?: readonly string[];
  /** Tell the language of items that have none by their text. */
  readonly identifyLanguages?: boolean;
  /** The space that raters' labels are of, for a set with `raters`; without it labels are compared as they stand. */
  readonly labelView?: SpaceView;
  readonly signal?: AbortSignal;
};

/** What came of one row of a file: `ordinal` is its number in the file, from 0, bad ones counted. */
export type MappedEntry = { readonly file: number; readonly ordinal: number; readonly source: RowSource } & (
  | { readonly row: MappedRow }
  | { readonly bad: string }
  /** By the user's filter, or by the preset, which says why. */
  | { readonly filtered: true; readonly reason?: string }
);

/** A data set whose files have been found, and whose rows can be read as often as wanted. To be closed. */
export interface Dataset {
  readonly name: string;
  /** The files as messages name them, in order. */
  readonly files: readonly string[];
  readonly limit: number | undefined;
  readonly languages: LanguageNames;
  /** What the set's authors ask of its users, where it is a public one that asks something. */
  readonly terms: string | undefined;
  /** Reads a file from its beginning: every row mapped, filtered or bad, in batches. */
  entries(file: number, signal?: AbortSignal): AsyncGenerator<readonly MappedEntry[]>;
  /** @throws AssizeError `config` where a column that the map, the filter or a recorded judge names was in no record; after the last. */
  checkColumns(): void;
  /** What several raters came to, where the set has `raters`; once the first entry was read. */
  raters?(): RatedLabels | undefined;
  close(): Promise<void>;
}

/**
 * Finds the files of a data set and compiles its map and filter. Reads no row yet: `scan` does, before anything is judged.
 *
 * @throws AssizeError `data` on files that are missing, unreadable, folders, or that no pattern matches; `config` on a map, filter, format, limit or
 * preset that cannot be.
 */
export async function openDataset(spec: DatasetSpec, options: OpenDatasetOptions): Promise<Dataset> {
  const { name, base, stdin, signal, recordedColumns } = options;
  const { limit } = spec;
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit > 0))
    throw new AssizeError('config', `${name}.limit: expected a whole number above 0, got ${describe(limit)}. Correct it.`);
  const preset = spec.preset === undefined ? undefined : presetNamed(spec.preset, `${name}.preset`);
  const map = preset === undefined ? spec.map : { ...preset.map, ...spec.map };
  if (spec.raters !== undefined && map !== undefined)
    for (const key of ['id', 'rater', 'gold'] as const)
      if (map[key] === undefined)
        throw new AssizeError(
          'config',
          `${name}.map.${key}: expected a column, as the set has raters (rows of one id are one item), got nothing. Map id, rater and gold.`,
        );
  const languages = new LanguageNames();
  const mapper = new RowMapper(map, {
    place: name,
    languages,
    ...(recordedColumns !== undefined && { recordedColumns }),
    ...(options.identifyLanguages === true && { identify: await loadLanguageIdentifier() }),
  });
  const keeps = spec.filter === undefined ? undefined : rowFilter(spec.filter, mapper.columns, name);
  const format = spec.format ?? preset?.format;
  const files = await openFiles(spec.files, {
    place: name,
    base,
    ...(format !== undefined && { format }),
    ...(stdin !== undefined && { stdin }),
    ...(signal !== undefined && { signal }),
  });
  const reader = new EntryReader(files, mapper, { keeps, preset, languages });
  const dataset: Dataset = {
    name,
    files: files.map(({ file }) => file.name),
    limit,
    languages,
    terms: preset?.source.terms,
    entries: (file, entriesSignal) => reader.entries(file, entriesSignal),
    checkColumns: () => reader.checkColumns(),
    close: async () => {
      await Promise.all(files.map(({ file }) => file.close()));
    },
  };
  if (spec.raters === undefined) return dataset;
  try {
    return ratedDataset(dataset, spec.raters, options.labelView === undefined ? {} : { view: options.labelView });
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

type Reading = {
  readonly keeps: ((record: Readonly<Record<string, unknown>>) => boolean) | undefined;
  readonly preset: Preset | undefined;
  readonly languages: LanguageNames;
};

/** Reads files and maps their rows. */
class EntryReader {
  readonly #files: readonly FormattedFile[];
  readonly #mapper: RowMapper;
  readonly #languages: LanguageNames;
  readonly #reading: Reading;
  #records = 0;

  constructor(files: readonly FormattedFile[], mapper: RowMapper, reading: Reading) {
    this.#files = files;
    this.#languages = reading.languages;
    this.#mapper = mapper;
    this.#reading = reading;
  }

  async *entries(place: number, signal?: AbortSignal): AsyncGenerator<readonly MappedEntry[]> {
    const { file, format } = this.#files[place] as FormattedFile;
    const { preset } = this.#reading;
    const { columns } = this.#mapper;
    const raw = readFile(file, format, {
      ...(preset?.records === undefined && { wanted: (all) => columns.wanted(all) }),
      ...(preset?.rowsAt !== undefined && { rowsAt: preset.rowsAt }),
    });
    let ordinal = 0;
    for await (const batch of preset?.records?.(raw, file.name) ?? raw) {
      signal?.throwIfAborted();
      const mapped: MappedEntry[] = [];
      for (const entry of batch) {
        let result = this.#mapped(entry, { file: place, ordinal });
        if (result === undefined) {
          await this.#languages.load();
          result = this.#mapped(entry, { file: place, ordinal }) as MappedEntry;
        }
        mapped.push(result);
        ordinal += 1;
      }
      yield mapped;
    }
  }

  checkColumns(): void {
    if (this.#records > 0) this.#mapper.columns.check();
  }

  /** What comes of an entry; `undefined` where the table of languages must be loaded first. */
  #mapped(entry: Entry, place: { readonly file: number; readonly ordinal: number }): MappedEntry | undefined {
    const { file, format } = this.#files[place.file] as FormattedFile;
    const source = { file: file.name, line: entry.line };
    if ('bad' in entry) return { ...place, source, bad: entry.bad };
    if ('leftOut' in entry) return { ...place, source, filtered: true, reason: entry.leftOut };
    this.#records += 1;
    this.#mapper.columns.note(entry.record);
    if (this.#reading.keeps?.(entry.record) === false) return { ...place, source, filtered: true };
    const table = format === 'csv' || format === 'tsv' || format === 'tsv-unquoted';
    const mapped = this.#mapper.map(entry.record, { id: `${file.name}#${place.ordinal + 1}`, table });
    return 'needs' in mapped ? undefined : { ...place, source, ...mapped };
  }
}
