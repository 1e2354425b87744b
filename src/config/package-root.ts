import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the installed package: where `presets/` and `examples/` lie, whether the code runs from source or from `dist/`. */
export function packageRoot(): string {
  root ??= find(path.dirname(fileURLToPath(import.meta.url)));
  return root;
}

let root: string | undefined;

function find(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, 'package.json');
    if (existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === 'assize') return at;
    if (path.dirname(at) === at)
      throw new Error(`package root: expected a package.json named assize above ${folder}, got none. Reinstall assize.`);
  }
}

/** Version of this package. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}
