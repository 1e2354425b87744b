const formatCharacters = /\p{Cf}/gu;
const decimalDigit = /\p{Nd}/gu;

/**
 * The form in which labels are compared: NFKC, format characters (zero-width space, joiners, direction marks) removed, case
 * folded, white space collapsed. For comparison only; never shown and never sent.
 */
export function foldLabel(text: string): string {
  return text.normalize('NFKC').replace(formatCharacters, '').toUpperCase().toLowerCase().replace(/\s+/gu, ' ').trim();
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

/** The number that a whole text is, in digits of any script; `undefined` where it is anything else. No thousands, no comma. */
export function wholeNumber(text: string): number | undefined {
  const plain = asciiDigits(text.normalize('NFKC').replace(formatCharacters, '').replace(/[−–]/gu, '-')).trim();
  return /^[+-]?(\d+(\.\d+)?|\.\d+)$/u.test(plain) ? Number(plain) : undefined;
}
