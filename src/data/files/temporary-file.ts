import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A file without a name in the system's folder for temporary files: it is unlinked as soon as it is open, so that nothing is left behind
 * however the process ends. Where an open file cannot be unlinked it goes when it is closed.
 */
export async function openTemporaryFile(): Promise<{ readonly handle: FileHandle; readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'assize-'));
  const handle = await open(join(folder, 'data'), 'wx+', 0o600);
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true }).catch(() => undefined);
  await remove();
  return {
    handle,
    close: async () => {
      await handle.close();
      await remove();
    },
  };
}
