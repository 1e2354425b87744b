import { z } from 'zod';
import type { SpaceView } from '../../core/space-view.ts';
import type { ModelReply } from '../../model/language-model.ts';
import type { ReadResult, Reader } from '../reader.ts';
import { admitAnswer, undecorated } from './answer.ts';
import { lastMark } from './answer-mark.ts';
import { optionsSchema, oneLine, parseOptions } from './reader-options.ts';
import { isAttributed, isInsideQuote, isRetracted, isSupposed } from './reply-words.ts';
import { orRefusal, replyBody, unreadable } from './reply-body.ts';

const defaultTag = 'VERDICT';
const schema = z
  .strictObject({ kind: z.literal('tagged'), mark: z.enum(['tag', 'brackets', 'whole']).default('tag'), tag: oneLine.optional() })
  .refine(({ mark, tag }) => mark === 'tag' || tag === undefined, {
    path: ['tag'],
    error: 'expected no tag beside another mark, got one. Remove one of them.',
  })
  .refine(({ tag }) => tag === undefined || withoutColon(tag) !== '', {
    path: ['tag'],
    error: 'expected a word before the colon, got none. Name the tag.',
  })
  .transform(({ kind, mark, tag = defaultTag }) => (mark === 'tag' ? { kind, mark, tag: withoutColon(tag) } : { kind, mark }));

function withoutColon(tag: string): string {
  return tag.replace(/\s*[:：]\s*$/u, '');
}

/** What marks the answer: a tag with a colon (`VERDICT: 4`), double square brackets (`[[4]]`), or nothing, because it is the whole reply (`4`). */
export type TaggedOptions =
  | { readonly kind: 'tagged'; readonly mark: 'tag'; readonly tag: string }
  | { readonly kind: 'tagged'; readonly mark: 'brackets' | 'whole' };

/**
 * The last mark binds and only then is validated, whole: what it marks is a label or number and nothing else, or the reply is unreadable. Falling back to
 * an earlier mark would take a draft, or a tag quoted from the judged text, for the verdict.
 *
 * A label in `[[…]]` behind the tag makes brackets the mark: the last `[[…]]` at or after it binds. A reply cut at the token limit is truncated even where
 * it has a mark, since a later one would have bound. The rationale is what stands before the mark, or behind the label where nothing does.
 */
export const taggedReader: Reader<TaggedOptions> = {
  kind: 'tagged',
  version: 1,
  optionsSchema: optionsSchema(schema),
  parse: (spec) => parseOptions(schema, spec),
  outputForm: (space, options) => {
    if (options.mark === 'whole') return `Answer with the label alone and nothing else: ${space.sentence()}.`;
    const form = options.mark === 'tag' ? `${options.tag}: …` : '[[…]]';
    return `Say why in a sentence or two. Then end with a last line of the form ${form} with your answer in place of the dots and nothing after it: ${space.sentence()}.`;
  },
  request: () => ({}),
  example: (verdict, rationale, space, options) => {
    const admitted = space.admit(verdict);
    const label = String('ok' in admitted ? admitted.ok : verdict);
    if (options.mark === 'whole') return label;
    return [rationale, options.mark === 'tag' ? `${options.tag}: ${label}` : `[[${label}]]`]
      .filter((line) => line !== undefined)
      .join('\n');
  },
  read,
};

function read(reply: ModelReply, space: SpaceView, options: TaggedOptions): ReadResult {
  const body = replyBody(reply);
  if ('status' in body) return { verdict: body };
  if (body.cut !== undefined) return { verdict: body.cut };
  const bound = boundLabel(body.text, options);
  if (bound === undefined) {
    const mark = options.mark === 'tag' ? `${options.tag}:` : '[[…]]';
    return { verdict: orRefusal(unreadable('no-answer', `expected an answer marked ${mark}, got none.`), body.text) };
  }
  const doubt = doubtOf(body.text, bound);
  if (doubt !== undefined) return { verdict: unreadable('ambiguous', doubt) };
  const rationale = reasonText(body.text.slice(0, bound.start)) ?? reasonText(body.text.slice(bound.end));
  const admitted = admitAnswer(bound.label, space);
  const verdict =
    'ok' in admitted
      ? ({ status: 'scored', value: admitted.ok, reading: 'tagged' } as const)
      : orRefusal(unreadable(admitted.problem, admitted.message), bound.label);
  return { verdict, ...(rationale !== undefined && { rationale }) };
}

