import type { Token } from 'node-llama-cpp';
import type { Distribution } from './distribution.ts';
import { foldMenu, standingOf, type FoldedMenu, type Standing } from './menu-standing.ts';

/** What a walk needs to know of the model's vocabulary. */
export type Vocabulary = {
  /** The text of a token as it stands in the middle of a text; `undefined` for a mark, and for bytes that are no whole character. */
  textOf(token: Token): string | undefined;
  /** Whether the token is a mark: it ends whatever stood before it. */
  isMark(token: Token): boolean;
  /** How the tokenizer itself would write a text. */
  tokenize(text: string): readonly Token[];
};

export type MenuWalkOptions = {
  readonly labels: readonly string[];
  readonly vocabulary: Vocabulary;
  /** What the reply already holds after the place where the label is expected. */
  readonly begun?: string;
  /** The distribution after some tokens past the root's place. */
  readonly lookAhead: (path: readonly Token[]) => Promise<Distribution>;
  /** Mass below which telling labels apart is not worth another pass; in 0–1. */
  readonly leastMass?: number;
  readonly mostPasses?: number;
};

export type MenuWalk = {
  /** Probability of each label; sums to 1 at most, the rest is off the menu. */
  readonly probabilities: Readonly<Record<string, number>>;
  /** Passes after the first. */
  readonly passes: number;
};

type Beginning = {
  readonly path: readonly Token[];
  /** `undefined` once a token was no whole character: from there only the tokenizer's own spellings are followed. */
  readonly text: string | undefined;
  readonly mass: number;
  readonly standing: Standing;
};

/** Less than this is looked at only where it begins a label as the tokenizer writes it. */
const negligible = 1e-8;

/**
 * Exact probability that a reply's first word (after white space) is each label of a menu, at temperature 1 over the whole vocabulary.
 *
 * A label has the mass of every token path that spells it, whatever its case and the space before it. Where labels differ in their first token the
 * root distribution says all. A beginning that could still become a label, or another one (`1` where `10` is on the menu, white space), is followed
 * by further passes, the heaviest first, while it weighs `leastMass`; a mark ends a label. Below that, a beginning as the tokenizer writes
 * it that can become one label only counts for that label; any other counts for none.
 */
export async function walkMenu(root: Distribution, options: MenuWalkOptions): Promise<MenuWalk> {
  const { labels, begun = '', lookAhead, leastMass = 0.001, mostPasses = 16, vocabulary } = options;
  const menu = foldMenu(labels);
  const spellings = spellingsOf(labels, vocabulary);
  const probabilities = new Map(labels.map((label) => [label, 0]));
  const add = (label: string, mass: number): void => void probabilities.set(label, (probabilities.get(label) ?? 0) + mass);
  const start: Beginning = { path: [], text: begun, mass: 1, standing: standingOf(begun, menu) };
  const spreading = { menu, spellings, vocabulary, firstTurns: firstTurnsOf(labels, vocabulary), add };
  let open = spread(start, root, spreading);
  let passes = 0;
  while (open.length > 0) {
    open.sort((a, b) => a.mass - b.mass);
    const heaviest = open.pop() as Beginning;
    if (heaviest.mass < leastMass || passes >= mostPasses) {
      settle([heaviest, ...open], spellings, add);
      break;
    }
    passes += 1;
    open = [...open, ...spread(heaviest, await lookAhead(heaviest.path), spreading)];
  }
  return { probabilities: Object.fromEntries(probabilities), passes };
}

type Spellings = readonly { readonly label: string; readonly tokens: readonly Token[] }[];
type SpreadOptions = {
  readonly menu: FoldedMenu;
  readonly spellings: Spellings;
  readonly vocabulary: Vocabulary;
  /** By token. */
  readonly firstTurns: Turn[];
  readonly add: (label: string, mass: number) => void;
};

