import { AssizeError } from '../../core/errors.ts';
import { guarded, looksTyped, markedPlace, needsQuotes } from '../formats/cell-guard.ts';
import type { OutputColumn, OutputRow, RowEncoder } from './output-column.ts';

const flushAt = 256 * 1024;

/**
 * A table with a header (RFC 4180, but lines end with LF). Texts that a spreadsheet would run are guarded by an apostrophe; numbers stay numbers; objects are
 * JSON text; a null is an empty cell and an empty text `""`. `readTable` gives every value back.
 */
export function tableEncoder(separator: ',' | '\t'): RowEncoder {
  return async function* encodeTable(columns, rows) {
    let text = `${headerLine(columns, separator)}\n`;
    for await (const row of rows) {
      text += `${rowLine(columns, row, separator)}\n`;
      if (text.length < flushAt) continue;
      yield Buffer.from(text);
      text = '';
    }
    if (text !== '') yield Buffer.from(text);
  };
}

function headerLine(columns: readonly OutputColumn[], separator: string): string {
  const names = columns.map((column) => guarded(column.name));
  const marked = markedPlace(names, separator);
  if (marked < 0)
    throw new AssizeError(
      'internal',
      `columns: expected a name that needs no quotation marks, got none of ${names.length}. Rename one.`,
    );
  return names.map((name, place) => (place === marked || needsQuotes(name, separator) ? quoted(name) : name)).join(separator);
}

function rowLine(columns: readonly OutputColumn[], row: OutputRow, separator: string): string {
  return columns.map(({ name, type }) => cell(row[name], type, separator)).join(separator);
}

function cell(value: unknown, type: OutputColumn['type'], separator: string): string {
  if (value === undefined || value === null) return '';
  if (type !== 'json' && (typeof value === 'number' || typeof value === 'boolean')) return JSON.stringify(value);
  const text = guarded(type !== 'json' && typeof value === 'string' ? value : JSON.stringify(value));
  return looksTyped(text) || needsQuotes(text, separator) || /^\s|\s$/u.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
