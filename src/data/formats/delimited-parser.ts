/** A row of a table: its cells, which of them stood in quotation marks, and the line where it begins; or why it cannot be read. */
export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** As many as `cells`; `undefined` where no cell was quoted. */
  readonly quoted?: readonly boolean[];
  readonly problem?: string;
};

/** Longest row, in UTF-16 units: a quotation mark that is never closed must not take a large file into memory. */
const longestRow = 64 * 1024 * 1024;

const quote = 34;
const lineFeed = 10;
const carriageReturn = 13;

type Cut = { readonly end: number; readonly row: Omit<TableRow, 'line'> };

/**
 * Splits a table that comes in pieces into rows (RFC 4180): cells between separators, a cell in quotation marks may hold separators, line
 * breaks and doubled quotation marks. Rows end with LF, CRLF or CR. A quotation mark inside a cell that does not begin with one is a character.
 *
 * A cell that goes on after its closing mark, and a mark that is never closed, are problems of their row; reading goes on at the next line.
 * A blank line is a row of one empty cell.
 */
export class DelimitedParser {
  readonly #separator: string;
  readonly #quoting: boolean;
  #text = '';
  #wanted = 0;
  #line: number;

  constructor({ separator, quoting, line }: { separator: string; quoting: boolean; line: number }) {
    this.#separator = separator;
    this.#quoting = quoting;
    this.#line = line;
  }

  /** Rows that are whole in what has come so far. */
  push(text: string): TableRow[] {
    this.#text += text;
    // A long cell that comes in many pieces is looked at again only when it has doubled, else its cost would be quadratic.
    return this.#text.length < this.#wanted ? [] : this.#rows(false);
  }

  /** The rest, after the last piece. */
  end(): TableRow[] {
    return this.#rows(true);
  }

  #rows(final: boolean): TableRow[] {
    const rows: TableRow[] = [];
    const text = this.#text;
    let at = 0;
    while (at < text.length) {
      const cut = this.#cut(at, final || text.length - at > longestRow);
      if (cut === undefined) break;
      const { end, row } = cut;
      rows.push({ line: this.#line, ...row });
      this.#line += lineBreaks(text, at, end);
      at = end;
    }
    this.#text = text.slice(at);
    this.#wanted = this.#text.length * 2;
    return rows;
  }

  /** The row that begins at a place and where the next one does; `undefined` where it is not all there yet. */
  #cut(start: number, final: boolean): Cut | undefined {
    const text = this.#text;
    const lineEnd = text.indexOf('\n', start);
    if (lineEnd < 0 && !final) return undefined;
    const stop = lineEnd < 0 ? text.length : lineEnd;
    const line = text.slice(start, text.charCodeAt(stop - 1) === carriageReturn && stop > start ? stop - 1 : stop);
    if (!line.includes('\r') && !(this.#quoting && line.includes('"')))
      return { end: Math.min(stop + 1, text.length), row: { cells: line.split(this.#separator) } };
    return this.#cutCellwise(start, final);
  }

  #cutCellwise(start: number, final: boolean): Cut | undefined {
    const text = this.#text;
    const separator = this.#separator.charCodeAt(0);
    const cells: string[] = [];
    const quoted: boolean[] = [];
    let at = start;
    for (;;) {
      const isQuoted = this.#quoting && text.charCodeAt(at) === quote;
      if (isQuoted) {
        const cell = quotedCell(text, at);
        if (cell === undefined)
          return final ? this.#skipLine(at, 'expected a closing quotation mark, got none to the end of the file') : undefined;
        cells.push(cell.value);
        at = cell.end;
      } else {
        const from = at;
        while (at < text.length && !isEnd(text.charCodeAt(at), separator)) at += 1;
        cells.push(text.slice(from, at));
      }
      quoted.push(isQuoted);
      if (at + 1 >= text.length && !final) return undefined;
      const code = at < text.length ? text.charCodeAt(at) : lineFeed;
      if (code === lineFeed || code === carriageReturn) {
        const end = code === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? at + 2 : at + 1;
        return { end: Math.min(end, text.length), row: quoted.includes(true) ? { cells, quoted } : { cells } };
      }
      if (code !== separator) {
        if (text.indexOf('\n', at) < 0 && !final) return undefined;
        return this.#skipLine(
          at,
          `expected ${JSON.stringify(this.#separator)} after a closing quotation mark, got ${JSON.stringify(text[at])}`,
        );
      }
      at += 1;
    }
  }

  /** A row that cannot be read, up to the end of the line that holds `at`. */
  #skipLine(at: number, problem: string): Cut {
    const lineEnd = this.#text.indexOf('\n', at);
    return { end: lineEnd < 0 ? this.#text.length : lineEnd + 1, row: { cells: [], problem } };
  }
}

/** The cell whose opening mark is at `open`, or `undefined` where its closing mark has not come. */
function quotedCell(text: string, open: number): { readonly value: string; readonly end: number } | undefined {
  let doubled = false;
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 2)) {
    if (text.charCodeAt(close + 1) !== quote) {
      const inside = text.slice(open + 1, close);
      return { value: doubled ? inside.replaceAll('""', '"') : inside, end: close + 1 };
    }
    doubled = true;
  }
  return undefined;
}

function isEnd(code: number, separator: number): boolean {
  return code === separator || code === lineFeed || code === carriageReturn;
}

/** Line feeds of a stretch, and the lone carriage return that may end it. */
function lineBreaks(text: string, start: number, end: number): number {
  let count = text.charCodeAt(end - 1) === carriageReturn ? 1 : 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