/** Gives the mass of a beginning to what its next tokens make of it; gives back what stays open. */
function spread(from: Beginning, next: Distribution, options: SpreadOptions): Beginning[] {
  const { spellings, add } = options;
  const open: Beginning[] = [];
  const give = (token: Token, probability: number): void => {
    const mass = from.mass * probability;
    const turn = turnOf(from, token, options);
    if (turn.kind === 'off') return;
    if (turn.kind === 'mark') {
      if (from.standing.kind === 'open' && from.standing.label !== undefined) add(from.standing.label, mass);
    } else if (turn.standing.kind === 'label') add(turn.standing.label, mass);
    else open.push({ path: [...from.path, token], text: turn.text, mass, standing: turn.standing });
  };
  // The runtime gives the most probable first.
  for (const [token, probability] of next) {
    if (from.mass * probability < negligible) break;
    give(token, probability);
  }
  const seen = new Set<Token>();
  for (const { tokens } of spellings) {
    const token = tokens[from.path.length];
    if (token === undefined || seen.has(token) || !startsWith(tokens, from.path)) continue;
    seen.add(token);
    const probability = next.get(token) ?? 0;
    if (from.mass * probability < negligible) give(token, probability);
  }
  return open;
}

/** What a token makes of the beginning it follows. */
type Turn =
  | { readonly kind: 'off' }
  | { readonly kind: 'mark' }
  | { readonly kind: 'on'; readonly text: string | undefined; readonly standing: Exclude<Standing, { kind: 'off' }> };

/** What each token means at the place where nothing has been said: most of a vocabulary is looked at there, for every item anew. */
const knownTurns = new WeakMap<Vocabulary, Map<string, Turn[]>>();
/** Menus whose tokens are remembered. */
const mostMenus = 16;

function turnOf(from: Beginning, token: Token, options: SpreadOptions): Turn {
  if (from.path.length > 0 || from.text !== '') return newTurn(from, token, options);
  return (options.firstTurns[token] ??= newTurn(from, token, options));
}

function newTurn(from: Beginning, token: Token, { menu, spellings, vocabulary }: SpreadOptions): Turn {
  if (vocabulary.isMark(token)) return { kind: 'mark' };
  const piece = vocabulary.textOf(token);
  const text = piece === undefined || from.text === undefined ? undefined : from.text + piece;
  const standing = text === undefined ? onSpelling([...from.path, token], spellings) : standingOf(text, menu);
  return standing.kind === 'off' ? off : { kind: 'on', text, standing };
}

const off: Turn = { kind: 'off' };

function firstTurnsOf(labels: readonly string[], vocabulary: Vocabulary): Turn[] {
  const menus = knownTurns.get(vocabulary) ?? new Map<string, Turn[]>();
  knownTurns.set(vocabulary, menus);
  const key = JSON.stringify(labels);
  const turns = menus.get(key) ?? [];
  if (menus.size >= mostMenus) menus.clear();
  menus.set(key, turns);
  return turns;
}

/** A path of broken characters is on its way to the labels whose spelling it begins. */
function onSpelling(path: readonly Token[], spellings: Spellings): Standing {
  const begun = spellings.filter(({ tokens }) => startsWith(tokens, path));
  const whole = begun.find(({ tokens }) => tokens.length === path.length);
  const toward = [...new Set(begun.filter(({ tokens }) => tokens.length > path.length).map(({ label }) => label))];
  if (toward.length > 0) return { kind: 'open', toward, ...(whole !== undefined && { label: whole.label }) };
  return whole === undefined ? { kind: 'off' } : { kind: 'label', label: whole.label };
}

function settle(open: readonly Beginning[], spellings: Spellings, add: (label: string, mass: number) => void): void {
  for (const { path, mass, standing } of open) {
    if (standing.kind !== 'open' || standing.label !== undefined) continue;
    const [only, ...others] = standing.toward;
    const asWritten = spellings.some(({ label, tokens }) => label === only && startsWith(tokens, path));
    if (only !== undefined && others.length === 0 && asWritten) add(only, mass);
  }
}

/** The tokenizer's own spellings of the labels, alone and after a space. */
function spellingsOf(labels: readonly string[], { tokenize }: Vocabulary): Spellings {
  return labels.flatMap((label) => [label, ` ${label}`].map((text) => ({ label, tokens: tokenize(text) })));
}

function startsWith(tokens: readonly Token[], path: readonly Token[]): boolean {
  return path.length <= tokens.length && path.every((token, index) => tokens[index] === token);
}
