import type { Unreadable } from '../../core/verdict.ts';
import type { ModelReply } from '../../model/language-model.ts';
import { jsonAnswer, membersOf, type JsonAnswer } from './json-object.ts';
import { jsonSpans } from './json-spans.ts';
import { standingOf, type Standing } from './quoted-object.ts';
import { orRefusal, replyBody, unreadable } from './reply-body.ts';

/** The object that a reply answers with. `texts`: the value of each of its keys as it is written. */
export type FoundObject = {
  readonly object: Readonly<Record<string, unknown>>;
  readonly texts: ReadonlyMap<string, string>;
  readonly reading: 'strict' | 'repaired';
};

/**
 * What makes two answers one: equal texts. `undefined`: the object holds no answer (a placeholder of the form, null), and contradicts none.
 */
export type Sameness = (value: unknown, text: string) => string | undefined;

/**
 * The JSON object of a reply that has one of `keys` at its top (never inside another object), or why there is none that can be relied on.
 *
 * - A strict object is read as it stands; one that is no JSON is mended first (`repaired`). A reply cut at the token limit is truncated unless a
 *   strict object is all of it: mending would close what the model did not.
 * - Several such objects must say the same, else the reply is ambiguous: a judge may quote the judged text, and its JSON with it. Only a last one that
 *   ends the reply binds against others: where it is presented as the judge's own (`My verdict: {…}`), or stands on its own lines and the others are
 *   mentioned in sentences.
 * - An object inside quotation marks, in the middle of a sentence or presented as somebody's words (`The answer says {…}`) does not answer.
 * - An object given as an example or a supposition, or in a comment, does not answer either, and one that the words behind it take back (`Wait, …`) is ambiguous.
 * - A key that one object gives twice with different values is ambiguous.
 */
export function findObject(
  reply: ModelReply,
  keys: readonly string[],
  same: Sameness = (_value, text) => text,
): FoundObject | Unreadable {
  const body = replyBody(reply);
  if ('status' in body) return body;
  const { spans, open } = jsonSpans(body.text);
  const answers = spans.map((span, index): Placed | undefined => {
    const answer = jsonAnswer(body.text.slice(span.start, span.end), keys);
    return answer && { ...answer, ...standingOf(body.text, span, spans[index - 1]?.end ?? 0) };
  });
  const keyed = answers.filter(
    (answer) => answer !== undefined && keys.some((key) => Object.hasOwn(answer.object, key)),
  ) as Placed[];
  const whole = keyed.length === 1 && keyed[0]?.alone === true && keyed[0].reading === 'strict';
  if (body.cut !== undefined && !whole) return body.cut;
  if (open) return unreadable('truncated', 'expected a whole JSON object, got one that does not end. Raise maxTokens.');
  const broken = spans.some(
    (span, index) => answers[index] === undefined && namesKey(body.text.slice(span.start, span.end), keys),
  );
  if (broken && keyed.length > 0)
    return unreadable('ambiguous', 'expected one answer, got several, one of which is JSON that cannot be mended.');
  if (keyed.length === 0) return orRefusal(withoutKey(answers, keys), body.text);
  return chosen(keyed, keys, same);
}

type Placed = JsonAnswer & Standing;

function namesKey(text: string, keys: readonly string[]): boolean {
  return keys.some((key) => text.includes(`"${key}"`) || text.includes(`'${key}'`));
}

function chosen(keyed: readonly Placed[], keys: readonly string[], same: Sameness): FoundObject | Unreadable {
  const last = keyed.at(-1) as Placed;
  const said = new Set(keyed.length === 1 ? [] : keyed.flatMap((answer) => signatures(answer, keys, same)));
  const answer = said.size > 1 ? (isClearLast(keyed) ? last : undefined) : keyed.findLast(({ mentioned }) => !mentioned);
  if (said.size > 1 && answer === undefined) return unreadable('ambiguous', `expected one answer, got ${said.size} that differ.`);
  if (answer === undefined)
    return unreadable('ambiguous', 'expected an answer of its own, got JSON that is only quoted or mentioned.');
  if (last.retracted) return unreadable('ambiguous', 'expected an answer that stands, got one that the reply takes back.');
  const twice = keys.find((key) => isContradicted(answer, key, same));
  if (twice !== undefined)
    return unreadable('ambiguous', `expected one value of ${JSON.stringify(twice)}, got several that differ.`);
  return { object: answer.object, texts: new Map(answer.members.map(({ key, text }) => [key, text])), reading: answer.reading };
}

function isClearLast(keyed: readonly Placed[]): boolean {
  const last = keyed.at(-1);
  return last?.final === true || (last?.block === true && keyed.slice(0, -1).every(({ mentioned }) => mentioned));
}

/** What an object says: one signature, more where it contradicts itself, none where it holds placeholders. */
function signatures(answer: Placed, keys: readonly string[], same: Sameness): string[] {
  const said = answer.members
    .filter(({ key }) => keys.includes(key))
    .map(({ key, text }) => [key, same(JSON.parse(text), text)] as const);
  const values = said.filter(([, signature]) => signature !== undefined);
  return values.length === 0 ? [] : [JSON.stringify([...new Set(values.map((value) => JSON.stringify(value)))].sort())];
}

function isContradicted(answer: Placed, key: string, same: Sameness): boolean {
  const texts = answer.members.filter((member) => member.key === key).map(({ text }) => text);
  if (texts.length > 1 && new Set(texts.map((text) => same(JSON.parse(text), text) ?? text)).size > 1) return true;
  return texts.some((text) => text.startsWith('{') && contradictsItself(text));
}

/** Whether an object gives one key several values. Only its own keys: what lies deeper is nobody's answer. */
function contradictsItself(json: string): boolean {
  const seen = new Map<string, string>();
  return membersOf(json).some(({ key, text }) => {
    const earlier = seen.get(key);
    seen.set(key, text);
    return earlier !== undefined && earlier !== text;
  });
}

function withoutKey(answers: readonly (Placed | undefined)[], keys: readonly string[]): Unreadable {
  const wanted = keys.map((key) => JSON.stringify(key)).join(', ');
  const object = answers.findLast((answer) => answer !== undefined)?.object;
  if (object !== undefined) {
    const found = Object.keys(object)
      .slice(0, 8)
      .map((key) => JSON.stringify(key.slice(0, 40)));
    return unreadable(
      'no-answer',
      `expected a JSON object with ${wanted}, got ${found.length === 0 ? 'no key' : `the keys ${found.join(', ')}`}.`,
    );
  }
  return unreadable(
    'malformed',
    `expected a JSON object with ${wanted}, got ${answers.length > 0 ? 'JSON that cannot be mended' : 'no object'}.`,
  );
}