/** Why a mark is not the judge's own last word, if so. */
function doubtOf(text: string, { start, end }: Bound): string | undefined {
  if (start === 0 && end === text.length) return undefined;
  const before = text.slice(Math.max(0, start - 400), start);
  const line = before.slice(before.lastIndexOf('\n') + 1).trimEnd();
  const foreign = /[\p{L}\p{N}]/u.test(line) && !ownWords.test(line) && (isAttributed(line) || isSupposed(line));
  if (foreign || isInsideQuote(before)) return 'expected an answer of its own, got one that is only quoted or mentioned.';
  return isRetracted(text.slice(end)) ? 'expected an answer that stands, got one that the reply takes back.' : undefined;
}

const ownWords =
  /\b(?:my|our|final|overall)\s+(?:\w+\s+)?(?:verdict|judge?ment|decision|conclusion|rating|score|grade|answer)\b/iu;

function boundLabel(text: string, options: TaggedOptions): Bound | undefined {
  if (options.mark === 'whole') return { label: text.trim(), start: 0, end: text.length };
  return options.mark === 'tag' ? afterTag(text, options.tag) : inBrackets(text, 0);
}

/** A label with the place of mark and label together. */
type Bound = { readonly label: string; readonly start: number; readonly end: number };

function afterTag(text: string, tag: string): Bound | undefined {
  const place = lastMark(text, `${tag}:`);
  if (place === undefined) return undefined;
  const line = labelLine(text, place.end);
  const inside = /^\W{0,10}\[\[/u.test(line.label) ? inBrackets(text, place.end) : undefined;
  if (inside === undefined) return { ...line, start: place.start };
  // The tag belongs to the label where nothing stands between them.
  return { ...inside, start: /[\p{L}\p{N}]/u.test(text.slice(place.end, inside.start)) ? inside.start : place.start };
}

function inBrackets(text: string, from: number): Bound | undefined {
  const matches = [...text.slice(from).matchAll(/\[\[([^[\]\n]{0,200})\]\]/gu)];
  const match = matches.at(-1);
  if (match?.[1] === undefined) return undefined;
  const start = from + match.index;
  const end = start + match[0].length;
  const previous = matches.at(-2);
  const between = previous && text.slice(from + previous.index + previous[0].length, start);
  // `[[A]] or [[B]]` marks both.
  if (previous?.[1] !== undefined && /^\s*(?:or|and|vs\.?|versus|to|[/|,&–-])\s*$/iu.test(between ?? ''))
    return { label: `${previous[1]} or ${match[1]}`, start: from + previous.index, end };
  return { label: match[1], start, end };
}

const lineBreak = /\r\n|[\n\r\u{85}\u{2028}\u{2029}]/u;
/** A line of Markdown alone: emphasis, a fence, a rule, a bare quotation mark. A single dash may be a sign. */
const markdownAlone = /^(?:[`~]{3,}\w*|(?!-$)[-=*_#>"'“”`|]*)$/u;

/** The rest of the line from `from`, or where nothing is on it the next line that has something. */
function labelLine(text: string, from: number): Omit<Bound, 'start'> {
  let at = from;
  for (;;) {
    const rest = text.slice(at);
    const found = lineBreak.exec(rest);
    const line = found === null ? rest : rest.slice(0, found.index);
    if (found === null || !markdownAlone.test(line.replace(/[\s\p{Cf}]+/gu, '')))
      return { label: undecorated(line) === '' ? '' : line.trim(), end: at + line.length };
    at += found.index + found[0].length;
  }
}

function reasonText(text: string): string | undefined {
  const reason = text
    .trim()
    .replace(/\s?[*_`#>\s]{1,20}$/u, '')
    .replace(/^[*_`]{1,10}(?=\s|$)/u, '')
    .trim();
  return /[\p{L}\p{N}]/u.test(reason) ? reason : undefined;
}
