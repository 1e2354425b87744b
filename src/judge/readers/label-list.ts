import { foldLabel } from '../../core/fold.ts';
import type { SpaceView } from '../../core/space-view.ts';

/** Between two labels, alone on their line: what makes a list of them. `strong` ones do whatever follows. */
const separator = /^(?<strong>-|~|\.\.| (?:to|or|bis) )|^(?: ?(?:[,/|&+]|-|–) ?| and )/u;
const number = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)/u;
const wrapping = /^["'“”*_`([]+/u;
const closing = /^["'“”*_`)\]%]+/u;

/**
 * Whether an answer begins with two different labels where one is asked for (`7-8`, `7 or 8`, `A/B`): no token of it is then a verdict. `4/5` is 4 where 5 is the
 * scale's top.
 */
export function isLabelList(answer: string, space: SpaceView): boolean {
  const text = foldLabel(answer.trimStart().split('\n', 1)[0] ?? '');
  if ('ok' in space.admit(text)) return false;
  const names = (space.menu ?? [])
    .flatMap(({ label, synonyms }) => [label, ...synonyms].map(foldLabel))
    .sort((a, b) => b.length - a.length);
  const first = labelAt(text, names, space.numeric);
  if (first === undefined) return false;
  const between = separator.exec(first.rest);
  if (between === null) return false;
  const second = labelAt(first.rest.slice(between[0].length), names, space.numeric);
  if (second === undefined || second.label === first.label) return false;
  if (between[0].trim() === '/' && space.range !== undefined && Number(second.label) === space.range[1]) return false;
  return between.groups?.['strong'] !== undefined || /^(?:$|[.,;:!?]| ?[/|&,-]| (?:or|and|to) )/u.test(second.rest);
}

/** The longest label that a text begins with, and what follows it. */
function labelAt(text: string, names: readonly string[], numeric: boolean): { label: string; rest: string } | undefined {
  const bare = text.replace(wrapping, '');
  const label =
    names.find((name) => bare.startsWith(name) && ends(bare, name.length)) ?? (numeric ? number.exec(bare)?.[0] : undefined);
  if (label === undefined || !ends(bare, label.length)) return undefined;
  return { label, rest: bare.slice(label.length).replace(closing, '') };
}

function ends(text: string, length: number): boolean {
  const rest = text.slice(length);
  if (/^\.\d/u.test(rest) && /\d$/u.test(text.slice(0, length))) return false;
  return !/^[\p{L}\p{N}\p{M}_]/u.test(rest) || !/[\p{L}\p{N}\p{M}_]$/u.test(text.slice(0, length));
}
