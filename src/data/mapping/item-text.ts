/**
 * The text that a value of the data is in a prompt: a text as it stands; a number or boolean as JSON; a list of texts with a blank line between;
 * any other list or object as JSON, indented by two. `undefined`, absent, for null and for an empty list.
 */
export function itemText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) {
    if (value.length === 0) return undefined;
    if (value.every((part) => typeof part === 'string')) return value.join('\n\n');
  }
  return JSON.stringify(value, null, 2);
}

/** The key that a value is, in NFC: 7 and "7" are one. `undefined` for what is no text, number or boolean. */
export function keyText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.normalize('NFC');
  return typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined;
}
