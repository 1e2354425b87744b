/** What a translation must leave as it is, told by its kind and its text. */
export type FrozenPart = { readonly kind: 'code' | 'url' | 'placeholder' | 'key' | 'number'; readonly text: string };

const patterns: readonly (readonly [FrozenPart['kind'], RegExp])[] = [
  ['code', /```[^\n]*\n[\s\S]*?```|`[^`\n]+`/gu],
  ['url', /\b(?:https?|ftp):\/\/[^\s<>"'`）」】]+[^\s<>"'`.,;:!?)\]}）」】。、]|\b[\w.+-]+@[\w-]+\.[\w.-]*\w/gu],
  ['placeholder', /\{\{[^{}\n]*\}\}|\$\{[^{}\n]*\}|%[sd]\b|<\/?[a-zA-Z][\w-]*(?:\s[^<>\n]*)?>/gu],
  ['key', /"[^"\n]{1,80}"(?=\s*:)/gu],
  ['number', /\p{Nd}+(?:[.,٫٬'’\u00A0\u202F]\p{Nd}+)*/gu],
];

/**
 * Code, addresses, placeholders, tags, names of keys and numbers of a text, each once. What lies inside another is not told apart again: a number in a URL
 * is the URL's.
 */
export function frozenParts(text: string): FrozenPart[] {
  let rest = text;
  const parts = new Map<string, FrozenPart>();
  for (const [kind, pattern] of patterns) {
    for (const [found] of rest.matchAll(pattern)) parts.set(`${kind} ${found}`, { kind, text: found });
    rest = rest.replace(pattern, (found) => ' '.repeat(found.length));
  }
  return [...parts.values()];
}

/**
 * The frozen parts of a text that its translation has lost. Numbers are compared by their digits: other digits (٣), separators and their places are how languages
 * write one number.
 */
export function lostParts(source: string, translation: string): FrozenPart[] {
  const numbers = new Set(frozenParts(translation).flatMap(({ kind, text }) => (kind === 'number' ? [digitsOf(text)] : [])));
  const digits = digitsOf(translation);
  return frozenParts(source).filter(({ kind, text }) =>
    kind === 'number'
      ? !numbers.has(digitsOf(text)) && !(text.length > 3 && digits.includes(digitsOf(text)))
      : !translation.includes(text),
  );
}

/** Digits alone, as ASCII, without leading zeros. */
function digitsOf(text: string): string {
  const digits = Array.from(text, (character) => {
    if (!/\p{Nd}/u.test(character)) return '';
    const code = character.codePointAt(0) as number;
    // Decimal digits stand in runs of ten that begin with a zero.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(valueInRun(code, zero));
  }).join('');
  return digits.replace(/^0+(?=\d)/u, '');
}

function valueInRun(code: number, runStart: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return (code - runStart) % 10;
}
