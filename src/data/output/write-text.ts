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

/** Finds out whether `writeText` could write to a path. Leaves nothing behind; throws as it does. */
export async function checkTextOutput(path: string): Promise<void> {
  const file = await ResultFile.open(path);
  await file.discard();
}
