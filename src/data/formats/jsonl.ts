import { AssizeError, describe } from '../../core/errors.ts';
import { isObject } from '../../core/json.ts';
import { printable, type Entry, type EntryBatches } from './entry.ts';
import { parseExactJson } from './exact-json.ts';
import { badByte, badByteReason, type TextChunk } from './text.ts';

/** Longest line, in UTF-16 units; a longer one is taken for a file that is not JSON Lines. */
const longestLine = 256 * 1024 * 1024;

/**
 * Reads JSON Lines: an object a line, blank lines skipped, CRLF or LF. A line that is no object is a bad row; so is a torn last line.
 * `parse` reads one line.
 *
 * @throws AssizeError `data` on a line over 256 Mi characters.
 */
export async function* readJsonl(
  chunks: AsyncIterable<TextChunk>,
  file: string,
  parse: (text: string) => unknown = parseExactJson,
): EntryBatches {
  let line = 1;
  let clean = true;
  let open: string[] = [];
  let openLength = 0;
  for await (const chunk of chunks) {
    clean &&= chunk.clean;
    const batch: Entry[] = [];
    let from = 0;
    for (let end = chunk.text.indexOf('\n'); end >= 0; end = chunk.text.indexOf('\n', from)) {
      let text = chunk.text.slice(from, end);
      if (open.length > 0) {
        text = open.join('') + text;
        open = [];
        openLength = 0;
      }
      from = end + 1;
      const entry = entryOf(text, line, clean, { last: false, parse });
      if (entry !== undefined) batch.push(entry);
      line += 1;
    }
    if (from < chunk.text.length) {
      open.push(chunk.text.slice(from));
      openLength += chunk.text.length - from;
      if (openLength > longestLine)
        throw new AssizeError(
          'data',
          `${file}:${line}: expected an object a line, got a line over ${longestLine / 1024 / 1024} million characters. Check the format.`,
          { details: { file, line } },
        );
    }
    if (batch.length > 0) yield batch;
  }
  const last = open.length > 0 ? entryOf(open.join(''), line, clean, { last: true, parse }) : undefined;
  if (last !== undefined) yield [last];
}

function entryOf(
  raw: string,
  line: number,
  clean: boolean,
  { last, parse }: { readonly last: boolean; readonly parse: (text: string) => unknown },
): Entry | undefined {
  const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
  if (text.trim() === '') return undefined;
  const byte = clean ? undefined : badByte(text);
  if (byte !== undefined) return { line, bad: badByteReason(byte) };
  const hint = last ? ' It is the last line and has no line break: the file may be cut off.' : '';
  return recordOf(text, line, { hint, parse });
}

/** The record that a JSON text is; a bad row where it is no object. `hint` is added where it is no JSON. */
export function recordOf(
  text: string,
  line: number,
  { hint = '', parse = parseExactJson }: { readonly hint?: string; readonly parse?: (text: string) => unknown } = {},
): Entry {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return { line, bad: `expected JSON, got a fault: ${printable((error as Error).message)}.${hint}` };
  }
  return isObject(value) ? { line, record: value } : { line, bad: `expected an object, got ${printable(describe(value))}.` };
}
