import { isAbsolute, resolve } from 'node:path';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AssizeError, describe } from '../core/errors.ts';
import { DataFile } from './files/data-file.ts';
import { glob, isPattern } from './files/glob.ts';
import { extensions, formatNamed, formatOfPath, type FormatName } from './formats/format.ts';

/** A file of a data set with its format. */
export type FormattedFile = { readonly file: DataFile; readonly format: FormatName };

export type OpenFilesOptions = {
  /** What messages begin with: the data set's name. */
  readonly place: string;
  /** The folder that paths are relative to. */
  readonly base: string;
  /** For every file; else each file's extension tells. */
  readonly format?: string;
  /** What `-` stands for. */
  readonly stdin?: Readable;
  readonly signal?: AbortSignal;
};

/**
 * Opens the files that paths and patterns name, in the order of the list, each pattern's matches sorted, a file named twice once. A path that is
 * there as it stands is no pattern.
 *
 * @throws AssizeError `data` where a path is missing, unreadable or a folder, or a pattern matches nothing; `config` where a format cannot be told.
 */
export async function openFiles(files: string | readonly string[], options: OpenFilesOptions): Promise<FormattedFile[]> {
  const { place, base } = options;
  const patterns: readonly string[] = typeof files === 'string' ? [files] : files;
  if (patterns.length === 0 || patterns.some((pattern) => typeof pattern !== 'string' || pattern === ''))
    throw new AssizeError(
      'config',
      `${place}.files: expected a path or a list of paths, got ${describe(files)}. Name the files.`,
    );
  const format = options.format === undefined ? undefined : formatNamed(options.format, `${place}.format`);
  const opened = new Map<string, FormattedFile>();
  try {
    for (const pattern of patterns) {
      if (pattern === '-') {
        if (options.stdin === undefined)
          throw new AssizeError(
            'config',
            `${place}.files: expected a path, got "-" where there is no standard input. Name a file.`,
          );
        if (!opened.has('-'))
          opened.set('-', { file: await DataFile.spooled(options.stdin, 'stdin', options.signal), format: format ?? 'jsonl' });
        continue;
      }
      for (const name of await namesOf(pattern, options)) {
        const path = isAbsolute(name) ? name : resolve(base, name);
        if (opened.has(path)) continue;
        const file = await DataFile.at(path, name);
        opened.set(path, { file, format: format ?? formatOfFile(name, place) });
      }
    }
  } catch (error) {
    await Promise.all([...opened.values()].map(({ file }) => file.close()));
    throw error;
  }
  return [...opened.values()];
}

function formatOfFile(name: string, place: string): FormatName {
  const known = formatOfPath(name);
  if (known !== undefined) return known;
  throw new AssizeError(
    'config',
    `${place}.files: expected a file that ends in ${extensions.join(', ')} (or one of these and .gz), got ${describe(name)}. Set format.`,
  );
}

async function namesOf(pattern: string, { place, base }: OpenFilesOptions): Promise<string[]> {
  const name = pattern.replace(/^(?:\.\/)+/u, '');
  if (!isPattern(name) || (await stat(resolve(base, name)).catch(() => undefined)) !== undefined) return [name];
  const found = await glob(name, base);
  if (found.length === 0)
    throw new AssizeError(
      'data',
      `${place}.files: expected files that match ${JSON.stringify(pattern)}, got none under ${base}. Check the pattern.`,
      {
        details: { pattern },
      },
    );
  return found;
}
