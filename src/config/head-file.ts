import { AssizeError } from '../core/errors.ts';
import { schemaFault } from '../core/schema-fault.ts';
import { headArtifactSchema, type HeadArtifact } from '../judge/criteria/head-artifact.ts';
import { readTextFile } from './text-file.ts';

/** Reads a fitted head, relative to `folder`. Throws `config` naming the place and what is wrong in it. */
export async function readHeadFile(file: string, folder: string, place: string): Promise<HeadArtifact> {
  const at = `${place} (${file})`;
  const text = await readTextFile(file, folder, place);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AssizeError(
      'config',
      `${at}: expected JSON as assize fit writes it, got: ${(error as Error).message.split('\n')[0]}. Fit it again.`,
      {
        cause: error,
      },
    );
  }
  const parsed = headArtifactSchema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new AssizeError('config', schemaFault(parsed.error, at, Object.keys(headArtifactSchema.shape)));
  return parsed.data;
}
