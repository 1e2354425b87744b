import { open } from 'node:fs/promises';

/** What a GGUF file's header tells without loading it. */
export type GgufHeader = {
  readonly architecture?: string;
  readonly trainTokens?: number;
  /** Memory that a token takes in a context (keys and values of all layers, 16 bits each); absent for architectures that tell it otherwise. */
  readonly contextBytesPerToken?: number;
};

/** Metadata stands at the start of the file, short values before the vocabulary's long lists. */
const headBytes = 1 << 18;
const scalarBytes: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 };
const textType = 8;
const listType = 9;

/**
 * Reads the architecture and the trained context of a GGUF file. What does not stand in its first 256 KB is absent.
 *
 * @throws Error on a file that is no GGUF of version 2 or 3; the file system's error where it cannot be read.
 */
export async function readGgufHeader(file: string): Promise<GgufHeader> {
  const handle = await open(file);
  let head: Buffer;
  try {
    const buffer = Buffer.alloc(headBytes);
    const { bytesRead } = await handle.read(buffer, 0, headBytes, 0);
    head = buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
  if (head.length < 24 || head.toString('latin1', 0, 4) !== 'GGUF') throw new Error('it does not begin as a GGUF file');
  const version = head.readUInt32LE(4);
  if (version !== 2 && version !== 3) throw new Error(`it is GGUF of version ${version}, where 2 and 3 are known`);
  const values = readValues(head);
  const architecture = values.get('general.architecture');
  const count = (key: string): number | undefined => {
    const value = values.get(`${String(architecture)}.${key}`);
    return typeof value === 'number' && value > 0 ? value : undefined;
  };
  const trainTokens = count('context_length');
  const contextBytesPerToken = contextBytes(count);
  return {
    ...(typeof architecture === 'string' && { architecture }),
    ...(trainTokens !== undefined && { trainTokens }),
    ...(contextBytesPerToken !== undefined && { contextBytesPerToken }),
  };
}

function contextBytes(count: (key: string) => number | undefined): number | undefined {
  const [layers, heads, keyHeads, width] = [
    count('block_count'),
    count('attention.head_count'),
    count('attention.head_count_kv'),
    count('embedding_length'),
  ];
  if (layers === undefined || heads === undefined || keyHeads === undefined || width === undefined) return undefined;
  const [key, value] = [count('attention.key_length') ?? width / heads, count('attention.value_length') ?? width / heads];
  return layers * keyHeads * (key + value) * 2;
}

/** Texts and unsigned numbers by key, as far as the head goes. */
function readValues(head: Buffer): Map<string, string | number> {
  const values = new Map<string, string | number>();
  const count = Number(head.readBigUInt64LE(16));
  let at = 24;
  const text = (): string => {
    const length = Number(head.readBigUInt64LE(at));
    if (at + 8 + length > head.length) throw new RangeError('past the head');
    at += 8 + length;
    return head.toString('utf8', at - length, at);
  };
  const skip = (type: number): void => {
    if (type === textType) text();
    else if (type === listType) {
      const [entryType, entries] = [head.readUInt32LE(at), Number(head.readBigUInt64LE(at + 4))];
      at += 12;
      for (let index = 0; index < entries; index += 1) skip(entryType);
    } else {
      const width = scalarBytes[type];
      if (width === undefined) throw new RangeError('an unknown type');
      at += width;
    }
  };
  try {
    for (let index = 0; index < count; index += 1) {
      const key = text();
      const type = head.readUInt32LE(at);
      at += 4;
      if (type === textType) values.set(key, text());
      else {
        const start = at;
        skip(type);
        if (type === 4) values.set(key, head.readUInt32LE(start));
        if (type === 10) values.set(key, Number(head.readBigUInt64LE(start)));
      }
    }
  } catch (error) {
    // The head ends inside a value: what came before it is what is known.
    if (!(error instanceof RangeError)) throw error;
  }
  return values;
}
