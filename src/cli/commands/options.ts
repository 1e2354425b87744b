import path from 'node:path';
import { loadConfig, type LoadedConfig } from '../../config/load.ts';
import type { CliContext } from '../main.ts';
import { jsonText } from '../output/json-text.ts';

/** Options that every command has. */
export type SharedOptions = { readonly config: string; readonly json?: boolean; readonly quiet?: boolean };

/** Loads the configuration that a command names. */
export function configOf({ config }: SharedOptions, { cwd }: CliContext): Promise<LoadedConfig> {
  return loadConfig(path.resolve(cwd, config));
}

/** Prints one JSON object, and nothing else, on stdout. */
export function printJson(value: unknown, { stdout }: CliContext): void {
  stdout.write(`${jsonText(value, 2)}\n`);
}
