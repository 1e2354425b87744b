import assert from 'node:assert/strict';
import { AssizeError } from '../core/errors.ts';
import { viewOf, type MenuEntry, type SpaceView } from '../core/space-view.ts';
import { problems, type Verdict } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { ReadResult, Reader } from '../judge/reader.ts';
import type { ReaderSpec } from '../judge/spec.ts';
import type { ModelReply, TokenProbabilities } from '../model/language-model.ts';

/** One requirement on a reader. `run` throws an `AssertionError` where it is not met. */
export type ReaderCheck = { readonly name: string; run(): void };

/** What is checked: the reader's options, in which spaces, and how a reply in its form is made of a text (default: `replyOf`). */
export type ReaderConformanceOptions = {
  readonly spec?: ReaderSpec;
  readonly spaces?: readonly VerdictSpace[];
  readonly reply?: (text: string) => ModelReply;
};

/** A space of every kind, with labels that share beginnings, several words, scripts and digits. */
export const conformanceSpaces: readonly VerdictSpace[] = [
  { kind: 'binary', pass: { label: 'supported' }, fail: { label: 'not supported', synonyms: ['unsupported'] } },
  { kind: 'ordinal', levels: [{ label: 1 }, { label: 2 }, { label: 3 }, { label: 10 }] },
  { kind: 'ordinal', levels: [{ label: 'poor' }, { label: 'fair' }, { label: 'good' }], better: 'lower' },
  { kind: 'interval', min: 0, max: 10, better: 'higher' },
  { kind: 'preference', ties: true },
  { kind: 'categorical', labels: [{ label: 'très bien' }, { label: 'très mal' }, { label: '不明' }] },
];

/** A reply that ended by itself with this text; every token came with certainty (a token is a word with the space before it). */
export function replyOf(text: string, facts: Partial<ModelReply> = {}): ModelReply {
  const tokens = text.match(/\s*\S+|\s+$/gu) ?? [];
  return {
    text,
    finish: 'stop',
    usage: {},
    warnings: [],
    latencyMs: 0,
    logprobs: tokens.map((token): TokenProbabilities => ({ token, logprob: 0, top: [{ token, logprob: 0 }] })),
    ...facts,
  };
}

/**
 * What every reader owes its callers: it round-trips its own form, never throws, is a function of its arguments, and never makes a score of a reply that
 * holds none. Run each check in a test of its own.
 */
export function readerConformance(
  reader: Reader,
  { spec = { kind: reader.kind }, spaces = conformanceSpaces, reply = replyOf }: ReaderConformanceOptions = {},
): ReaderCheck[] {
  const subjects = spaces.map((space) => new Subject(reader, spec, viewOf(space), reply));
  return [
    { name: 'has a kind, a version and a schema of its options', run: () => checkIdentity(reader) },
    { name: 'refuses an unknown option', run: () => subjects.forEach((subject) => checkRefusal(subject)) },
    { name: 'tells the form of the answer', run: () => subjects.forEach((subject) => checkForm(subject)) },
    { name: 'asks for plain data', run: () => subjects.forEach((subject) => checkRequest(subject)) },
    { name: 'reads its own examples', run: () => subjects.forEach((subject) => checkRoundTrip(subject)) },
    { name: 'reads nothing where nothing was answered', run: () => subjects.forEach((subject) => checkNothing(subject)) },
    { name: 'makes no score of a reply without a label', run: () => subjects.forEach((subject) => checkProse(subject)) },
    { name: 'makes no score of an answer off the menu', run: () => subjects.forEach((subject) => checkOffMenu(subject)) },
    {
      name: 'takes any text without throwing, and always in the same way',
      run: () => subjects.forEach((subject) => checkAnything(subject)),
    },
  ];
}

/** Asserts that a result is what a reader may give in a space. */
export function checkReadResult({ verdict, rationale }: ReadResult, space: SpaceView): void {
  assert.ok(rationale === undefined || rationale.trim() !== '', 'a rationale has a visible character');
  assert.ok(
    verdict.status === 'scored' || verdict.status === 'abstained' || verdict.status === 'unreadable',
    'a reader scores, abstains or cannot read',
  );
  if (verdict.status === 'unreadable') {
    assert.ok(problems.includes(verdict.problem), `a known problem, got ${verdict.problem}`);
    assert.match(verdict.message, /^[^\n]+$/u, 'a message is one line');
  }
  if (verdict.status !== 'scored') return;
  assert.deepEqual(space.admit(verdict.value), { ok: verdict.value }, 'a value is of the space');
  checkDistribution(verdict, space.menu ?? []);
}

function checkDistribution(verdict: Verdict & { status: 'scored' }, menu: readonly MenuEntry[]): void {
  const { distribution, coverage } = verdict;
  assert.ok(coverage === undefined || (coverage >= 0 && coverage <= 1), 'coverage is in 0–1');
  if (distribution === undefined) return;
  assert.deepEqual(
    Object.keys(distribution).toSorted(),
    menu.map(({ label }) => label).toSorted(),
    'a distribution has every label',
  );
  const sum = Object.values(distribution).reduce((total, part) => total + part, 0);
  assert.ok(Math.abs(sum - 1) < 1e-9, `a distribution sums to 1, got ${sum}`);
}

