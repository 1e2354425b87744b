/** What a beginning of a reply means for a menu of labels. */
export type Standing =
  /** It is this label, and can become no other. */
  | { readonly kind: 'label'; readonly label: string }
  /** It can still become one of `toward`; where it is a label already, `label`. */
  | { readonly kind: 'open'; readonly label?: string; readonly toward: readonly string[] }
  /** It is none of them, whatever follows. */
  | { readonly kind: 'off' };

/** A menu's labels in the form they are compared in. */
export type FoldedMenu = readonly { readonly label: string; readonly folded: string }[];

const formatCharacters = /\p{Cf}/gu;
const wordCharacter = /^[\p{L}\p{N}\p{M}_]/u;

export function foldMenu(labels: readonly string[]): FoldedMenu {
  return labels.map((label) => ({ label, folded: foldBeginning(label).trimEnd() }));
}

/**
 * What a reply that begins with `text` is: `1` is open where `10` is on the menu too, `Also` is no `A`, `A)` is one, white space is open toward
 * all. Compared as labels are (NFKC, case folded, format characters removed).
 */
export function standingOf(text: string, menu: FoldedMenu): Standing {
  const said = foldBeginning(text);
  const toward = menu.filter(({ folded }) => folded.startsWith(said) && folded !== said).map(({ label }) => label);
  const reached = menu
    .filter(({ folded }) => said.startsWith(folded) && endsAt(said, folded.length))
    .toSorted((a, b) => b.folded.length - a.folded.length)[0]?.label;
  if (toward.length > 0) return { kind: 'open', toward, ...(reached !== undefined && { label: reached }) };
  return reached === undefined ? { kind: 'off' } : { kind: 'label', label: reached };
}

/** As `foldLabel`, but a white space at the end stays: `not ` is on its way to `not supported`. */
function foldBeginning(text: string): string {
  return text.normalize('NFKC').replace(formatCharacters, '').toUpperCase().toLowerCase().replace(/\s+/gu, ' ').trimStart();
}

/** Whether a label that ends here is a word of its own: no letter or digit goes on, and no decimals. */
function endsAt(said: string, at: number): boolean {
  const rest = said.slice(at);
  if (/^[.,]\d/u.test(rest) && /\d$/u.test(said.slice(0, at))) return false;
  return !wordCharacter.test(rest) || !wordCharacter.test(said.slice(at - 1, at));
}
