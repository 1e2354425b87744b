import { AssizeError } from '../core/errors.ts';
import type { BadRow } from './row.ts';

/** As many bad rows are kept for the report; all are counted. */
export const badRowsKept = 20;

/** Counts bad rows and keeps the first of them. */
export class BadRows {
  readonly first: BadRow[] = [];
  count = 0;

  add(row: BadRow): void {
    this.count += 1;
    if (this.first.length < badRowsKept) this.first.push(row);
  }

  /** The error for a set whose bad rows are fatal: one line with the count; `details.badRows` are the first, `details.count` all. */
  error(place: string, goodCount: number): AssizeError {
    const [first] = this.first;
    const at = first === undefined ? '' : ` (the first at ${first.source.file}:${first.source.line})`;
    return new AssizeError(
      'data',
      `${place}: expected rows that can be judged, got ${this.count} bad of ${this.count + goodCount}${at}. Mend them, or leave them out with --skip-bad-rows.`,
      { details: { badRows: [...this.first], count: this.count } },
    );
  }
}
