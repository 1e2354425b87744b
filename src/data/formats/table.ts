import { AssizeError } from '../../core/errors.ts';
import { isMarked, typedValue, unguarded } from './cell-guard.ts';
import { DelimitedParser, type TableRow } from './delimited-parser.ts';
import { printable, type Entry, type EntryBatches } from './entry.ts';
import { badByte, badByteReason, type TextChunk } from './text.ts';

/** How a table is split: a separator, or `sniff` (comma, semicolon, tab or bar, whichever the header has most of); quotation marks or none. */
export type TableLayout = { readonly separator: string | 'sniff'; readonly quoting: boolean };

const longestHeaderLine = 1024 * 1024;

/**
 * Reads CSV and TSV by stream. The first row that is not blank names the columns; an unnamed column is passed over. Cells are texts as they
 * stand, an empty one the empty text. A row with more or fewer cells than the header is a bad row, never cut or filled up.
 *
 * In a table that this package wrote (its header tells) cells have their types and values back: numbers, booleans, null, guarded texts.
 *
 * @throws AssizeError `data` where two columns have one name, or the header cannot be read.
 */
export async function* readTable(chunks: AsyncIterable<TextChunk>, file: string, layout: TableLayout): EntryBatches {
  let clean = true;
  let pending = '';
  let parser: DelimitedParser | undefined;
  let rows: RowReader | undefined;
  const entriesOf = (tableRows: readonly TableRow[], separator: string): Entry[] => {
    const entries: Entry[] = [];
    for (const row of tableRows) {
      if (rows === undefined) {
        if (!isBlank(row)) rows = new RowReader(row, { file, separator, clean });
        continue;
      }
      const entry = rows.entry(row, clean);
      if (entry !== undefined) entries.push(entry);
    }
    return entries;
  };
  let separator = layout.separator;
  for await (const chunk of chunks) {
    clean &&= chunk.clean;
    pending += chunk.text;
    if (parser === undefined) {
      if (!/[\r\n]./su.test(pending.trimStart()) && pending.length < longestHeaderLine) continue;
      ({ parser, separator, pending } = begin(pending, layout));
    }
    const entries = entriesOf(parser.push(pending), separator);
    pending = '';
    if (entries.length > 0) yield entries;
  }
  if (parser === undefined) ({ parser, separator, pending } = begin(pending, layout));
  const entries = [...entriesOf(parser.push(pending), separator), ...entriesOf(parser.end(), separator)];
  if (entries.length > 0) yield entries;
}

/** Settles the separator by the beginning of the file; a first line `sep=;`, as spreadsheets write it, says it outright. */
function begin(text: string, layout: TableLayout): { parser: DelimitedParser; separator: string; pending: string } {
  const stated = layout.separator === 'sniff' ? /^sep=([,;\t|])(?:\r\n|\n|\r)/u.exec(text) : null;
  const pending = stated === null ? text : text.slice(stated[0].length);
  const separator = stated?.[1] ?? (layout.separator === 'sniff' ? sniffed(pending) : layout.separator);
  return {
    parser: new DelimitedParser({ separator, quoting: layout.quoting, line: stated === null ? 1 : 2 }),
    separator,
    pending,
  };
}

/** The commonest of the known separators outside quotation marks in the first line that is not blank; the comma where there is none. */
function sniffed(text: string): string {
  const counts = new Map([',', ';', '\t', '|'].map((separator) => [separator, 0]));
  let inQuotes = false;
  for (const character of text.trimStart()) {
    if (character === '"') inQuotes = !inQuotes;
    else if (!inQuotes && (character === '\n' || character === '\r')) break;
    else if (!inQuotes && counts.has(character)) counts.set(character, (counts.get(character) as number) + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

function isBlank(row: TableRow): boolean {
  return row.problem === undefined && row.quoted === undefined && row.cells.length === 1 && row.cells[0] === '';
}

/** Turns rows into entries under one header. */
class RowReader {
  readonly #names: readonly string[];
  readonly #marked: boolean;

  constructor(header: TableRow, { file, separator, clean }: { file: string; separator: string; clean: boolean }) {
    const fault = (problem: string): AssizeError =>
      new AssizeError('data', `${file}:${header.line}: ${problem}`, { details: { file, line: header.line } });
    if (header.problem !== undefined) throw fault(`${header.problem}. Mend the header.`);
    const byte = clean ? undefined : header.cells.map(badByte).find((found) => found !== undefined);
    if (byte !== undefined) throw fault(badByteReason(byte));
    this.#marked = isMarked(header.cells, header.quoted ?? header.cells.map(() => false), separator);
    this.#names = this.#marked ? header.cells.map(unguarded) : header.cells.map((cell) => cell.trim());
    const twice = this.#names.find((name, index) => name !== '' && this.#names.indexOf(name) !== index);
    if (twice !== undefined)
      throw fault(`expected columns with different names, got ${JSON.stringify(twice)} twice. Rename one.`);
  }

  entry(row: TableRow, clean: boolean): Entry | undefined {
    const { line, cells, quoted, problem } = row;
    const names = this.#names;
    if (problem !== undefined) return { line, bad: printable(`${problem}.`) };
    if (isBlank(row) && !(this.#marked && names.length === 1)) return undefined;
    if (cells.length !== names.length)
      return { line, bad: `expected ${names.length} cells, as the header has, got ${cells.length}. Mend the row.` };
    const record: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    for (let column = 0; column < names.length; column += 1) {
      const cell = cells[column] as string;
      const byte = clean ? undefined : badByte(cell);
      if (byte !== undefined) return { line, bad: badByteReason(byte) };
      const name = names[column] as string;
      if (name !== '') record[name] = !this.#marked ? cell : quoted?.[column] === true ? unguarded(cell) : typedValue(cell);
    }
    return { line, record };
  }
}
