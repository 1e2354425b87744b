import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { AssizeError } from '../core/errors.ts';
import { glob, isPattern, wouldMatch } from '../data/files/glob.ts';
import type { Workspace } from './workspace.ts';

/** A file that a command is to write: the option that names it, and its absolute path. */
export type Output = { readonly option: string; readonly path: string };

/**
 * Refuses outputs that would replace what the user needs: the configuration, the store, a file of a data set (or one that its pattern would take for data the next
 * time), or another output. Links and other spellings of a path are seen through. To be asked before the first call.
 *
 * @throws AssizeError `usage` naming the option and what stands there.
 */
export async function checkOutputPaths(workspace: Workspace, outputs: readonly Output[]): Promise<void> {
  const { loaded, storeFile } = workspace;
  const taken: { readonly what: string; readonly key: string | undefined }[] = [];
  const take = async (what: string, file: string): Promise<void> => void taken.push({ what, key: await keyOf(file) });
  if (outputs.length === 0) return;
  await take(`the configuration`, path.resolve(loaded.file));
  const patterns = Object.entries(loaded.config.datasets).flatMap(([name, { files }]) =>
    (typeof files === 'string' ? [files] : files).map((pattern) => ({ what: `a file of datasets.${name}`, pattern })),
  );
  for (const { what, pattern } of patterns) {
    const found = isPattern(pattern) ? await glob(pattern, loaded.folder) : [pattern];
    for (const file of found) await take(what, path.resolve(loaded.folder, file));
  }
  const store = await realFolder(path.dirname(storeFile));
  for (const { option, path: file } of outputs) {
    const key = await keyOf(file);
    const real = await realPlace(file);
    const inStore = real.startsWith(`${store}${path.sep}`) ? 'a file of the store' : undefined;
    const inSet = patterns.find(({ pattern }) => isPattern(pattern) && wouldMatch(pattern, loaded.folder, file));
    const what =
      taken.find((other) => key !== undefined && other.key === key)?.what ??
      inStore ??
      (inSet && `${inSet.what} (${inSet.pattern})`);
    if (what !== undefined)
      throw new AssizeError(
        'usage',
        `${option} ${path.basename(file)}: expected a file that nothing else needs, got ${what}. Name another.`,
        {
          details: { option, path: file },
        },
      );
    taken.push({ what: `the file of ${option}`, key });
  }
}

/** What makes two paths one file: its device and number where it is there, else its place in its folder's real path. */
async function keyOf(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  // Devices and pipes may be named as often as one likes.
  if (found !== undefined && !found.isFile() && !found.isDirectory()) return undefined;
  return found === undefined ? await realPlace(file) : `${found.dev}:${found.ino}`;
}

async function realPlace(file: string): Promise<string> {
  const real = await realpath(file).catch(() => undefined);
  return real ?? path.join(await realFolder(path.dirname(file)), path.basename(file));
}

async function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(() => path.resolve(folder));
}
