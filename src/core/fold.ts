/** Text that all the steps below but case and spaces leave alone. */
const printableAscii = /^[ -~]*$/u;
/** Characters without a form of their own: zero-width space, joiners, direction marks, soft hyphen, variation selectors, keycap frames. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u{20E3}]/gu;
const decimalDigit = /\p{Nd}/gu;
const hyphens = /[\u{2010}\u{2011}\u{2212}]/gu;
const apostrophes = /[\u{2018}\u{2019}\u{02BC}]/gu;
/** Superscripts, subscripts and vulgar fractions: NFKC would run them into the digit before them (4² into 42, 4½ into 41/2). */
const smallNumber = '[\\u{B2}\\u{B3}\\u{B9}\\u{2070}-\\u{209F}\\u{BC}-\\u{BE}\\u{2150}-\\u{215F}\\u{2189}]';
const afterDigit = new RegExp(`(?<=\\p{Nd})(?=${smallNumber})`, 'gu');
const anySmallNumber = new RegExp(smallNumber, 'u');

/**
 * The form in which labels are compared: NFKC, invisible characters removed, case folded, digits of every script as ASCII ones, typographic hyphens and
 * apostrophes as the typewriter's, white space collapsed. For comparison only; never shown and never sent. Folding twice changes nothing.
 */
export function foldLabel(text: string): string {
  if (printableAscii.test(text)) return text.toLowerCase().replace(/ {2,}/gu, ' ').trim();
  const once = foldOnce(text);
  // Removing a character can bring two together that compose, and case folding can undo a composition.
  const twice = foldOnce(once);
  return twice === once ? once : foldOnce(twice);
}

/** Replaces the decimal digits of every script (٤, ４, ४) by ASCII ones. */
export function asciiDigits(text: string): string {
  return text.replace(decimalDigit, (digit) => {
    const code = digit.codePointAt(0) as number;
    if (code < 0x80) return digit;
    // Unicode lays each script's digits out as ten consecutive code points; the zero is the one whose predecessor is no digit,
    // or that lies a multiple of ten after such a zero (mathematical digits).
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
}

/**
 * The number that a whole text is, in digits of any script; `undefined` where it is anything else. No thousands, no comma (the Arabic decimal separator is a
 * point), no exponent, no superscript and no vulgar fraction: what these stand for depends on where they come from.
 */
export function wholeNumber(text: string): number | undefined {
  if (anySmallNumber.test(text)) return undefined;
  const plain = foldLabel(text).replace(/[−–]/gu, '-').replace(/٫/gu, '.');
  if (!/^[+-]?(\d+(\.\d+)?|\.\d+)$/u.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? number + 0 : undefined;
}

/** Whether a text holds a superscript, a subscript or a vulgar fraction. */
export function hasSmallNumber(text: string): boolean {
  return anySmallNumber.test(text);
}

function foldOnce(text: string): string {
  return asciiDigits(
    text
      .replace(invisible, '')
      .replace(afterDigit, ' ')
      .normalize('NFKC')
      .replace(invisible, '')
      .toUpperCase()
      .toLowerCase()
      // The lower case of Σ depends on its place in the word.
      .replace(/ς/gu, 'σ')
      .replace(hyphens, '-')
      .replace(apostrophes, "'")
      .normalize('NFKC'),
  )
    .replace(/\s+/gu, ' ')
    .trim();
}
