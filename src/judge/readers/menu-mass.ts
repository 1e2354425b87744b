import { foldLabel } from '../../core/fold.ts';
import type { MenuEntry } from '../../core/space-view.ts';
import type { TokenProbabilities } from '../../model/language-model.ts';
import type { VerdictPosition } from './token-position.ts';

/** Probability mass of each menu entry, in the menu's order; sums to at most 1, the rest is off the menu. */
export type MenuMass = readonly number[];

/** The mass of a provider that sees the whole vocabulary: by label or synonym, as its `menu` was asked for. */
export function exactMass(menu: readonly MenuEntry[], probabilities: Readonly<Record<string, number>>): MenuMass {
  const byName = new Map<string, number>();
  for (const [name, probability] of Object.entries(probabilities)) byName.set(foldLabel(name), asProbability(probability));
  return menu.map((entry) => namesOf(entry).reduce((sum, name) => sum + (byName.get(name) ?? 0), 0));
}

/**
 * The mass of an endpoint's top list at the verdict's position. A token counts for a label where it is that label (or a synonym), or the beginning of no
 * other's. One that could still become another label is told apart by what the reply itself went on with, if it is the reply's own token; otherwise it
 * counts for no label. `ended`: the reply ended by itself after `tokens`, which settles a label too.
 */
export function topListMass(
  menu: readonly MenuEntry[],
  { tokens, ended }: { readonly tokens: readonly TokenProbabilities[]; readonly ended: boolean },
  at: VerdictPosition,
): MenuMass {
  const here = tokens[at.index] as TokenProbabilities;
  const further = tokens
    .slice(at.index + 1, at.index + 200)
    .map(({ token }) => token)
    .join('');
  const own = { further, ended };
  const names = menu.map(namesOf);
  const mass = menu.map(() => 0);
  for (const { token, logprob } of listed(here)) {
    const text = withoutHead(token, at.head);
    if (text === undefined) continue;
    const index = token === here.token ? ownLabel(names, text, own) : labelOf(names, text);
    if (index !== undefined) mass[index] = (mass[index] as number) + asProbability(Math.exp(Number(logprob ?? Number.NaN)));
  }
  return mass;
}

/** What the probabilities of a position's list sum to, with the token that came: 1 at most, where they are of one distribution. */
export function listedMass(position: TokenProbabilities | undefined): number {
  if (position === undefined) return 0;
  return listed(position).reduce((sum, { logprob }) => {
    const probability = Math.exp(Number(logprob ?? Number.NaN));
    return Number.isNaN(probability) ? sum : sum + probability;
  }, 0);
}

function namesOf(entry: MenuEntry): string[] {
  return [...new Set([entry.label, ...entry.synonyms].map(foldLabel))];
}

/** The top list with the token that came, each once. */
function listed(position: TokenProbabilities): { readonly token: string; readonly logprob: number }[] {
  const byToken = new Map(position.top.map(({ token, logprob }) => [token, logprob]));
  if (!byToken.has(position.token)) byToken.set(position.token, position.logprob);
  return [...byToken].map(([token, logprob]) => ({ token, logprob }));
}

/** A token without what stands before the verdict in it; `undefined` where it has another head: it is then at another place of the reply. */
function withoutHead(token: string, head: string): string | undefined {
  const text = token.replace(/^[\s\u{2581}\u{120}\u{10A}]+/u, '');
  return text.startsWith(head) ? text.slice(head.length) : undefined;
}

const closed = /^(.*?)(["'”’*`)\]},;!.:\n])/su;

/** The one entry that a token by itself is, or begins. */
function labelOf(names: readonly (readonly string[])[], token: string): number | undefined {
  const begun = onlyEntry(names, foldLabel(token));
  const [, label = '', mark = ''] = closed.exec(token) ?? [];
  // `1.` and `1,` may go on to 1.5; what else ends a label keeps it from becoming another. A label's own punctuation (`A, partly`) ends nothing.
  if (begun !== undefined || label === '' || (/\p{Nd}$/u.test(label) && /[.,]/u.test(mark))) return begun;
  const index = names.findIndex((labels) => labels.includes(foldLabel(label)));
  return index < 0 ? undefined : index;
}

/** The only entry of which some name begins with `start`. */
function onlyEntry(names: readonly (readonly string[])[], start: string): number | undefined {
  if (start === '') return undefined;
  const found = names.flatMap((labels, index) => (labels.some((label) => label.startsWith(start)) ? [index] : []));
  return found.length === 1 ? found[0] : undefined;
}

type Own = { readonly further: string; readonly ended: boolean };

/** The entry that the reply's own token is, told by what the reply went on with. */
function ownLabel(names: readonly (readonly string[])[], token: string, { further, ended }: Own): number | undefined {
  const folded = foldLabel(token + further);
  const [spelled] = names
    .flatMap((labels, index) => labels.map((label) => ({ label, index })))
    .filter(({ label }) => folded.startsWith(label) && endsThere(folded, label.length))
    .sort((a, b) => b.label.length - a.label.length);
  if (spelled === undefined) return onlyEntry(names, folded);
  const settled = ended || further.includes('\n') || folded !== spelled.label || onlyEntry(names, folded) !== undefined;
  return settled ? spelled.index : undefined;
}

/** Whether a label that is `length` long ends in the text there: no letter, digit or decimal goes on with it, and an `I` is no pronoun. */
function endsThere(text: string, length: number): boolean {
  const rest = text.slice(length);
  if (rest === '') return true;
  if (text.startsWith('i') && length === 1 && /^(?: \p{L}|')/u.test(rest)) return false;
  if (/^[.,]\d/u.test(rest) && /\d$/u.test(text.slice(0, length))) return false;
  return !/^[\p{L}\p{N}\p{M}_]/u.test(rest) || !/[\p{L}\p{N}\p{M}_]$/u.test(text.slice(0, length));
}

function asProbability(value: number): number {
  return Number.isFinite(value) && value > 0 ? Math.min(1, value) : 0;
}
