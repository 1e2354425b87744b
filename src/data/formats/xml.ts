import { AssizeError } from '../../core/errors.ts';
import type { Entry, EntryBatches, RawRecord } from './entry.ts';
import { badByte, badByteReason, type TextChunk } from './text.ts';

/** Longest file, in UTF-16 units: it is read whole. */
const longestFile = 64 * 1024 * 1024;

const name = '[A-Za-z_:][\\w:.-]*';
const attributes = `(?:\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*`;
const token = new RegExp(
  `<!--(?:(?!--)[\\s\\S])*-->|<\\?[\\s\\S]*?\\?>|<!DOCTYPE\\s[^<>[\\]]*>|<(${name})(${attributes})\\s*(/?)>|</(${name})\\s*>|[^<]+`,
  'uy',
);
const attribute = new RegExp(`(${name})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'gu');
const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

type Open = { readonly tag: string; readonly line: number; readonly record: Record<string, unknown>; text: string };

/**
 * Reads a flat XML file: a root whose every child is a row; its attributes and its children's texts are the columns. Deeper elements, text beside
 * elements, and a column that comes twice make the row bad.
 *
 * Strict and small on purpose: a document type is passed over and never fetched, one that declares anything is refused, and of entities there are the
 * five that XML has and character numbers; so nothing can expand and no other file can be reached.
 *
 * @throws AssizeError `data` where the file is no such XML.
 */
export async function* readXml(chunks: AsyncIterable<TextChunk>, file: string): EntryBatches {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk.text;
    if (text.length > longestFile)
      throw new AssizeError(
        'data',
        `${file}: expected XML of at most ${longestFile / 1024 / 1024} million characters, got more. Convert it to JSON Lines.`,
      );
  }
  const entries = entriesOf(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), file);
  if (entries.length > 0) yield entries;
}

function entriesOf(text: string, file: string): Entry[] {
  const entries: Entry[] = [];
  const open: Open[] = [];
  let line = 1;
  let ended = false;
  let bad: string | undefined;
  const fail = (expected: string): AssizeError =>
    new AssizeError('data', `${file}:${line}: expected ${expected}. Mend the file, or convert it to JSON Lines.`, {
      details: { file, line },
    });
  const close = (tag: string): void => {
    const last = open.pop();
    if (last?.tag !== tag) throw fail(`${last === undefined ? 'the end of the file' : `</${last.tag}>`}, got </${tag}>`);
    const parent = open.at(-1);
    if (parent === undefined) {
      ended = true;
      return;
    }
    if (open.length === 1) {
      const fault =
        bad ??
        (last.text.trim() === '' ? undefined : `expected elements in <${tag}>, got text beside them.`) ??
        bytesOf(last.record);
      entries.push(fault === undefined ? { line: last.line, record: last.record } : { line: last.line, bad: fault });
      bad = undefined;
    } else if (open.length === 2) bad ??= put(parent.record, tag, last.text);
  };
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const at = token.lastIndex;
    const found = token.exec(text);
    if (found === null) throw fail(`an element, a comment or text, got ${JSON.stringify(text.slice(at, at + 30))}`);
    const [whole, tag, given = '', empty, closed] = found;
    if (tag !== undefined) {
      if (ended) throw fail(`one root, got <${tag}> after it`);
      const record: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
      const fault = put(record, given);
      if (open.length === 1) bad = fault;
      else if (open.length > 2 || (open.length === 2 && given.trim() !== ''))
        bad ??= `expected columns without attributes or elements, got <${tag}> in <${open.at(-1)?.tag}>.`;
      open.push({ tag, line, record, text: '' });
      if (empty === '/') close(tag);
    } else if (closed !== undefined) close(closed);
    else if (!whole.startsWith('<')) {
      const last = open.at(-1);
      if (last === undefined) {
        if (whole.trim() !== '') throw fail(`an element, got text outside the root`);
      } else if (open.length === 1) {
        if (whole.trim() !== '') throw fail(`rows in <${last.tag}>, got text beside them`);
      } else last.text += resolved(whole, fail);
    } else if (whole.startsWith('<!DOCTYPE') && (open.length > 0 || ended))
      throw fail('a document type before the root, got one after it begins');
    line += whole.split('\n').length - 1;
  }
  if (!ended) throw fail(open.length === 0 ? 'a root element, got none' : `</${open.at(-1)?.tag}>, got the end of the file`);
  return entries;

  /** Adds a column, or the attributes of a tag; gives what is wrong. */
  function put(record: Record<string, unknown>, column: string, value?: string): string | undefined {
    const pairs =
      value !== undefined
        ? [[column, value] as const]
        : [...column.matchAll(attribute)].map(
            (match) => [match[1] as string, resolved(match[2] ?? match[3] ?? '', fail)] as const,
          );
    for (const [key, cell] of pairs) {
      if (Object.hasOwn(record, key)) return `expected each column once, got ${key} twice.`;
      record[key] = cell;
    }
    return undefined;
  }
}

/** A text with its entities resolved. */
function resolved(text: string, fail: (expected: string) => AssizeError): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([^;&\s]{1,32}));|&/gu,
    (whole, decimal?: string, hex?: string, named?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
      const value =
        code === undefined
          ? named !== undefined && Object.hasOwn(predefined, named)
            ? predefined[named]
            : undefined
          : characterOf(code);
      if (value === undefined) throw fail(`one of XML's own five entities or a character's number, got ${JSON.stringify(whole)}`);
      return value;
    },
  );
}

/** A character that XML allows; `undefined` for any other number. */
function characterOf(code: number): string | undefined {
  const allowed =
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff);
  return allowed ? String.fromCodePoint(code) : undefined;
}

function bytesOf(record: RawRecord): string | undefined {
  const byte = Object.values(record)
    .map((cell) => badByte(cell as string))
    .find((found) => found !== undefined);
  return byte === undefined ? undefined : badByteReason(byte);
}
