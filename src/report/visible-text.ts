/**
 * A text with what cannot be seen made visible, so that what is read is what is there: control characters as ⟦NUL⟧ and ⟦ESC⟧, directions that override the letters'
 * own as ⟦RLO⟧, tags as ⟦U+E0041⟧, lone halves of surrogate pairs as U+FFFD. Marks and isolates that right-to-left text needs stay: the element that holds a text
 * isolates it.
 *
 * The page's own script has the same (`visible`): what is embedded in it is shown by it.
 */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .toWellFormed()
    .replace(hidden, (character) => {
      const code = character.codePointAt(0) as number;
      return `⟦${names.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟧`;
    });
}

/** Controls but tab and line feed, line and paragraph separators, overrides of direction, and tags, which nobody sees. */
const hidden = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202d\u202e\u{e0000}-\u{e007f}]/gu;

const names = new Map([
  [0, 'NUL'],
  [0x0d, 'CR'],
  [0x1b, 'ESC'],
  [0x20_28, 'LS'],
  [0x20_29, 'PS'],
  [0x20_2d, 'LRO'],
  [0x20_2e, 'RLO'],
]);
