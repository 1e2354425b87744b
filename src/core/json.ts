/** JSON values, and the one canonical text that hashes are taken of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * Canonical JSON: keys sorted by code unit, no white space, `undefined` members left out (so that an absent option and one
 * set to `undefined` have one hash).
 *
 * @throws TypeError on a number that JSON cannot hold (NaN, infinities) and on functions, symbols and bigints.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonical JSON: expected a finite number, got ${value}.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(',')}]`;
  if (typeof value === 'object') {
    const members = value as Record<string, unknown>;
    let text = '';
    // The default order of sort() is that of code units. Plain loops: every call's key and every item's hash comes through here.
    for (const key of Object.keys(members).sort()) {
      const member = members[key];
      if (member !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
    }
    return `{${text}}`;
  }
  throw new TypeError(`canonical JSON: expected a JSON value, got ${typeof value}.`);
}

/** Whether a value is a plain object (not null, not an array). */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
