import { ResultFile } from './result-file.ts';

/** Writes a text file that is there whole or not at all. Throws AssizeError `output` where it cannot. */
export async function writeText(path: string, text: string): Promise<void> {
  const file = await ResultFile.open(path);
  try {
    await file.write(Buffer.from(text));
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
