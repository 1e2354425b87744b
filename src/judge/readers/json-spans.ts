/** An object in a text: `text.slice(start, end)`, its braces included. Found by its braces alone; whether it parses is another question. */
export type JsonSpan = { readonly start: number; readonly end: number };

/**
 * The outermost spans of a text that look like JSON objects, in order, and whether an object was begun after them and not closed. Nothing inside a span is
 * a span of its own. A brace that opens no object (`{x}`, `\boxed{4}`, a smiley) is passed over.
 */
export function jsonSpans(text: string): { readonly spans: readonly JsonSpan[]; readonly open: boolean } {
  const spans: JsonSpan[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf('{', from);
    if (start < 0) return { spans, open: false };
    if (!opensObject(text, start)) {
      from = start + 1;
      continue;
    }
    const end = closingBrace(text, start, strictQuotes) ?? closingBrace(text, start, brokenQuotes);
    if (end === undefined) return { spans, open: true };
    spans.push({ start, end });
    from = end;
  }
}

const objectHead = /\{(?:\s|\p{Cf})*(?:["“”'‘’}]|\\"|\/[/*]|[\p{L}_$][\p{L}\p{N}_$ -]{0,60}["']?\s*[:：]|$)/uy;

function opensObject(text: string, at: number): boolean {
  objectHead.lastIndex = at;
  return objectHead.test(text);
}

/** Tells whether the quote at `at` ends the string it stands in. */
type QuoteRule = (text: string, at: number) => boolean;

const strictQuotes: QuoteRule = () => true;
const afterString = /\s*(?:[,:}\]]|\/[/*]|$|\n)/uy;
/** For strings with quotes inside that were not escaped: only a quote before a delimiter or a line's end closes. */
const brokenQuotes: QuoteRule = (text, at) => {
  afterString.lastIndex = at + 1;
  return afterString.test(text);
};

/** The index after the brace that closes the one at `start`, strings and comments skipped; `undefined` where none does. */
function closingBrace(text: string, start: number, closes: QuoteRule): number | undefined {
  const escaped = /^\{\s*\\"/u.test(text.slice(start, start + 40));
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (character === '/' && text[at + 1] === '/') {
      at = indexOrEnd(text, '\n', at);
    } else if (character === '/' && text[at + 1] === '*') {
      at = indexOrEnd(text, '*/', at + 2) + 1;
    } else if (isQuote(text, at)) {
      const end = stringEnd(text, at, { escaped, closes });
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return undefined;
}

function stringEnd(text: string, start: number, how: { escaped: boolean; closes: QuoteRule }): number | undefined {
  const ends = closersOf(text[start] as string);
  if (ends === '"' && how.closes === strictQuotes && !how.escaped) return strictEnd(text, start);
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === '\\' && !(how.escaped && text[at + 1] === '"')) at += 1;
    else if (ends.includes(character) && how.closes(text, at) && (character !== "'" || brokenQuotes(text, at))) return at;
  }
  return undefined;
}

/** As `stringEnd` for strict strings, which are nearly all there are and can be long. */
function strictEnd(text: string, start: number): number | undefined {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === '\\') before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return undefined;
}

function isQuote(text: string, at: number): boolean {
  const character = text[at];
  if (character === '"' || character === '“' || character === '”') return true;
  // An apostrophe inside an unquoted word opens nothing.
  return (character === "'" || character === '‘') && /[{[,:]\s*$/u.test(text.slice(Math.max(0, at - 40), at));
}

function closersOf(quote: string): string {
  if (quote === '"') return '"';
  return quote === "'" ? "'" : quote === '‘' ? '’' : '”“"';
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const index = text.indexOf(sought, from);
  return index < 0 ? text.length : index;
}
