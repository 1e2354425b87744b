/**
 * `JSON.parse`, but an integer that a number cannot hold exactly (beyond ±(2^53 − 1)) becomes its digits as text: an id of eighteen digits
 * stays the id it is, and two of them stay two.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return longDigits.test(text) ? JSON.parse(quotedIntegers(text)) : JSON.parse(text);
}

const longDigits = /\d{16}/u;

function quotedIntegers(text: string): string {
  const token = /"|-?\d[\d.eE+-]*/gu;
  let result = '';
  let from = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      token.lastIndex = endOfString(text, match.index);
    } else if (/^-?\d{16,}$/u.test(match[0]) && !Number.isSafeInteger(Number(match[0]))) {
      result += `${text.slice(from, match.index)}"${match[0]}"`;
      from = token.lastIndex;
    }
  }
  return result + text.slice(from);
}

/** Place after the closing quotation mark of the string that opens at `open`. */
function endOfString(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}
