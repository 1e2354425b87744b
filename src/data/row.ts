import type { Item } from '../core/item.ts';
import type { VerdictValue } from '../core/verdict.ts';

/** Where a row stands in its file; `line` is the physical line where the row begins (1-based), for Parquet the row's number. */
export type RowSource = { readonly file: string; readonly line: number };

/** What one rater said of an item. */
export type RaterLabel = {
  readonly rater: string;
  readonly label: string | number | boolean;
  readonly rationale?: string;
};

/** One row of a data set: the item that a judge may see, and beside it what no judge may. */
export type Row = {
  /** Place in the data set, from 0, counted over good rows in the order of the files. */
  readonly index: number;
  readonly source: RowSource;
  readonly item: Item;
  /** As in the data; whether it is on the menu is checked against each judge's space. */
  readonly gold?: string | number | boolean;
  /** The cluster of the item (its source); the item's own id where no column is mapped. */
  readonly group: string;
  /** The system whose output is judged. */
  readonly system?: string;
  readonly rater?: string;
  /** A human's reason for the gold label. */
  readonly rationale?: string;
  /** Every rater's own label, where gold is the consensus of several. */
  readonly labels?: readonly RaterLabel[];
};

/** A row that could not be read. Bad rows are told and counted, never dropped in silence. */
export type BadRow = { readonly source: RowSource; readonly reason: string };

/** Gold as a value of the judge's space, or `undefined` where the row has none. */
export type GoldValue = VerdictValue | undefined;
