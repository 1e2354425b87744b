import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

/** An entry of a zip archive, as its central directory tells. */
export type ZipEntry = {
  readonly name: string;
  /** Of the content, before compression. */
  readonly bytes: number;
  readonly compressedBytes: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly headerAt: number;
};

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;
const endBytes = 22;
const longestComment = 0xffff;

/** The entries of a zip archive. Throws `Error` on what is none, and on archives of 4 GB or more (zip64). */
export async function zipEntries(archive: FileHandle): Promise<ZipEntry[]> {
  const { size } = await archive.stat();
  const tail = await bytesAt(archive, Math.max(0, size - endBytes - longestComment), size);
  let end = tail.length - endBytes;
  while (end >= 0 && tail.readUInt32LE(end) !== endMark) end -= 1;
  if (end < 0) throw new Error('not a zip archive, or a cut one');
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  const directory = await bytesAt(archive, start, start + length);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark)
      throw new Error('a zip archive with a broken directory');
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      bytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** The content of an entry, streamed. The stream fails on broken data; its length is for the reader to check. */
export async function zipEntryContent(archive: FileHandle, entry: ZipEntry): Promise<Readable> {
  const header = await bytesAt(archive, entry.headerAt, entry.headerAt + 30);
  if (header.length < 30 || header.readUInt32LE(0) !== localMark) throw new Error('a zip archive with a broken entry');
  const start = entry.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  const raw =
    entry.compressedBytes === 0
      ? Readable.from([])
      : archive.createReadStream({ start, end: start + entry.compressedBytes - 1, autoClose: false });
  if (entry.method === 0) return raw;
  if (entry.method !== 8) throw new Error(`a zip entry with the unknown method ${entry.method}`);
  const inflate = createInflateRaw();
  raw.on('error', (error: Error) => inflate.destroy(error));
  return raw.pipe(inflate);
}

async function bytesAt(archive: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(Math.max(0, end - start));
  const { bytesRead } = await archive.read(buffer, 0, buffer.length, start);
  return buffer.subarray(0, bytesRead);
}
