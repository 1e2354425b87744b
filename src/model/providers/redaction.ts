/** Takes secrets out of a text that a person will read. */
export type Redact = (text: string) => string;

/** Shorter values are no secrets worth the name, and would blot out ordinary words. */
const shortestSecret = 4;
const credentialHeader =
  /\b(authorization|proxy-authorization|x-api-key|api-key|x-goog-api-key)(["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;}]+/giu;
const bearer = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{6,}/giu;
const keyLike = /\b(?:sk|pk|rk|gsk|xai|AIza)[-_A-Za-z0-9]{16,}/gu;

/**
 * A redaction of the given values (also where they stand percent-encoded), and of whatever looks like a key or an authorization header:
 * providers echo them, masked or not.
 */
export function redactionOf(secrets: readonly string[]): Redact {
  const values = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const value of values) clean = clean.replaceAll(value, '[key]');
    return clean
      .replace(credentialHeader, (_match, name: string, sign: string) => `${name}${sign}[key]`)
      .replace(bearer, (_match, scheme: string) => `${scheme} [key]`)
      .replace(keyLike, '[key]');
  };
}

const terminalEscape = new RegExp(`${String.fromCodePoint(0x1b)}\\[[0-9;?]*[A-Za-z]`, 'gu');

/**
 * A text as a part of a one-line message: control characters (line breaks and terminal escapes among them) and runs of white space become one space, and
 * what is longer than `limit` characters ends in an ellipsis.
 */
export function oneLine(text: string, limit = 300): string {
  const line = text
    .replace(terminalEscape, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(cutAt(line, limit * 8))];
  if (characters.length <= limit) return line.length <= limit * 8 ? line : `${cutAt(line, limit * 8)}…`;
  return `${characters
    .slice(0, limit)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
}

/** The first `length` code units; half a surrogate pair at the end is left out. */
function cutAt(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
}
