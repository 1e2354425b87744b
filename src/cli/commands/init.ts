import { cp, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { packageRoot } from '../../config/package-root.ts';
import { AssizeError } from '../../core/errors.ts';
import type { CliContext } from '../main.ts';
import { printJson } from './options.ts';

/** `assize init`: writes the starting files, and never over one that is there. */
export async function initCommand(folder: string, options: unknown, context: CliContext): Promise<number> {
  const { json, quiet } = options as { json?: boolean; quiet?: boolean };
  const target = path.resolve(context.cwd, folder);
  const source = path.join(packageRoot(), 'presets', 'init');
  const files = (await readdir(source)).sort();
  let there: string[];
  try {
    await mkdir(target, { recursive: true });
    there = (await readdir(target)).filter((name) => files.includes(name));
  } catch (error) {
    throw new AssizeError('output', `${folder}: expected a folder to write to, got ${faultOf(error)}. Name another.`, {
      cause: error,
    });
  }
  if (there.length > 0)
    throw new AssizeError(
      'usage',
      `${folder}: expected none of ${files.join(', ')} there, got ${there.join(', ')}. Name an empty folder, or move them away.`,
    );
  try {
    for (const name of files)
      await cp(path.join(source, name), path.join(target, name), { recursive: true, errorOnExist: true, force: false });
  } catch (error) {
    throw new AssizeError(
      'output',
      `${folder}: expected a folder that can be written, got ${faultOf(error)}. Check its permissions and the disk.`,
      { cause: error },
    );
  }
  if (json === true) printJson({ folder: target, files }, context);
  else if (quiet !== true) {
    const at = path.relative(context.cwd, target);
    context.stdout.write(
      `Wrote ${files.join(', ')}${at === '' ? '' : ` to ${at}`}.\n\nNext:\n${at === '' ? '' : `  cd ${at}\n`}  assize judge helpful --data items --dry-run   what it would take\n  assize judge helpful --data items             judge the ten sample items\n`,
    );
  }
  return 0;
}

const faults: { readonly [code: string]: string } = {
  EEXIST: 'a file of that name',
  ENOTDIR: 'a file above it',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'a read-only disk',
  ENOSPC: 'a full disk',
};

function faultOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'an error' : (faults[code] ?? code);
}
