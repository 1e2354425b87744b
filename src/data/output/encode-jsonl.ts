import type { OutputColumn, OutputRow } from './output-column.ts';

const flushAt = 256 * 1024;

/** JSON Lines: an object a row, its members in the order of the columns; characters as they are. */
export async function* encodeJsonl(columns: readonly OutputColumn[], rows: AsyncIterable<OutputRow>): AsyncGenerator<Uint8Array> {
  const names = columns.map((column) => column.name);
  let text = '';
  for await (const row of rows) {
    const members = names
      .filter((name) => row[name] !== undefined)
      .map((name) => `${JSON.stringify(name)}:${JSON.stringify(row[name])}`);
    text += `{${members.join(',')}}\n`;
    if (text.length >= flushAt) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}
