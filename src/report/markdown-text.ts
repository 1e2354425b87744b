import { visibleText } from './visible-text.ts';

/**
 * A text on one line of Markdown, in which nothing is markup: no link, image, mention, HTML, cell border. Backslashes stand before ASCII punctuation, which every
 * Markdown takes for the character itself; `<`, `>` and `&` are entities, and so is `@`, which GitHub would take for a mention behind a backslash too.
 */
export function markdownText(text: string): string {
  return visibleText(text)
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[<>&@]/gu, (character) => `&#${character.codePointAt(0)};`)
    .replace(/(?<!&)#(?!\d+;)/gu, '&#35;')
    .replace(/[\\`*_{}[\]()+\-!|~:]/gu, (character) => `\\${character}`)
    .replace(/\bwww\./giu, (start) => `${start.slice(0, -1)}\\.`);
}
