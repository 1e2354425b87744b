/** Joiners, which the spelling of Persian, Hindi and others needs, and emoji. */
const joiners = new Set(['\u200C', '\u200D']);
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * Text of the data as a terminal may show it: characters that move the cursor, colour the screen, turn the direction or cannot be seen stand as `‹U+001B›`. Line
 * ends and tabs stay; so do joiners.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(hidden, (character) =>
      character === '\n' || character === '\t' || joiners.has(character)
        ? character
        : `‹U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}›`,
    );
}

export type Direction = 'ltr' | 'rtl' | 'unknown';

/** The direction that a language is written in. */
export function directionOf(language: string | undefined): Direction {
  if (language === undefined) return 'unknown';
  try {
    const locale = new Intl.Locale(language) as Intl.Locale & {
      readonly textInfo?: { readonly direction: Direction };
      getTextInfo?(): { readonly direction: Direction };
    };
    return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? 'unknown';
  } catch {
    return 'unknown';
  }
}

const isolates: Readonly<Record<Direction, string>> = { ltr: '\u2066', rtl: '\u2067', unknown: '\u2068' };

/**
 * Lines of the data behind a bar, so that no text can pass for ours, each in a direction of its own (Unicode isolates: terminals that know them order right-to-left
 * text, the others pass them over).
 */
export function quotedLines(text: string, direction: Direction): string[] {
  return visibleText(text)
    .split('\n')
    .map((line) => (line === '' ? '│' : `│ ${isolates[direction]}${line}\u2069`));
}
