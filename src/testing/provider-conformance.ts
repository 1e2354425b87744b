import assert from 'node:assert/strict';
import type { LanguageModel, ModelReply, Usage } from '../model/language-model.ts';
import {
  ask,
  checkAbort,
  checkApart,
  checkCount,
  checkError,
  checkName,
  checkProbabilities,
  checkReply,
  checkSeed,
  checkUntouched,
  failureOf,
  type ExpectedError,
} from './provider-checks.ts';

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
    check('leaves the request as it is', plain, checkUntouched),
    check('rejects with the reason of an abort that came before', plain, (model) => checkAbort(model, true)),
    ...(claims.seeded === true ? [check('repeats itself under a seed', plain, checkSeed)] : []),
    ...(claims.countsTokens === true ? [check('counts tokens', plain, checkCount)] : []),
    ...(claims.logprobs === true ? [check('gives token probabilities', plain, checkProbabilities)] : []),
    ...(scriptable ? scriptedChecks(check, secret) : []),
  ];
}

type Check = (name: string, situation: ProviderSituation, run: (model: LanguageModel) => Promise<void>) => ConformanceCheck;

function scriptedChecks(check: Check, secret: string | undefined): ConformanceCheck[] {
  const replies = (
    name: string,
    change: Partial<Omit<ProviderSituation & { kind: 'reply' }, 'kind'>>,
    expected: Partial<ModelReply>,
  ) =>
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
        // What an endpoint did before it failed with 5xx is not known to anybody.
        { status, ...(status < 500 && { charged: false }), ...expected },
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

const plain: ProviderSituation & { readonly kind: 'reply' } = {
  kind: 'reply',
  text: 'It is so.',
  finish: 'stop',
  usage: { inputTokens: 12, outputTokens: 3 },
};
/** Two normal forms, a joined emoji, marks of direction, white space at both ends, quotes and a backslash. */
const strangeText = ' é e\u0301 👩‍👩‍👧 \u202Eabc\u202C "q" \\u0041\n\t{{x}} ';

async function within(make: Make, situation: ProviderSituation, run: (model: LanguageModel) => Promise<void>): Promise<void> {
  const { model, close } = await make(situation);
  try {
    await run(model);
  } finally {
    await model.dispose?.();
    await close?.();
  }
}
