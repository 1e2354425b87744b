import { AssizeError, describe } from '../../core/errors.ts';
import { nearest } from '../../core/nearest.ts';

/**
 * How a file is laid out. `tsv-unquoted` is a table whose cells are split at tabs alone, so that a quotation mark is a character like
 * any other. `xml` is a flat one: a root whose children are the rows.
 */
export type FormatName = 'jsonl' | 'json' | 'csv' | 'tsv' | 'tsv-unquoted' | 'parquet' | 'xml';
export const formatNames: readonly FormatName[] = ['jsonl', 'json', 'csv', 'tsv', 'tsv-unquoted', 'parquet', 'xml'];

const byExtension: Readonly<Record<string, FormatName>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.parquet': 'parquet',
  '.xml': 'xml',
};

/** The extensions that tell a format; each may be followed by `.gz`. */
export const extensions: readonly string[] = Object.keys(byExtension);

/** The format that a file's extension tells (`.gz` aside, in any case), or `undefined` where it tells none. */
export function formatOfPath(path: string): FormatName | undefined {
  const extension = /(\.[^./\\]+)(?:\.gz)?$/iu.exec(path)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : byExtension[extension];
}

/** A format by its name. `place` is what a message begins with. Throws `config` on another name. */
export function formatNamed(name: string, place: string): FormatName {
  const found = formatNames.find((format) => format === name);
  if (found !== undefined) return found;
  const near = nearest(name, formatNames);
  throw new AssizeError(
    'config',
    `${place}: expected one of ${formatNames.join(', ')}, got ${describe(name)}. ${near === undefined ? 'Name one of them.' : `Did you mean ${near}?`}`,
  );
}
