import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';
import type { z } from 'zod';
import { AssizeError } from '../core/errors.ts';
import { issueFault } from '../core/schema-fault.ts';
import { configSchema, type Config } from './schema.ts';
import { keysAround } from './known-keys.ts';
import { secretFaults } from './secrets.ts';

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
  const faults = secretFaults(value).map(({ keys, message }) => `${where(keys)}: ${message}`);
  const parsed = configSchema.safeParse(value ?? {}, { reportInput: true });
  if (!parsed.success)
    faults.push(
      ...parsed.error.issues
        .filter(({ path: keys }) => !secretFaults(value).some((secret) => secret.keys.join('.') === keys.join('.')))
        .map((issue) => faultOf(issue, where)),
    );
  if (faults.length > 0) throw new AssizeError('config', faults[0] as string, { details: { faults } });
  return { config: parsed.data as Config, folder: path.dirname(path.resolve(file)), file: shown, where };
}

function faultOf(issue: z.core.$ZodIssue, where: LoadedConfig['where']): string {
  const keys = [...issue.path, ...(issue.code === 'unrecognized_keys' && issue.keys[0] !== undefined ? [issue.keys[0]] : [])] as (
    string | number
  )[];
  const narrowed = narrowest(issue);
  const at =
    narrowed === issue
      ? keys
      : ([
          ...narrowed.path,
          ...(narrowed.code === 'unrecognized_keys' && narrowed.keys[0] !== undefined ? [narrowed.keys[0]] : []),
        ] as (string | number)[]);
  const fault = issueFault(narrowed, '', keysAround(narrowed.path as (string | number)[]));
  // A fault of the whole file has no key to name.
  return `${where(at)}: ${fault.replace(/^(: |\.)/u, '')}`;
}

/** Inside a union, the branch that fits best: the one with the fewest faults, then the deepest. */
function narrowest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const branches = issue.errors
    .filter((branch) => branch.length > 0)
    .map((branch) => ({
      size: branch.length,
      type: branch.some((entry) => entry.path.length === 0 && entry.code === 'invalid_type') ? 1 : 0,
      kind: branch.some((entry) => entry.path.length === 1 && entry.path[0] === 'kind') ? 1 : 0,
      issue: branch[0] as z.core.$ZodIssue,
    }))
    .sort((a, b) => a.type - b.type || a.kind - b.kind || a.size - b.size || b.issue.path.length - a.issue.path.length);
  const best = branches[0];
  if (best === undefined) return issue;
  if (best.type === 1 && branches.every(({ type }) => type === 1))
    return {
      ...issue,
      code: 'custom',
      message: `expected ${branches.map((branch) => (branch.issue.code === 'invalid_type' ? branch.issue.expected : 'another value')).join(' or ')}, got ${JSON.stringify(issue.input)}. Correct it.`,
    } as z.core.$ZodIssue;
  return narrowest({ ...best.issue, path: [...issue.path, ...best.issue.path] });
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
