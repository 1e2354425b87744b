import { isUtf8 } from 'node:buffer';
import { AssizeError } from '../../core/errors.ts';

/** A run of characters, cut between characters. `clean` is false where the bytes were not all UTF-8. */
export type TextChunk = { readonly text: string; readonly clean: boolean };

/**
 * Decodes UTF-8 by stream, without a byte order mark. A byte that is not UTF-8 becomes the lone surrogate U+DC00 + byte, which no valid text
 * holds, so that the reader can say which row is bad: `badByte` finds it. Replacement characters would hide it.
 *
 * @throws AssizeError `data` where the file begins as UTF-16.
 */
export async function* textChunks(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<TextChunk> {
  let carry: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const part of bytes) {
    let block = carry.length === 0 ? asBuffer(part) : Buffer.concat([carry, part]);
    if (!begun) {
      // The longest mark has three bytes; a file may come in pieces smaller than that.
      if (block.length < 3) {
        carry = block;
        continue;
      }
      block = withoutMark(block, file);
      begun = true;
    }
    const tail = unfinishedTail(block);
    carry = block.subarray(block.length - tail);
    const whole = block.subarray(0, block.length - tail);
    if (whole.length > 0) yield decode(whole);
  }
  if (!begun) carry = withoutMark(carry, file);
  if (carry.length > 0) yield decode(carry);
}

/** The first byte of a decoded text that was not UTF-8, as `0xE9`; `undefined` where there is none. */
export function badByte(text: string): string | undefined {
  if (text.isWellFormed()) return undefined;
  const found = /[\udc80-\udcff]/u.exec(text)?.[0];
  return found === undefined ? undefined : `0x${(found.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`;
}

/** The reason a row is bad whose bytes are not UTF-8. */
export function badByteReason(byte: string): string {
  return `expected UTF-8, got the byte ${byte}. Convert the file to UTF-8.`;
}

/** Decodes bytes that are all there, as `textChunks` does, the mark kept. */
export function decode(bytes: Buffer): TextChunk {
  return isUtf8(bytes) ? { text: bytes.toString('utf8'), clean: true } : { text: escaped(bytes), clean: false };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function withoutMark(block: Buffer, file: string): Buffer {
  if ((block[0] === 0xff && block[1] === 0xfe) || (block[0] === 0xfe && block[1] === 0xff))
    throw new AssizeError('data', `${file}: expected UTF-8, got UTF-16 (its byte order mark). Convert the file to UTF-8.`, {
      details: { file },
    });
  return block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf ? block.subarray(3) : block;
}

/** Bytes at the end that begin a character whose rest is still to come. */
function unfinishedTail(block: Buffer): number {
  for (let back = 1; back <= Math.min(3, block.length); back += 1) {
    const byte = block[block.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function escaped(bytes: Buffer): string {
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = characterLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += bytes.toString('utf8', from, at) + String.fromCharCode(0xdc00 + (bytes[at] as number));
    at += 1;
    from = at;
  }
  return text + bytes.toString('utf8', from);
}

/** Length of the valid UTF-8 character at a place; 0 where there is none. */
function characterLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
