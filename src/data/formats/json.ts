import { AssizeError } from '../../core/errors.ts';
import type { Entry, EntryBatches } from './entry.ts';
import { JsonSplitter } from './json-splitter.ts';
import { recordOf } from './jsonl.ts';
import { badByte, badByteReason, type TextChunk } from './text.ts';

/**
 * Reads a JSON file by stream: an array of objects, or an object in which one array holds objects (`{ "data": [ … ] }`; other members are
 * passed over, empty lists and lists of plain values too). One row at a time is in memory, whatever the file's size.
 *
 * `rowsAt`: keys that lead to the array, where it stands deeper or beside others.
 *
 * An element that is no object, or no JSON, is a bad row under its line; so is one that the end of the file cuts off.
 *
 * @throws AssizeError `data` where the file is not of that form: JSON Lines, two arrays of objects, something after the end.
 */
export async function* readJson(chunks: AsyncIterable<TextChunk>, file: string, rowsAt: readonly string[] = []): EntryBatches {
  const splitter = new JsonSplitter(rowsAt);
  let clean = true;
  try {
    for await (const chunk of chunks) {
      clean &&= chunk.clean;
      const elements = splitter.push(chunk.text);
      if (elements.length > 0) yield elements.map(({ text, line }) => entryOf(text, line, clean));
    }
    const torn = splitter.end();
    if (torn !== undefined)
      yield [{ line: torn, bad: 'expected a whole row, got the end of the file. The file may be cut off.' }];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AssizeError('data', `${file}:${splitter.line}: ${error.message}`, { details: { file, line: splitter.line } });
  }
}

function entryOf(text: string, line: number, clean: boolean): Entry {
  const byte = clean ? undefined : badByte(text);
  return byte === undefined ? recordOf(text, line) : { line, bad: badByteReason(byte) };
}