/** A reader with options in a space. */
class Subject {
  readonly reader: Reader;
  readonly spec: ReaderSpec;
  readonly space: SpaceView;
  readonly options: unknown;
  readonly #reply: (text: string) => ModelReply;

  constructor(reader: Reader, spec: ReaderSpec, space: SpaceView, reply: (text: string) => ModelReply) {
    this.reader = reader;
    this.spec = spec;
    this.space = space;
    this.options = reader.parse(spec, space);
    this.#reply = reply;
  }

  read(text: string, facts: Partial<ModelReply> = {}): Verdict {
    const reply = deepFrozen({ ...this.#reply(text), ...facts });
    const result = this.reader.read(reply, this.space, this.options);
    checkReadResult(result, this.space);
    return result.verdict;
  }

  example(value: string | number, rationale?: string): string {
    return this.reader.example(value, rationale, this.space, this.options);
  }
}

function checkIdentity(reader: Reader): void {
  assert.match(reader.kind, /^[a-z][a-z0-9-]*$/u);
  assert.ok(Number.isInteger(reader.version) && reader.version > 0, 'a version is a whole number from 1');
  assert.equal(reader.optionsSchema['type'], 'object');
  assertPlain(reader.optionsSchema);
}

function checkRefusal({ reader, spec, space, options }: Subject): void {
  assert.deepEqual(reader.parse(spec, space), options, 'the same options parse alike');
  assert.throws(
    () => reader.parse({ ...spec, noSuchOption: 1 }, space),
    (error) => error instanceof AssizeError && error.code === 'config' && error.message.includes('noSuchOption'),
  );
}

function checkForm({ reader, space, options }: Subject): void {
  const form = reader.outputForm(space, options);
  assert.match(form, /\S/u);
  assert.ok(form.includes(space.sentence()), 'the form says what may be answered, in the words of the space');
}

function checkRequest({ reader, space, options }: Subject): void {
  const request = reader.request(space, options);
  assertPlain(request);
  assert.ok(
    request.maxTokens === undefined || (Number.isInteger(request.maxTokens) && request.maxTokens > 0),
    'maxTokens is a whole number from 1',
  );
}

function checkRoundTrip(subject: Subject): void {
  for (const { value, label, synonyms } of subject.space.menu ?? []) {
    for (const rationale of [undefined, 'Because of "this", {that} and [[those]].\nSee line 2.']) {
      assert.equal(valueOf(subject.read(subject.example(value, rationale))), value);
    }
    for (const name of [label.toUpperCase(), `${label}\u{200B}`, ...synonyms]) {
      if (typeof value === 'string') assert.equal(valueOf(subject.read(subject.example(name))), value);
    }
  }
}

function checkNothing(subject: Subject): void {
  for (const text of ['', ' \n\t', '\u{200B}\u{FEFF}', 'null', '<think>the verdict is', '<think>nothing more</think>']) {
    assert.equal(subject.read(text).status, 'unreadable', JSON.stringify(text));
  }
  for (const finish of ['length', 'content-filter'] as const)
    assert.equal(subject.read('', { finish, logprobs: [] }).status, 'unreadable');
}

function checkProse(subject: Subject): void {
  for (const text of ['Hmm.', 'Well, whatever: 77', 'It depends. {}', '[]', '{"other": true}', 'Bitte warten …']) {
    assert.equal(subject.read(text).status, 'unreadable', JSON.stringify(text));
  }
}

function checkOffMenu(subject: Subject): void {
  for (const value of ['no such label', 98_989, -1, 'constructor', '__proto__', '…']) {
    assert.equal(subject.read(subject.example(value)).status, 'unreadable', JSON.stringify(value));
  }
}

function checkAnything(subject: Subject): void {
  const example = subject.example(subject.space.menu?.[0]?.value ?? 0, 'Because.');
  const nasty = [
    '{'.repeat(5_000),
    '['.repeat(5_000),
    '<think>'.repeat(2_000),
    '\u{D800}',
    `${' '.repeat(20_000)}x`,
    '"\\',
    '**'.repeat(5_000),
    '\u{0}',
    '{{constructor}}',
  ];
  const cut = Array.from(example, (_, index) => example.slice(0, index));
  for (const text of [
    ...nasty,
    ...cut,
    ...nasty.map((part) => `${part}\n${example}`),
    ...nasty.map((part) => `${example}\n${part}`),
  ]) {
    assert.deepEqual(subject.read(text), subject.read(text), 'the same reply reads alike');
  }
}

function valueOf(verdict: Verdict): string | number | undefined {
  assert.equal(verdict.status, 'scored', JSON.stringify(verdict));
  return verdict.status === 'scored' ? verdict.value : undefined;
}

function assertPlain(value: unknown): void {
  assert.deepEqual(JSON.parse(JSON.stringify(value)), value, 'plain JSON data');
}

function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach((member) => deepFrozen(member));
  }
  return value;
}
