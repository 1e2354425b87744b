import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isObject } from '../../../core/json.ts';

const name = 'node-llama-cpp';

/**
 * The installed runtime, as `NAME VERSION`, without loading it; `NAME absent` where it is not installed. The package does not export its
 * description, so that it is looked for where Node would look for the package.
 */
export function runtimeVersion(): string {
  for (const folder of createRequire(import.meta.url).resolve.paths(name) ?? []) {
    try {
      const description: unknown = JSON.parse(readFileSync(path.join(folder, name, 'package.json'), 'utf8'));
      if (isObject(description) && typeof description['version'] === 'string') return `${name} ${description['version']}`;
    } catch {
      // Not in this folder.
    }
  }
  return `${name} absent`;
}
