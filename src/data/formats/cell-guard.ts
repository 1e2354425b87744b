/**
 * Formula-safe cells. A spreadsheet runs a cell that begins with `=`, `+`, `-` or `@` (their full-width forms too, and after white space or
 * format characters), and a tab or line break at the start can shift one there. Such a text is written behind an apostrophe.
 *
 * A text that is an apostrophe (or several) before such a beginning gets one more, so that taking one away always gives the text back.
 */
export function guarded(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

/** The text that `guarded` made this cell of. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && dangerous.test(cell.slice(1)) ? cell.slice(1) : cell;
}

const dangerous = /^'*(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Whether a cell must stand in quotation marks for a table with this separator to be read at all. */
export function needsQuotes(cell: string, separator: string): boolean {
  return cell.includes(separator) || /["\r\n]/u.test(cell);
}

/** Texts that would be read as another type were they not quoted. */
export function looksTyped(cell: string): boolean {
  return cell === '' || typedCell.test(cell);
}

/** The value of an unquoted cell of a table that we wrote: nothing is null, numbers and booleans are themselves, all else is text. */
export function typedValue(cell: string): string | number | boolean | null {
  if (cell === '') return null;
  if (!typedCell.test(cell)) return unguarded(cell);
  if (cell === 'true' || cell === 'false') return cell === 'true';
  return Number(cell);
}

const typedCell = /^(?:true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/u;

/**
 * The place of the header cell that marks a table as written here, or -1 where no cell can. The mark is a pair of quotation marks that nothing
 * asked for, round one name alone: every reader takes it for the same header, and no other writer makes it (they quote none needlessly, or all).
 * So cells of other people's tables are never unguarded or typed: `'-ing` stays `'-ing`.
 */
export function markedPlace(header: readonly string[], separator: string): number {
  return header.findLastIndex((name) => !needsQuotes(name, separator));
}

/** Whether a header carries the mark. */
export function isMarked(header: readonly string[], quoted: readonly boolean[], separator: string): boolean {
  const place = markedPlace(header, separator);
  return place >= 0 && header.every((name, index) => quoted[index] === (index === place || needsQuotes(name, separator)));
}
