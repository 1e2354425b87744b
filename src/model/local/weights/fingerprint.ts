import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../../core/json.ts';

/** What a file was when its sum was taken. A change of its content changes one of the three. */
type Seen = { readonly bytes: number; readonly modifiedMs: number; readonly changedMs: number; readonly sha256: string };

const memoFile = '.sums.json';

export type FingerprintOptions = {
  /** The models' folder: sums of files that have not changed are kept there, so that a gigabyte is read once. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Bytes read so far; not called where the sum is remembered. */
  readonly onBytes?: (bytes: number) => void;
};

/**
 * SHA-256 of a file, in lower-case hex, and its size. It is taken again whenever size, time of modification or time of change differ from
 * when it was last taken. A folder that cannot be written only costs the time.
 *
 * @throws the file system's error where the file cannot be read; the signal's reason when aborted.
 */
export async function fingerprint(
  file: string,
  { folder, signal, onBytes }: FingerprintOptions,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const { size, mtimeMs, ctimeMs } = await stat(file);
  const known = (await readMemo(folder)).get(file);
  if (known !== undefined && known.bytes === size && known.modifiedMs === mtimeMs && known.changedMs === ctimeMs) {
    return { sha256: known.sha256, bytes: size };
  }
  const sum = await takeSum(file, { signal, ...(onBytes !== undefined && { onBytes }) });
  await remember(folder, file, { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs, sha256: sum.sha256 });
  return sum;
}

/** As `fingerprint`, of a file that is read in any case and not remembered. */
export async function takeSum(
  file: string,
  { signal, onBytes }: Omit<FingerprintOptions, 'folder'>,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20, signal })) {
    const part = chunk as Buffer;
    hash.update(part);
    bytes += part.length;
    onBytes?.(bytes);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Remembers a sum that was just taken, of a file that has got its final name since. */
export async function rememberSum(file: string, sha256: string, folder: string): Promise<void> {
  const { size, mtimeMs, ctimeMs } = await stat(file);
  await remember(folder, file, { bytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs, sha256 });
}

async function readMemo(folder: string): Promise<Map<string, Seen>> {
  try {
    const read: unknown = JSON.parse(await readFile(path.join(folder, memoFile), 'utf8'));
    return new Map(isObject(read) ? Object.entries(read).filter((entry): entry is [string, Seen] => isSeen(entry[1])) : []);
  } catch {
    return new Map();
  }
}

async function remember(folder: string, file: string, seen: Seen): Promise<void> {
  const temporary = path.join(folder, `${memoFile}.${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    const memo = await readMemo(folder);
    memo.set(file, seen);
    await writeFile(temporary, JSON.stringify(Object.fromEntries(memo), undefined, 1));
    await rename(temporary, path.join(folder, memoFile));
  } catch {
    await unlink(temporary).catch(() => undefined);
  }
}

function isSeen(value: unknown): value is Seen {
  return (
    isObject(value) &&
    typeof value['bytes'] === 'number' &&
    typeof value['modifiedMs'] === 'number' &&
    typeof value['changedMs'] === 'number' &&
    typeof value['sha256'] === 'string'
  );
}
