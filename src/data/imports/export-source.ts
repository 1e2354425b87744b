import type { PublicSource } from '../presets/public-source.ts';
import { unseenFiles } from '../presets/unseen-files.ts';

/** The source of a preset that reads what a tool exports: files of the user's own, which nobody can pull. */
export function exportSource(tool: string, folder: string, home: string): PublicSource {
  return {
    title: `${tool} export`,
    folder: `exports/${folder}`,
    licence: { name: 'your own data', light: 'open' },
    home,
    files: [],
  };
}

/** The first sentence of what such a preset handles. */
export const unseenExport: string = unseenFiles;
