/** Where a mark such as `VERDICT:` stands in a text: `start` at its first character, `end` after its last. */
export type MarkPlace = { readonly start: number; readonly end: number };

const colons = ':：∶꞉ː';

/**
 * The last place where a mark stands in a text; `undefined` where it does not.
 *
 * Letters are compared after folding, with any white space between words; a mark that ends in a colon may have Markdown, quotes or brackets before that
 * colon and any script's colon. It must begin a word: `downgrade:` and `re-grade:` are no `grade:` (in scripts that write without spaces every
 * place begins a word).
 */
export function lastMark(text: string, mark: string): MarkPlace | undefined {
  const folded = foldedText(text);
  let last: MarkPlace | undefined;
  for (const match of folded.text.matchAll(markPattern(mark))) {
    if (!beginsWord(folded.text, match.index)) continue;
    last = { start: folded.at[match.index] as number, end: folded.at[match.index + match[0].length] as number };
  }
  return last;
}

function markPattern(mark: string): RegExp {
  const isTag = [...colons].some((colon) => mark.trimEnd().endsWith(colon));
  const words = foldedText(isTag ? mark.trimEnd().slice(0, -1) : mark)
    .text.trim()
    .split(/\s+/u);
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')).join('[^\\S\\n]{1,8}');
  return new RegExp(isTag ? `${pattern}(?:[*_~\`"'“”’)\\]>}]|[^\\S\\n]){0,8}?[${colons}]` : pattern, 'gu');
}

const noSpaces = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const wordCharacter = /[\p{L}\p{N}\p{M}]/u;

function beginsWord(text: string, at: number): boolean {
  const first = String.fromCodePoint(text.codePointAt(at) as number);
  if (!wordCharacter.test(first) || noSpaces.test(first)) return true;
  let before = at;
  while (before > 0 && '*_~`-'.includes(text[before - 1] as string)) before -= 1;
  const previous = Array.from(text.slice(Math.max(0, before - 2), before)).at(-1);
  // Markdown or a hyphen between two letters joins them: `down**grade**:`, `final_grade:`.
  return previous === undefined || !wordCharacter.test(previous);
}

/** A text folded character by character for searching, and where each of its code units comes from (one entry more, for its end). */
function foldedText(text: string): { readonly text: string; readonly at: readonly number[] } {
  const at: number[] = [];
  let folded = '';
  let index = 0;
  for (const character of text) {
    const part = foldedCharacter(character);
    for (let unit = 0; unit < part.length; unit += 1) at.push(index);
    folded += part;
    index += character.length;
  }
  at.push(index);
  return { text: folded, at };
}

/** Folding is a function of the character alone; texts repeat few. */
const folds = new Map<string, string>();
const mostFolds = 10_000;

function foldedCharacter(character: string): string {
  if (character.length === 1 && character < '\u{80}') return character.toLowerCase();
  const known = folds.get(character);
  if (known !== undefined) return known;
  if (folds.size >= mostFolds) folds.clear();
  const folded = fold(character);
  folds.set(character, folded);
  return folded;
}

function fold(character: string): string {
  if (/\s/u.test(character)) return /[\u{2028}\u{2029}\u{85}]/u.test(character) ? '\n' : ' ';
  if (/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character)) return '';
  // Decomposed, so that both ways of writing an accented letter are one.
  return character
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .replace(/ς/gu, 'σ')
    .replace(/[\u{2010}\u{2011}]/gu, '-');
}
