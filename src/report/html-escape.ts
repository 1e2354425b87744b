/** A text as HTML text or attribute value: nothing in it is markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/gu, (character) => `&#${character.codePointAt(0)};`);
}
