import { createHash } from 'node:crypto';
import { AssizeError } from '../core/errors.ts';
import type { Item } from '../core/item.ts';
import { BadRows } from './bad-rows.ts';
import type { Dataset, MappedEntry } from './dataset.ts';
import { textKeys } from './mapping/dataset-map.ts';
import type { MappedRow } from './mapping/row-mapper.ts';
import { ParallelItems } from './parallel-items.ts';
import type { RatedLabels } from './raters/rated-dataset.ts';
import { allRows, none, RowIndexBuilder, type RowIndex, type Selection } from './row-index.ts';
import type { BadRow, Row } from './row.ts';
import { readRows } from './read-rows.ts';

export type ScanOptions = {
  /** Whether a bad row ends the scan with an error (after the last row, so that all are counted) or is left out and counted. */
  readonly onBadRow: 'fail' | 'skip';
  /** Why gold is not on a judge's menu, or `undefined` where it is. */
  readonly checkGold?: (gold: string | number | boolean) => string | undefined;
  /** Give items their other languages (`item.parallel`). A row of a parallel group without a language, or with one that its group has, is then bad. */
  readonly parallel?: boolean;
  /** Called with each good item, in order. */
  readonly onItem?: (item: Item) => void;
  readonly signal?: AbortSignal;
};

/** A data set whose every row has been read once and found good, or counted. To be closed, as the data set is. */
export interface ScannedDataset {
  readonly name: string;
  readonly files: readonly string[];
  readonly index: RowIndex;
  /** Rows that are left out as bad, and the first 20 of them. */
  readonly skipped: number;
  readonly badRows: readonly BadRow[];
  /** Rows that the filter left out, and those that the preset did. */
  readonly filtered: number;
  /** Why a preset left rows out, each reason with how many rows it is of. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** How many good rows have each field: `input`, `output`, …, `conversation`, `language`, `gold`, `fields.NAME`; one that none has is not there. */
  readonly fieldCounts: Readonly<Record<string, number>>;
  /** Languages as given that name none that is known. */
  readonly unknownLanguages: readonly string[];
  readonly terms: string | undefined;
  /** What several raters came to, where the set has `raters`. */
  readonly raters: RatedLabels | undefined;
  /** Hash of rows in their order (all without a selection): contents, ids, gold, groups, languages; with `parallel`, their other languages too. */
  rowsHash(selection?: Selection): string;
  /**
   * The second pass: the rows of a selection (all without one), in order, by stream.
   *
   * @throws AssizeError `data` where a row is not what the scan saw.
   */
  rows(selection?: Selection, options?: { readonly signal?: AbortSignal }): AsyncGenerator<Row>;
  close(): Promise<void>;
}

/**
 * The first pass over a data set, before any call: validates every row, finds ids that come twice (the later row is bad), and gathers the index.
 * Takes about 60 bytes a row, and the ids while it runs.
 *
 * @throws AssizeError `config` where a mapped column is in no row; `data` on bad rows (with `onBadRow: 'fail'`; `details.badRows`, `details.count`) and where no
 * good row is left.
 */
export async function scan(dataset: Dataset, options: ScanOptions): Promise<ScannedDataset> {
  const { onBadRow, signal } = options;
  const parallel = options.parallel === true ? await ParallelItems.open() : undefined;
  const pass = new FirstPass(dataset, options, parallel);
  try {
    for (let file = 0; file < dataset.files.length && !pass.full; file += 1) {
      for await (const batch of dataset.entries(file, signal)) {
        for (const entry of batch) if (!pass.full) pass.take(entry);
        await parallel?.flush();
        if (pass.full) break;
      }
    }
    await parallel?.flush(true);
    dataset.checkColumns();
    if (pass.bad.count > 0 && onBadRow === 'fail') throw pass.bad.error(dataset.name, pass.builder.count);
    if (pass.builder.count === 0) throw nothingLeft(dataset, pass);
  } catch (error) {
    await parallel?.close();
    throw error;
  }
  const index = pass.builder.build();
  return {
    name: dataset.name,
    files: dataset.files,
    index,
    skipped: pass.bad.count,
    badRows: pass.bad.first,
    filtered: pass.filtered,
    leftOut: Object.fromEntries(pass.leftOut),
    fieldCounts: Object.fromEntries(pass.fieldCounts),
    unknownLanguages: [...dataset.languages.unknown],
    terms: dataset.terms,
    raters: dataset.raters?.(),
    rowsHash: (selection) => rowsHash(index, selection ?? allRows(index), parallel),
    rows: (selection, { signal: rowsSignal } = {}) =>
      readRows(dataset, index, {
        selection: selection ?? allRows(index),
        ...(parallel && { parallel }),
        ...(rowsSignal && { signal: rowsSignal }),
      }),
    close: async () => {
      await parallel?.close();
      await dataset.close();
    },
  };
}

