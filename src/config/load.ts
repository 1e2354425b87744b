import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { AssizeError, describe } from '../core/errors.ts';
import { checkedConfig } from './checked-config.ts';
import type { Config } from './schema.ts';

/** A configuration with where it came from: paths in it are relative to `folder`. */
export type LoadedConfig = {
  readonly config: Config;
  readonly folder: string;
  readonly file: string;
  /** `FILE:LINE` of a path of keys, for messages. */
  where(keys: readonly (string | number)[]): string;
};

/** YAML aliases may blow a small file up to gigabytes; more than this is refused. */
const maxAliasCount = 100;

/**
 * Reads `assize.yaml`.
 *
 * @throws AssizeError `config` with every fault, the first in the message as `FILE:LINE:COLUMN: key: expected X, got Y. Do Z.`, all in `details.faults`.
 */
export async function loadConfig(file: string): Promise<LoadedConfig> {
  checkText(file, 'loadConfig', 'the path of a configuration');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new AssizeError('config', unreadable(file, error as NodeJS.ErrnoException), { cause: error });
  }
  return parseConfig(text, file);
}

/** Parses the text of a configuration that stands (or would stand) in `file`. */
export function parseConfig(text: string, file: string): LoadedConfig {
  checkText(text, 'parseConfig', 'the text of a configuration');
  checkText(file, 'parseConfig', 'the path where the configuration stands');
  const lines = new LineCounter();
  const shown = path.relative(process.cwd(), file) || file;
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false, prettyErrors: false });
  const fault = document.errors[0];
  if (fault !== undefined) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new AssizeError(
      'config',
      fault.code === 'MULTIPLE_DOCS'
        ? `${shown}:${line}:${col}: expected one YAML document, got several. Leave one.`
        : `${shown}:${line}:${col}: expected valid YAML with each key once, got: ${firstLine(fault.message)}. Correct it.`,
    );
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount });
  } catch (error) {
    throw new AssizeError(
      'config',
      `${shown}: expected at most ${maxAliasCount} uses of aliases, got more. Write the values out.`,
      { cause: error },
    );
  }
  const where = (keys: readonly (string | number)[]): string => position(document, lines, keys, shown);
  return { config: checkedConfig(value ?? {}, where), folder: path.dirname(path.resolve(file)), file: shown, where };
}

function checkText(given: unknown, place: string, expected: string): void {
  if (typeof given !== 'string')
    throw new AssizeError('usage', `${place}: expected ${expected}, got ${describe(given)}. Give it.`);
}

function position(document: Document, lines: LineCounter, keys: readonly (string | number)[], file: string): string {
  for (let depth = keys.length; depth >= 0; depth -= 1) {
    const offset = offsetOf(document, keys.slice(0, depth));
    if (offset === undefined) continue;
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  }
  return file;
}

/** Where a key stands (not its value), as that is what a reader looks for. */
function offsetOf(document: Document, keys: readonly (string | number)[]): number | undefined {
  if (keys.length === 0) return undefined;
  const parent = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  const last = keys.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(
      ({ key }) => (isNode(key) && 'value' in key ? String(key.value) : String(key)) === String(last),
    );
    return pair !== undefined && isNode(pair.key) ? pair.key.range?.[0] : undefined;
  }
  const node = document.getIn(keys, true);
  return isNode(node) ? node.range?.[0] : undefined;
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/\.$/u, '');
}

function unreadable(file: string, error: NodeJS.ErrnoException): string {
  const shown = path.relative(process.cwd(), file) || file;
  if (error.code === 'ENOENT')
    return `${shown}: expected a configuration file, got none there. Run "assize init", or name one with --config.`;
  if (error instanceof TypeError) return `${shown}: expected UTF-8 text, got bytes that are none. Save the file as UTF-8.`;
  if (error.code === 'EISDIR') return `${shown}: expected a configuration file, got a folder. Name the file in it.`;
  return `${shown}: expected a readable configuration file, got ${error.code ?? 'an error'}. Check its permissions.`;
}
