import { z } from 'zod';
import { AssizeError } from '../../core/errors.ts';
import type { MenuEntry, SpaceView } from '../../core/space-view.ts';
import type { Scored, Unreadable, VerdictValue } from '../../core/verdict.ts';
import type { ModelReply } from '../../model/language-model.ts';
import type { Reader } from '../reader.ts';
import { lastMark } from './answer-mark.ts';
import { isLabelList } from './label-list.ts';
import { exactMass, listedMass, topListMass, type MenuMass } from './menu-mass.ts';
import { optionsSchema, oneLine, parseOptions } from './reader-options.ts';
import { orRefusal, replyBody, unreadable } from './reply-body.ts';
import { verdictPosition } from './token-position.ts';

const schema = z.strictObject({
  kind: z.literal('logprobs'),
  after: oneLine.optional(),
  minCoverage: z.number().min(0).max(1).default(0.5),
});

/** `after`: the text behind which the verdict stands (absent: the reply begins with it). `minCoverage`: the menu mass below which a reply is off the menu. */
export type LogprobsOptions = z.output<typeof schema>;

/** Probabilities are rounded on their way here: they may sum to a little more than 1. */
const mostMass = 1.01;

/**
 * The label alone, as a distribution over the menu, read at the verdict's position: exactly where the provider sees the whole vocabulary, else from its
 * top list. The text decides nothing but which token is meant: a reply without token probabilities is unreadable, never read in another way.
 *
 * `value` is the mean on an interval, else the most probable label (of equals the first on the menu, which runs from worst to best). That the reply was
 * cut at the token limit is no fault here: only so many tokens are asked for as tell the labels apart.
 */
export const logprobsReader: Reader<LogprobsOptions> = {
  kind: 'logprobs',
  version: 1,
  optionsSchema: optionsSchema(schema),
  parse: (spec, space) => {
    const options = parseOptions(schema, spec);
    menuOf(space);
    return options;
  },
  outputForm: (space, { after }) =>
    after === undefined
      ? `Answer with the label alone and nothing else: ${space.sentence()}.`
      : `Say why in a sentence or two. Then write ${after} followed by your answer and nothing after it: ${space.sentence()}.`,
  request: (space, { after }) => {
    const menu = [...new Set(menuOf(space).flatMap(({ label, synonyms }) => [label, ...synonyms]))];
    return {
      logprobs: { menu, ...(after !== undefined && { after }) },
      ...(after === undefined && { maxTokens: tokensToTell(menu) }),
    };
  },
  example: (verdict, rationale, space, { after }) => {
    const admitted = space.admit(verdict);
    const label = String('ok' in admitted ? admitted.ok : verdict);
    return after === undefined ? label : [rationale, `${after} ${label}`].filter((line) => line !== undefined).join('\n');
  },
  read: (reply, space, options) => ({ verdict: read(reply, space, options) }),
};

function read(reply: ModelReply, space: SpaceView, options: LogprobsOptions): Scored | Unreadable {
  const menu = menuOf(space);
  const mass = menuMass(reply, space, options);
  if ('status' in mass) return mass;
  const total = mass.reduce((sum, part) => sum + part, 0);
  if (total > mostMass) return noDistribution(total);
  // What is above 1 by now is rounding.
  const coverage = Math.min(1, total);
  if (total <= 0 || coverage < options.minCoverage)
    return unreadable(
      'off-menu',
      `expected at least ${options.minCoverage} of the probability on ${space.sentence()}, got ${Number(coverage.toPrecision(3))}.`,
    );
  const shares = mass.map((part) => part / total);
  const expected = space.numeric ? mean(menu, shares) : undefined;
  return {
    status: 'scored',
    value: space.scale === 'interval' && expected !== undefined ? expected : mostProbable(menu, shares),
    reading: 'logprobs',
    distribution: Object.fromEntries(menu.map(({ label }, index) => [label, shares[index] as number])),
    coverage,
    ...(expected !== undefined && { expected }),
  };
}

function menuMass(reply: ModelReply, space: SpaceView, { after }: LogprobsOptions): MenuMass | Unreadable {
  const menu = menuOf(space);
  const body = replyBody(reply);
  if ('text' in body && isLabelList(answerOf(body.text, after), space))
    return unreadable('ambiguous', `expected ${space.sentence()}, got several of them.`);
  if (reply.menuProbabilities !== undefined) return exactMass(menu, reply.menuProbabilities);
  const tokens = reply.logprobs ?? [];
  // `null` is an answer where it is a label.
  const text = 'text' in body ? body.text : reply.text;
  if ('status' in body && !('ok' in space.admit(text))) return body;
  if ('cut' in body && body.cut?.problem === 'refusal') return body.cut;
  const position = verdictPosition(tokens, after);
  const nothing = orRefusal(
    unreadable('no-answer', `expected an answer${after === undefined ? '' : ` after ${JSON.stringify(after)}`}, got none.`),
    text,
  );
  if (nothing.problem === 'refusal' && (after === undefined || position === undefined)) return nothing;
  // A provider that reads the menu at the mark gives nothing where the reply has none.
  const unmarked = after !== undefined && lastMark(text, after) === undefined;
  if (tokens.length === 0 && !unmarked)
    return unreadable(
      'malformed',
      'expected token probabilities, got a reply without them. Use an endpoint that gives log-probabilities, or another reader.',
    );
  const listed = position === undefined ? 0 : listedMass(tokens[position.index]);
  if (listed > mostMass) return noDistribution(listed);
  if (position !== undefined) return topListMass(menu, { tokens, ended: reply.finish === 'stop' }, position);
  return ('cut' in body ? body.cut : undefined) ?? nothing;
}

/** The answer in a text: behind the last mark, where there is one to stand behind. */
function answerOf(text: string, after: string | undefined): string {
  if (after === undefined) return text;
  const mark = lastMark(text, after);
  return mark === undefined ? '' : text.slice(mark.end);
}

function noDistribution(total: number): Unreadable {
  return unreadable(
    'malformed',
    `expected probabilities that sum to 1 at most, got ${Number(total.toPrecision(3))}: they are no distribution. Use an endpoint that gives log-probabilities, or another reader.`,
  );
}

function menuOf(space: SpaceView): readonly MenuEntry[] {
  if (space.menu !== undefined) return space.menu;
  throw new AssizeError(
    'config',
    `reader: expected a verdict space with a menu of labels or of at most 101 whole numbers for logprobs, got ${space.sentence()}. Use whole bounds, ordinal levels or another reader.`,
  );
}

/** Tokens that tell the labels apart, at a token a byte at worst: what two of them begin with alike, one more, and two for space. */
function tokensToTell(names: readonly string[]): number {
  const bytes = [...new Set(names.map((name) => name.toLowerCase()))].sort();
  let shared = 0;
  for (const [index, name] of bytes.entries())
    shared = Math.max(shared, index === 0 ? 0 : commonBytes(bytes[index - 1] as string, name));
  return Math.min(32, shared + 3);
}

function commonBytes(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return Buffer.byteLength(a.slice(0, length));
}

/** Mean of the numbers on the menu. Rounded to 12 digits, which only takes the noise of floating point away; it stays within the menu. */
function mean(menu: readonly MenuEntry[], shares: readonly number[]): number {
  const sum = menu.reduce((total, { value }, index) => total + Number(value) * (shares[index] as number), 0);
  return Number(sum.toPrecision(12));
}

function mostProbable(menu: readonly MenuEntry[], shares: readonly number[]): VerdictValue {
  const top = Math.max(...shares);
  return (menu[shares.findIndex((share) => share >= top - 1e-9)] as MenuEntry).value;
}
