import assert from 'node:assert/strict';
import { ModelError, type LanguageModel, type ModelReply, type ModelRequest } from '../model/language-model.ts';

/** Facts that an error must have. */
export type ExpectedError = Partial<Pick<ModelError, 'code' | 'retryable' | 'terminal' | 'charged' | 'retryAfterMs' | 'status'>>;

const never = new AbortController().signal;

function requestOf(content: string, rest: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'You answer in one sentence.' },
      { role: 'user', content },
    ],
    maxTokens: 64,
    ...rest,
  };
}

/** Asks for a sentence. */
export function ask(model: LanguageModel, request: ModelRequest = requestOf('Is it so?')): Promise<ModelReply> {
  return model.generate(request, { signal: never });
}

/** Its names, identity and traits are what they should be. */
export function checkName({ id, endpoint, identity, traits }: LanguageModel, secret: string | undefined): void {
  assert.match(id, /^[^:\s]+:\S/u, `id: expected ENDPOINT:MODEL, got ${id}.`);
  assert.equal(endpoint, id.slice(0, id.indexOf(':')), 'endpoint: expected what stands before the first colon of the id.');
  assertPlain(identity, 'identity');
  assert.ok(Object.keys(identity).length > 0, 'identity: expected what tells this model from others, got nothing.');
  assertSecretFree(JSON.stringify(identity), secret);
  const { contextTokens, price } = traits;
  assert.ok(
    contextTokens === undefined || (Number.isInteger(contextTokens) && contextTokens > 0),
    `traits.contextTokens: expected a whole number above 0, got ${contextTokens}.`,
  );
  for (const [name, usd] of Object.entries(price ?? {}))
    assert.ok(Number.isFinite(usd) && usd >= 0, `traits.price.${name}: expected USD per million tokens, 0 or more, got ${usd}.`);
}

/** A reply is plain data with every field of its type; what is unknown is absent. */
export function checkReply(reply: ModelReply): void {
  assertPlain(reply, 'reply');
  assert.equal(typeof reply.text, 'string', 'reply.text: expected a text.');
  assert.ok(
    ['stop', 'length', 'content-filter', 'other'].includes(reply.finish),
    `reply.finish: expected one of the four, got ${reply.finish}.`,
  );
  assert.ok(
    reply.warnings.every((warning) => typeof warning === 'string'),
    'reply.warnings: expected texts.',
  );
  assert.ok(reply.latencyMs >= 0, `reply.latencyMs: expected 0 or more, got ${reply.latencyMs}.`);
  for (const [name, tokens] of Object.entries(reply.usage))
    assert.ok(
      Number.isInteger(tokens) && tokens >= 0,
      `reply.usage.${name}: expected a count, got ${tokens}. Leave out what is unknown.`,
    );
}

/** The request stays as it is: a frozen one is good enough. */
export async function checkUntouched(model: LanguageModel): Promise<void> {
  await ask(model, frozen(requestOf('Say something.')));
}

/** An aborted call rejects with the reason itself. */
export async function checkAbort(model: LanguageModel, before: boolean): Promise<void> {
  const caller = new AbortController();
  const reason = new Error('the caller has had enough');
  if (before) caller.abort(reason);
  const call = outcomeOf(model.generate(requestOf('Is it so?'), { signal: caller.signal }));
  if (!before) await new Promise((resolve) => setImmediate(resolve));
  caller.abort(reason);
  assert.equal(await call, reason, 'expected a rejection with the reason of the abort itself.');
}

/** Calls under way at once get each its own reply. */
export async function checkApart(model: LanguageModel): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, index) => `Text number ${index}.`);
  const replies = await Promise.all(texts.map((text) => ask(model, requestOf(text))));
  assert.deepEqual(
    replies.map(({ text }) => text),
    texts,
  );
}

/** One request with one seed has one text. */
export async function checkSeed(model: LanguageModel): Promise<void> {
  const seeded = requestOf('Name a colour.', { seed: 7, temperature: 1 });
  assert.equal((await ask(model, seeded)).text, (await ask(model, seeded)).text, 'expected one text for one request and seed.');
}

/** Tokens are counted, more for a longer text. */
export async function checkCount(model: LanguageModel): Promise<void> {
  assert.ok(model.countTokens !== undefined, 'countTokens: expected a function, got nothing.');
  const [short, long] = [
    await model.countTokens(requestOf('one').messages),
    await model.countTokens(requestOf('one two three four').messages),
  ];
  assert.ok(Number.isInteger(short) && short > 0, `countTokens: expected a whole number above 0, got ${short}.`);
  assert.ok(long > short, `countTokens: expected more for a longer text, got ${short} and ${long}.`);
}

/** Token probabilities are probabilities. */
export async function checkProbabilities(model: LanguageModel): Promise<void> {
  const reply = await ask(model, requestOf('Answer A or B.', { logprobs: { menu: ['A', 'B'] } }));
  assert.ok(
    reply.logprobs !== undefined || reply.menuProbabilities !== undefined,
    'expected logprobs or menuProbabilities, got none.',
  );
  for (const { token, logprob, top } of reply.logprobs ?? []) {
    assert.ok(logprob <= 0, `logprobs: expected at most 0, got ${logprob}.`);
    assert.ok(
      top.some((entry) => entry.token === token),
      `logprobs: expected the token ${JSON.stringify(token)} among its alternatives.`,
    );
  }
  const masses = Object.values(reply.menuProbabilities ?? {});
  const sum = masses.reduce((total, mass) => total + mass, 0);
  assert.ok(masses.every((mass) => mass >= 0) && sum <= 1 + 1e-6, `menuProbabilities: expected at most 1 in all, got ${sum}.`);
}

/** What a call rejects with. */
export async function failureOf(model: LanguageModel): Promise<unknown> {
  const outcome = await outcomeOf(ask(model));
  assert.ok(outcome instanceof Error, `expected a rejection, got ${JSON.stringify(outcome)}.`);
  return outcome;
}

/** A rejection is a `ModelError` with these facts, one line, without the secret. */
export function checkError(error: unknown, expected: ExpectedError, secret: string | undefined): void {
  assert.ok(error instanceof ModelError, `expected a ModelError, got ${String(error)}.`);
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((key) => [key, error[key as keyof ExpectedError]])),
    expected,
    `of the error ${error.code}: ${error.message}`,
  );
  assert.ok(
    error.message !== '' && !error.message.includes('\n'),
    `expected a message of one line, got ${JSON.stringify(error.message)}.`,
  );
  assertSecretFree(error.message, secret);
}

/** What a promise resolves with, or what it rejects with. */
function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (value) => value,
    (error: unknown) => error,
  );
}

function assertPlain(value: unknown, place: string): void {
  assert.deepStrictEqual(
    JSON.parse(JSON.stringify(value)) as unknown,
    value,
    `${place}: expected plain JSON data, without undefined members.`,
  );
}

function assertSecretFree(text: string, secret: string | undefined): void {
  assert.ok(secret === undefined || !text.includes(secret), 'expected no secret in a text that people see, got one.');
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) frozen(member);
    Object.freeze(value);
  }
  return value;
}
