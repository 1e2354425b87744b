import { hash } from 'node:crypto';
import type { Item } from '../core/item.ts';
import { Dictionary, GrowingColumn } from './growing-column.ts';
import type { MappedRow } from './mapping/row-mapper.ts';

/** Row numbers, ascending, without repeats. */
export type Selection = Uint32Array;

/** In a column of codes: the row has no value. */
export const none = 0xffffffff;

/**
 * What sampling, splitting and the second pass need of every row, in columns of numbers (about 50 bytes a row). Row i of the data set is at place i of each
 * column; codes are places in the list of distinct values beside them.
 */
export type RowIndex = {
  readonly count: number;
  readonly gold: Uint32Array;
  readonly golds: readonly (string | number | boolean)[];
  readonly language: Uint32Array;
  readonly languages: readonly string[];
  /** The cluster of each row; a row without a mapped group is a cluster of its own. */
  readonly group: Uint32Array;
  /** Names of the mapped groups; clusters from `groups.length` on are rows of their own. */
  readonly groups: readonly string[];
  /** Which rows are one item in several languages. */
  readonly parallel: Uint32Array;
  readonly parallels: readonly string[];
  /** 64 bits of the hash of what a judge can see of the item. */
  readonly content: BigUint64Array;
  /** 64 bits of the hash of content, id, gold, group and everything else that came of the row. */
  readonly identity: BigUint64Array;
  /** Place of the row's file in the list of files; number of the row in it, from 0, bad ones counted; line where it begins. */
  readonly file: Uint32Array;
  readonly ordinal: Uint32Array;
  readonly line: Uint32Array;
};

/** 64 bits, as two halves, of the hashes that `RowIndex` holds of a row. */
export function rowHashes(row: MappedRow): {
  readonly content: readonly [number, number];
  readonly identity: readonly [number, number];
} {
  const { item, gold, group, system, rater, rationale, labels } = row;
  const content = contentHash(item);
  const said = [content, item.id, gold, group, item.parallelGroup, system, rater, rationale, item.recorded];
  const rest = JSON.stringify(labels === undefined ? said : [...said, labels]);
  return { content: halves(content), identity: halves(hash('sha256', rest)) };
}

/** Gathers the index row by row. */
export class RowIndexBuilder {
  readonly #gold = new GrowingColumn();
  readonly #golds = new Dictionary<string | number | boolean>();
  readonly #language = new GrowingColumn();
  readonly #languages = new Dictionary<string>();
  readonly #group = new GrowingColumn();
  readonly #groups = new Dictionary<string>();
  readonly #parallel = new GrowingColumn();
  readonly #parallels = new Dictionary<string>();
  readonly #content = new GrowingColumn();
  readonly #identity = new GrowingColumn();
  readonly #file = new GrowingColumn();
  readonly #ordinal = new GrowingColumn();
  readonly #line = new GrowingColumn();

  get count(): number {
    return this.#line.length;
  }

  add(row: MappedRow, place: { readonly file: number; readonly ordinal: number; readonly line: number }): void {
    const { content, identity } = rowHashes(row);
    this.#gold.push(row.gold === undefined ? none : this.#golds.code(row.gold));
    this.#language.push(row.item.language === undefined ? none : this.#languages.code(row.item.language));
    this.#group.push(row.group === undefined ? none : this.#groups.code(row.group));
    this.#parallel.push(row.item.parallelGroup === undefined ? none : this.#parallels.code(row.item.parallelGroup));
    for (const half of content) this.#content.push(half);
    for (const half of identity) this.#identity.push(half);
    this.#file.push(place.file);
    this.#ordinal.push(place.ordinal);
    this.#line.push(place.line);
  }

  /** File and line of a row that was added. */
  sourceOf(row: number): { readonly file: number; readonly line: number } {
    return { file: this.#file.at(row), line: this.#line.at(row) };
  }

  build(): RowIndex {
    const groups = this.#groups.values;
    return {
      count: this.count,
      gold: this.#gold.toArray(),
      golds: this.#golds.values,
      language: this.#language.toArray(),
      languages: this.#languages.values,
      group: this.#group.toArray().map((code, row) => (code === none ? groups.length + row : code)),
      groups,
      parallel: this.#parallel.toArray(),
      parallels: this.#parallels.values,
      content: new BigUint64Array(this.#content.toArray().buffer),
      identity: new BigUint64Array(this.#identity.toArray().buffer),
      file: this.#file.toArray(),
      ordinal: this.#ordinal.toArray(),
      line: this.#line.toArray(),
    };
  }
}

/**
 * Hash of what a judge can see of an item, its other languages aside, in hex: as `itemHash`, NFC and NFD are one and the id is not in it, but made for a hundred
 * thousand rows twice over. No other hash is compared with it.
 */
function contentHash(item: Item): string {
  const { input, output, outputA, outputB, conversation, context, reference, language, fields } = item;
  const names = Object.keys(fields).sort();
  const texts = [
    input,
    output,
    outputA,
    outputB,
    conversation,
    context,
    reference,
    language,
    names,
    names.map((name) => fields[name]),
  ];
  return hash('sha256', JSON.stringify(texts).normalize('NFC'));
}

/** All rows of an index. */
export function allRows(index: RowIndex): Selection {
  return Uint32Array.from({ length: index.count }, (_, row) => row);
}

function halves(hex: string): readonly [number, number] {
  return [Number.parseInt(hex.slice(0, 8), 16), Number.parseInt(hex.slice(8, 16), 16)];
}
