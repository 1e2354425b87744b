import { AssizeError, describe } from '../core/errors.ts';
import type { RawRecord } from './formats/entry.ts';
import { nothing } from './mapping/column-path.ts';
import { keyText } from './mapping/item-text.ts';
import type { MappedColumns } from './mapping/mapped-columns.ts';

/** A value that a filter asks for; null asks for rows that have none. */
export type FilterValue = string | number | boolean | null;

/** Column or path to the value, or to the values of which one must be met. Every column must be met. */
export type RowFilter = Readonly<Record<string, FilterValue | readonly FilterValue[]>>;

/**
 * A test of records. Values are compared as text in NFC, so that 1 is met by 1 and by the cell `1`; an object or list meets none. A column that no
 * record has is an error of `columns.check`.
 *
 * @throws AssizeError `config` on a filter without values.
 */
export function rowFilter(filter: RowFilter, columns: MappedColumns, place: string): (record: RawRecord) => boolean {
  const tests = Object.entries(filter).map(([column, wanted]) => {
    const values: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
    const fault = values.length === 0 ? wanted : values.find((value) => value !== null && keyText(value) === undefined);
    if (fault !== undefined)
      throw new AssizeError(
        'config',
        `${place}.filter.${column}: expected a value or a list of values (text, number, boolean, null), got ${describe(fault)}. Correct it.`,
      );
    const get = columns.getter(column, `filter.${column}`, true);
    const accepted = new Set(values.map((value) => (value === null ? null : keyText(value))));
    return (record: RawRecord): boolean => {
      const value = get(record);
      return accepted.has(value === nothing || value === null || value === undefined ? null : keyText(value));
    };
  });
  // Every test runs on every record, else a column behind a test that is seldom met would seem to be in no record.
  return (record) => tests.filter((test) => !test(record)).length === 0;
}
