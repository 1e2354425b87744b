import assert from 'node:assert/strict';
import type { Json } from '../core/json.ts';
import type { FailureCode } from '../core/verdict.ts';
import { ModelError, type LanguageModel, type ModelReply, type ModelRequest, type Usage } from '../model/language-model.ts';

/** What the other end does in a check: a provider's test sets up its endpoint (or its double) to do just that. */
export type ProviderSituation =
  /** It answers every request with this. `usage: null`: it tells none. */
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly finish: 'stop' | 'length' | 'content-filter';
      readonly usage: Usage | null;
    }
  /** It answers with the last message's text. */
  | { readonly kind: 'echo' }
  /** It takes requests and never answers. The model gives up an attempt after `timeoutMs`. */
  | { readonly kind: 'hang'; readonly timeoutMs: number }
  /** It answers with an HTTP status; `quota`: its body tells that the account's money is spent. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number; readonly quota?: boolean }
  /** Nothing listens at its address. */
  | { readonly kind: 'no-connection' };

/** A model in a situation, and what there is to close after the check. */
export type ProviderUnderTest = { readonly model: LanguageModel; close?(): Promise<void> };

/** What a provider claims, and so must show. */
export type ProviderClaims = {
  /** Its other end answers as the situation says. `false` for a model that makes its own replies (local weights): asked for a reply only. */
  readonly scriptable?: boolean;
  /** The same request with the same seed gets the same text. */
  readonly seeded?: boolean;
  /** It gives token probabilities in `reply` situations. */
  readonly logprobs?: boolean;
  readonly countsTokens?: boolean;
  /** A text that no error and no identity may hold: the key that the model was made with. */
  readonly secret?: string;
};

/** One thing that a provider must do; `run` rejects, saying what was expected, where it does not. */
export type ConformanceCheck = { readonly name: string; run(): Promise<void> };

type Make = (situation: ProviderSituation) => ProviderUnderTest | Promise<ProviderUnderTest>;

/**
 * The checks that a `LanguageModel` must pass, for any test runner: `for (const { name, run } of providerConformance(make)) test(name, run)`.
 *
 * `make` gives a new model in a situation, with no retries of its own. Each check closes what it made. No check takes longer than the time-outs that
 * it asks for.
 */
export function providerConformance(make: Make, claims: ProviderClaims = {}): ConformanceCheck[] {
  const { scriptable = true, secret } = claims;
  const check = (name: string, situation: ProviderSituation, run: (model: LanguageModel) => Promise<void>): ConformanceCheck => ({
    name,
    run: () => within(make, situation, run),
  });
  return [
    check('names itself', plain, async (model) => checkName(model, secret)),
    {
      name: 'has one identity whenever it is made',
      run: () =>
        within(make, plain, (first) => within(make, plain, async (second) => assert.deepEqual(first.identity, second.identity))),
    },
    check('gives a whole reply of plain data', plain, async (model) => checkReply(await ask(model))),
    check('leaves the request as it is', plain, async (model) => {
      await model.generate(frozen(requestOf('Say something.')), { signal: never });
    }),
    check('rejects with the reason of an abort that came before', plain, (model) => checkAbort(model, true)),
    ...(claims.seeded === true ? [check('repeats itself under a seed', plain, checkSeed)] : []),
    ...(claims.countsTokens === true ? [check('counts tokens', plain, checkCount)] : []),
    ...(claims.logprobs === true ? [check('gives token probabilities', plain, checkProbabilities)] : []),
    ...(scriptable ? scriptedChecks(check, secret) : []),
  ];
}

type Check = (name: string, situation: ProviderSituation, run: (model: LanguageModel) => Promise<void>) => ConformanceCheck;

function scriptedChecks(check: Check, secret: string | undefined): ConformanceCheck[] {
  const replies = (name: string, change: Partial<typeof plain>, expected: Partial<ModelReply>) =>
    check(name, { ...plain, ...change }, async (model) => {
      const reply = await ask(model);
      checkReply(reply);
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, reply[key as keyof ModelReply]])), expected);
    });
  const fails = (name: string, situation: ProviderSituation, expected: ExpectedError) =>
    check(name, situation, async (model) => checkError(await failureOf(model), expected, secret));
  return [
    replies('tells the usage', {}, { text: plain.text, finish: 'stop', usage: { inputTokens: 12, outputTokens: 3 } }),
    replies('leaves an unknown usage out', { usage: null }, { usage: {} }),
    replies('tells a reply cut at its limit', { finish: 'length' }, { text: plain.text, finish: 'length' }),
    replies('tells a reply that a filter stopped', { finish: 'content-filter' }, { finish: 'content-filter' }),
    replies('gives an empty reply as a reply', { text: '' }, { text: '', finish: 'stop' }),
    replies('keeps the text as it came', { text: strangeText }, { text: strangeText }),
    check('keeps calls apart', { kind: 'echo' }, checkApart),
    check('rejects with the reason of an abort in flight', { kind: 'hang', timeoutMs: 60_000 }, (model) =>
      checkAbort(model, false),
    ),
    ...statuses.map(([situation, expected]) => {
      const { status, quota, retryAfterSeconds } = situation;
      const more = `${quota === true ? ' of a spent quota' : ''}${retryAfterSeconds === undefined ? '' : ' with Retry-After'}`;
      return fails(
        `tells HTTP ${status}${more} by its class`,
        { kind: 'status', ...situation },
        { status, charged: false, ...expected },
      );
    }),
    fails(
      'tells that nothing listens',
      { kind: 'no-connection' },
      { code: 'transport', retryable: true, terminal: false, charged: false },
    ),
    fails(
      'gives up after its time-out',
      { kind: 'hang', timeoutMs: 50 },
      { code: 'timeout', retryable: true, terminal: false, charged: true },
    ),
  ];
}

