/**
 * `JSON.parse`, but a number that a double cannot hold becomes its digits as text: an integer beyond ±(2^53 − 1), so that an id of eighteen digits
 * stays the id it is, and two of them stay two; and one beyond the largest double (`1e400`).
 *
 * @throws SyntaxError where the text is not JSON, or nests more than 1,000 levels deep.
 */
export function parseExactJson(text: string): unknown {
  if (mayNestDeeply(text) && depthOf(text) > mostLevels)
    throw new SyntaxError(`${mostLevels} levels of nesting at most are read, and there are more`);
  return unsafeNumber.test(text) ? JSON.parse(quotedNumbers(text)) : JSON.parse(text);
}

const mostLevels = 1000;
const unsafeNumber = /\d{16}|\d[eE]\+?\d{3}/u;

/** Whether a text has enough brackets to nest deeply: most rows are done with here. */
function mayNestDeeply(text: string): boolean {
  let [count, arrays, objects] = [0, text.indexOf('['), text.indexOf('{')];
  for (; arrays >= 0 && count <= mostLevels; arrays = text.indexOf('[', arrays + 1)) count += 1;
  for (; objects >= 0 && count <= mostLevels; objects = text.indexOf('{', objects + 1)) count += 1;
  return count > mostLevels;
}

function depthOf(text: string): number {
  const token = /["[\]{}]/gu;
  let [depth, deepest] = [0, 0];
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') token.lastIndex = endOfString(text, match.index);
    else depth += match[0] === '[' || match[0] === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function quotedNumbers(text: string): string {
  const token = /"|-?\d[\d.eE+-]*/gu;
  let result = '';
  let from = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      token.lastIndex = endOfString(text, match.index);
    } else if (isUnsafe(match[0])) {
      result += `${text.slice(from, match.index)}"${match[0]}"`;
      from = token.lastIndex;
    }
  }
  return result + text.slice(from);
}

function isUnsafe(number: string): boolean {
  if (/^-?\d{16,}$/u.test(number)) return !Number.isSafeInteger(Number(number));
  return /\d[eE]\+?\d{3}/u.test(number) && Math.abs(Number(number)) === Number.POSITIVE_INFINITY;
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
