import { stat } from 'node:fs/promises';
import { AssizeError } from '../../core/errors.ts';
import { ResultFile } from './result-file.ts';

/** Writes a text file that is there whole or not at all. Throws AssizeError `output` where it cannot. */
export function writeText(path: string, text: string): Promise<void> {
  return writeParts(path, [text]);
}

/** The same by stream, a part at a time. */
export async function writeParts(path: string, parts: Iterable<string>): Promise<void> {
  const file = await ResultFile.open(path);
  try {
    for (const part of parts) await file.write(Buffer.from(part));
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

/**
 * Finds out whether `writeText` could write to a path, whose ending must be one of those named (what is no file, as `/dev/stdout`, may have any). Leaves nothing behind;
 * throws as it does, and `usage` on another ending.
 */
export async function checkTextOutput(path: string, endings: readonly string[]): Promise<void> {
  const isDevice = await stat(path).then(
    (found) => !found.isFile(),
    () => false,
  );
  if (!isDevice && !endings.some((ending) => path.toLowerCase().endsWith(ending)))
    throw new AssizeError('usage', `${path}: expected a file that ends in ${endings.join(' or ')}, got another. Rename it.`, {
      details: { path },
    });
  const file = await ResultFile.open(path);
  await file.discard();
}
