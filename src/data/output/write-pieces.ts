import { ResultFile } from './result-file.ts';

/** Writes a text file out of its pieces, there whole or not at all. Throws AssizeError `output` where it cannot. */
export async function writePieces(path: string, pieces: Iterable<string>): Promise<void> {
  const file = await ResultFile.open(path);
  try {
    let batch: string[] = [];
    for (const piece of pieces) {
      batch.push(piece);
      if (batch.length < 1000) continue;
      await file.write(Buffer.from(batch.join('')));
      batch = [];
    }
    await file.write(Buffer.from(batch.join('')));
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