type ExpectedError = Partial<Pick<ModelError, 'code' | 'retryable' | 'terminal' | 'charged' | 'retryAfterMs' | 'status'>>;

const statuses: readonly (readonly [Omit<ProviderSituation & { kind: 'status' }, 'kind'>, ExpectedError])[] = [
  [{ status: 400 }, { code: 'bad-request', retryable: false, terminal: false }],
  [{ status: 401 }, { code: 'auth', retryable: false, terminal: true }],
  [{ status: 403 }, { code: 'auth', retryable: false, terminal: true }],
  [{ status: 404 }, { retryable: false, terminal: true }],
  [{ status: 429 }, { code: 'rate-limit', retryable: true, terminal: false }],
  [
    { status: 429, retryAfterSeconds: 7 },
    { code: 'rate-limit', retryable: true, terminal: false, retryAfterMs: 7000 },
  ],
  [
    { status: 429, quota: true },
    { code: 'quota', retryable: false, terminal: true },
  ],
  [{ status: 500 }, { code: 'server', retryable: true, terminal: false }],
  [{ status: 503 }, { code: 'server', retryable: true, terminal: false }],
];

const never = new AbortController().signal;
const plain = {
  kind: 'reply',
  text: 'It is so.',
  finish: 'stop',
  usage: { inputTokens: 12, outputTokens: 3 },
} as const satisfies ProviderSituation;
/** Two normal forms, a joined emoji, marks of direction, white space at both ends, quotes and a backslash. */
const strangeText = ' é e\u0301 👩‍👩‍👧 \u202Eabc\u202C "q" \\u0041\n\t{{x}} ';

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

function ask(model: LanguageModel, request: ModelRequest = requestOf('Is it so?')): Promise<ModelReply> {
  return model.generate(request, { signal: never });
}

async function within(make: Make, situation: ProviderSituation, run: (model: LanguageModel) => Promise<void>): Promise<void> {
  const { model, close } = await make(situation);
  try {
    await run(model);
  } finally {
    await model.dispose?.();
    await close?.();
  }
}

function checkName({ id, endpoint, identity, traits }: LanguageModel, secret: string | undefined): void {
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

function checkReply(reply: ModelReply): void {
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

async function checkAbort(model: LanguageModel, before: boolean): Promise<void> {
  const caller = new AbortController();
  const reason = new Error('the caller has had enough');
  if (before) caller.abort(reason);
  const call = outcomeOf(model.generate(requestOf('Is it so?'), { signal: caller.signal }));
  if (!before) await new Promise((resolve) => setImmediate(resolve));
  caller.abort(reason);
  assert.equal(await call, reason, 'expected a rejection with the reason of the abort itself.');
}

async function checkApart(model: LanguageModel): Promise<void> {
  const texts = Array.from({ length: 8 }, (_, index) => `Text number ${index}.`);
  const replies = await Promise.all(texts.map((text) => ask(model, requestOf(text))));
  assert.deepEqual(
    replies.map(({ text }) => text),
    texts,
  );
}

async function checkSeed(model: LanguageModel): Promise<void> {
  const seeded = requestOf('Name a colour.', { seed: 7, temperature: 1 });
  assert.equal((await ask(model, seeded)).text, (await ask(model, seeded)).text, 'expected one text for one request and seed.');
}

async function checkCount(model: LanguageModel): Promise<void> {
  assert.ok(model.countTokens !== undefined, 'countTokens: expected a function, got nothing.');
  const [short, long] = [
    await model.countTokens(requestOf('one').messages),
    await model.countTokens(requestOf('one two three four').messages),
  ];
  assert.ok(Number.isInteger(short) && short > 0, `countTokens: expected a whole number above 0, got ${short}.`);
  assert.ok(long > short, `countTokens: expected more for a longer text, got ${short} and ${long}.`);
}

async function checkProbabilities(model: LanguageModel): Promise<void> {
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

async function failureOf(model: LanguageModel): Promise<unknown> {
  const outcome = await outcomeOf(ask(model));
  assert.ok(outcome instanceof Error, `expected a rejection, got ${JSON.stringify(outcome)}.`);
  return outcome;
}

function checkError(error: unknown, expected: ExpectedError, secret: string | undefined): void {
  assert.ok(error instanceof ModelError, `expected a ModelError, got ${String(error)}.`);
  const code: FailureCode = error.code;
  assert.deepEqual(
    Object.fromEntries(Object.keys(expected).map((key) => [key, error[key as keyof ExpectedError]])),
    expected,
    `of the error ${code}: ${error.message}`,
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
    JSON.parse(JSON.stringify(value)) as Json,
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
