/**
 * Every row of a query, fetched a page at a time by the key of the last row. No cursor stays open between pages, so that other reads and writes,
 * of this process or another, go on in between; a row written behind the place of reading is not met.
 */
export function* paged<Row, Key>(
  size: number,
  start: Key,
  { fetch, keyOf }: { fetch: (after: Key) => Row[]; keyOf: (row: Row) => Key },
): Generator<Row> {
  let after = start;
  for (;;) {
    const rows = fetch(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = keyOf(last);
  }
}
