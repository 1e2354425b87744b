import { sha256, type ItemHash } from './hash.ts';
import { canonicalJson } from './json.ts';

/** A message of a conversation under judgment, tool calls included. */
export type ConversationMessage = {
  readonly role: string;
  readonly content: string;
  readonly name?: string;
  readonly toolCalls?: readonly { readonly id?: string; readonly name: string; readonly arguments: string }[];
  readonly toolCallId?: string;
};

/**
 * What a judge may see of a row. Gold labels, raters and authors are not here: they travel in `Row` (`data/row`), so that a
 * leak is a type error.
 *
 * Texts are exactly as in the data. `undefined` is absent; an empty string is a value.
 */
export type Item = {
  /** The user's id as text. For people and for joins; no prompt and no seed depends on it. */
  readonly id: string;
  /** BCP 47, where known. */
  readonly language?: string;
  readonly input?: string;
  readonly output?: string;
  readonly outputA?: string;
  readonly outputB?: string;
  readonly conversation?: readonly ConversationMessage[];
  readonly context?: string;
  readonly reference?: string;
  /** Further mapped fields: `{{ fields.NAME }}`. A field mapped but absent in this item has no entry. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same item in other languages, by language, without gold. */
  readonly parallel?: Readonly<Record<string, Omit<Item, 'parallel'>>>;
  /** Names the parallel group (for seeded draws of languages). */
  readonly parallelGroup?: string;
  /** Verdicts of earlier judges by column, read by recorded judges alone: no placeholder reaches them and no hash of content holds them. */
  readonly recorded?: Readonly<Record<string, unknown>>;
};

/** Identity of an item's content: every text a judge can see, without the id. NFC and NFD of one text are one content. */
export function itemHash(item: Item): ItemHash {
  const known = hashes.get(item);
  if (known !== undefined) return known;
  const { id: _id, recorded: _recorded, parallelGroup: _group, parallel, ...content } = item;
  const variants =
    parallel && Object.fromEntries(Object.entries(parallel).map(([language, variant]) => [language, itemHash(variant)]));
  const hash = sha256(canonicalJson({ ...content, parallel: variants }).normalize('NFC'));
  hashes.set(item, hash);
  return hash;
}

const hashes = new WeakMap<Item, ItemHash>();

/** An item with its two candidates in the other order. */
export function swapCandidates(item: Item): Item {
  const { outputA, outputB, ...rest } = item;
  return { ...rest, ...(outputB !== undefined && { outputA: outputB }), ...(outputA !== undefined && { outputB: outputA }) };
}
