import { homedir } from 'node:os';
import path from 'node:path';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the folders of a user depend on. */
export type UserPlace = { readonly env: Environment; readonly platform?: NodeJS.Platform; readonly home?: string };

/**
 * The folder that models are kept in: `ASSIZE_CACHE/models` where that variable is set, else `assize/models` in the user's cache folder
 * (`XDG_CACHE_HOME` or `~/.cache`; `~/Library/Caches` on macOS; `%LOCALAPPDATA%` on Windows).
 */
export function modelsFolder({ env, platform = process.platform, home = homedir() }: UserPlace): string {
  const moved = env['ASSIZE_CACHE'];
  if (moved !== undefined && moved !== '') return path.resolve(moved, 'models');
  return path.join(userCacheFolder(env, platform, home), 'assize', 'models');
}

/** The variable that names the file of a model: `ASSIZE_MODEL_PATH_QWEN2_5_CODER_1_5B_INSTRUCT`. */
export function pathVariableOf(name: string): string {
  return `ASSIZE_MODEL_PATH_${name.toUpperCase().replace(/[^A-Z0-9]+/gu, '_')}`;
}

function userCacheFolder(env: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches');
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? path.join(home, 'AppData', 'Local');
  const named = env['XDG_CACHE_HOME'];
  // The base-directory rules say that a relative path here is to be ignored.
  return named !== undefined && path.isAbsolute(named) ? named : path.join(home, '.cache');
}
