import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files under `base` whose path, with `/` between its parts, matches a pattern; sorted by code unit. `*` and `?` stand for characters of one
 * part, `**` as a part for any number of folders, `{a,b}` for either. A part that begins with a dot is matched only by a pattern part that does;
 * `**` does not enter linked folders. Folders are never matched.
 *
 * Paths come as the pattern has them: relative to `base`, or absolute.
 */
export async function glob(pattern: string, base: string): Promise<string[]> {
  const found = new Set<string>();
  for (const plain of expandBraces(pattern.replaceAll('\\', '/'))) {
    const absolute = /^(?:\/|[A-Za-z]:\/)/u.exec(plain)?.[0];
    const parts = plain
      .slice(absolute?.length ?? 0)
      .split('/')
      .filter((part) => part !== '' && part !== '.');
    await walk({ base, path: absolute ?? '', parts, found });
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Whether a file at an absolute path, there or not yet, would be found by a pattern under `base`. Links are not followed. */
export function wouldMatch(pattern: string, base: string, path: string): boolean {
  const parts = partsOf(path);
  return expandBraces(pattern.replaceAll('\\', '/')).some((plain) => matchesParts(partsOf(absoluteOf(base, plain)), parts));
}

function partsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
}

function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return parts.length === 0;
  const [part, ...further] = parts;
  if (first === '**')
    return (
      matchesParts(rest.length === 0 ? ['*'] : rest, parts) ||
      (part !== undefined && !part.startsWith('.') && matchesParts(pattern, further))
    );
  if (part === undefined) return false;
  return (isPattern(first) ? partMatcher(first).test(part) : first === part) && matchesParts(rest, further);
}

/** Whether a path is a pattern at all. */
export function isPattern(path: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/u.test(path);
}

type Walk = { readonly base: string; readonly path: string; readonly parts: readonly string[]; readonly found: Set<string> };

async function walk({ base, path, parts, found }: Walk): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  const on = async (name: string, remaining: readonly string[]): Promise<void> => {
    const next = path === '' || path.endsWith('/') ? `${path}${name}` : `${path}/${name}`;
    if (remaining.length > 0) return walk({ base, path: next, parts: remaining, found });
    const entry = await stat(absoluteOf(base, next)).catch(() => undefined);
    if (entry !== undefined && !entry.isDirectory()) found.add(next);
  };
  if (part === '**') {
    if (rest.length === 0) await walk({ base, path, parts: ['*'], found });
    else await walk({ base, path, parts: rest, found });
    for (const entry of await entriesOf(absoluteOf(base, path)))
      if (entry.isDirectory() && !entry.name.startsWith('.')) await on(entry.name, parts);
    return;
  }
  if (part === '..' || !isPattern(part)) return on(part, rest);
  const matcher = partMatcher(part);
  for (const entry of await entriesOf(absoluteOf(base, path))) if (matcher.test(entry.name)) await on(entry.name, rest);
}

function absoluteOf(base: string, path: string): string {
  return /^(?:\/|[A-Za-z]:\/)/u.test(path) ? path : join(base, path);
}

async function entriesOf(folder: string): Promise<{ readonly name: string; isDirectory(): boolean }[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

function partMatcher(part: string): RegExp {
  const body = part
    .replace(/[\\^$.|+()[\]{}]/gu, '\\$&')
    .replace(/\*+/gu, '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${part.startsWith('.') ? '' : '(?!\\.)'}${body}$`, 'su');
}

/** `a{b,c}d` as `abd`, `acd`; nested groups too. A group without a comma is text. */
function expandBraces(pattern: string): string[] {
  const group = /\{([^{}]*,[^{}]*)\}/u.exec(pattern);
  if (group === null) return [pattern];
  const before = pattern.slice(0, group.index);
  const after = pattern.slice(group.index + group[0].length);
  return (group[1] as string).split(',').flatMap((choice) => expandBraces(`${before}${choice}${after}`));
}
