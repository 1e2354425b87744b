import { visibleText } from './visible-text.ts';

/** A text as HTML text or attribute value: nothing in it is markup, and nothing in it is unseen. */
export function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/gu, (character) => `&#${character.codePointAt(0)};`);
}

/** A text that others wrote, in a box of its own: neither its direction nor an unclosed one leaks into what stands beside it. */
export function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`;
}