/** What the first pass gathers. */
class FirstPass {
  readonly bad = new BadRows();
  readonly builder = new RowIndexBuilder();
  readonly fieldCounts = new Map<string, number>();
  filtered = 0;
  readonly leftOut = new Map<string, number>();
  readonly #dataset: Dataset;
  readonly #options: ScanOptions;
  readonly #parallel: ParallelItems | undefined;
  /** The row that has each id. */
  readonly #ids = new Map<string, number>();

  constructor(dataset: Dataset, options: ScanOptions, parallel: ParallelItems | undefined) {
    this.#dataset = dataset;
    this.#options = options;
    this.#parallel = parallel;
  }

  get full(): boolean {
    return this.builder.count === this.#dataset.limit;
  }

  take(entry: MappedEntry): void {
    if ('filtered' in entry) {
      this.filtered += 1;
      if (entry.reason !== undefined) this.leftOut.set(entry.reason, (this.leftOut.get(entry.reason) ?? 0) + 1);
      return;
    }
    const reason = 'bad' in entry ? entry.bad : this.#fault(entry.row);
    if ('bad' in entry || reason !== undefined) {
      this.bad.add({ source: entry.source, reason: reason as string });
      return;
    }
    const row = this.builder.count;
    this.#ids.set(entry.row.item.id, row);
    this.#parallel?.add(row, entry.row.item);
    this.builder.add(entry.row, { file: entry.file, ordinal: entry.ordinal, line: entry.source.line });
    this.#count(entry.row);
    this.#options.onItem?.(entry.row.item);
  }

  #fault({ item, gold }: MappedRow): string | undefined {
    const twin = this.#ids.get(item.id);
    if (twin !== undefined)
      return `id: expected each id once, got ${JSON.stringify(item.id)} again (first at ${this.#place(twin)}).`;
    const goldFault = gold === undefined ? undefined : this.#options.checkGold?.(gold);
    if (goldFault !== undefined) return `gold: ${goldFault}`;
    return this.#parallel === undefined ? undefined : this.#parallelFault(item, this.#parallel);
  }

  #parallelFault({ parallelGroup, language }: Item, parallel: ParallelItems): string | undefined {
    if (parallelGroup === undefined) return undefined;
    if (language === undefined)
      return `language: expected a language, as the row is of the parallel group ${JSON.stringify(parallelGroup)}, got none.`;
    const twin = parallel.rowWith(parallelGroup, language);
    if (twin === undefined) return undefined;
    return `parallel: expected each language once in the group ${JSON.stringify(parallelGroup)}, got ${language} again (first at ${this.#place(twin)}).`;
  }

  #place(row: number): string {
    const { file, line } = this.builder.sourceOf(row);
    return `${this.#dataset.files[file]}:${line}`;
  }

  #count({ item, gold }: MappedRow): void {
    const add = (field: string): void => void this.fieldCounts.set(field, (this.fieldCounts.get(field) ?? 0) + 1);
    for (const key of textKeys) if (item[key] !== undefined) add(key);
    if (item.conversation !== undefined) add('conversation');
    if (item.language !== undefined) add('language');
    if (gold !== undefined) add('gold');
    for (const name of Object.keys(item.fields)) add(`fields.${name}`);
  }
}

function nothingLeft(dataset: Dataset, pass: FirstPass): AssizeError {
  const { name, files } = dataset;
  const where = files.length === 1 ? files[0] : `${files.length} files`;
  const { count, first } = pass.bad;
  if (count > 0) {
    const others = pass.filtered > 0 ? ` and ${pass.filtered} that the filter leaves out` : '';
    return new AssizeError('data', `${name}: expected at least one good row, got ${count} bad${others} in ${where}. Mend them.`, {
      details: { badRows: first, count },
    });
  }
  if (pass.filtered > 0)
    return new AssizeError(
      'data',
      `${name}.filter: expected at least one row to pass, got none of ${pass.filtered}. Check the values.`,
    );
  return new AssizeError('data', `${name}: expected at least one row, got none in ${where}. Check the files.`);
}

function rowsHash(index: RowIndex, selection: Selection, parallel: ParallelItems | undefined): string {
  const digest = createHash('sha256').update(`${selection.length}\n`);
  const bytes = Buffer.alloc(8 * selection.length);
  selection.forEach((row, place) => bytes.writeBigUInt64LE(index.identity[row] as bigint, 8 * place));
  digest.update(bytes);
  if (parallel === undefined) return digest.digest('hex');
  for (const row of selection) {
    const code = index.parallel[row] as number;
    const others = code === none ? [] : parallel.rowsOf(index.parallels[code] as string);
    digest.update(`${others.map((other) => index.content[other]).join(',')}\n`);
  }
  return digest.digest('hex');
}
