import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { AssizeError } from '../../core/errors.ts';
import { scriptedModel, type ScriptedModelOptions } from '../../testing/scripted-model.ts';
import { virtualTime } from '../../testing/virtual-time.ts';
import { ModelError, type LanguageModel, type ModelRequest, type Usage } from '../language-model.ts';
import { createBudget, type Budget } from './budget.ts';
import { budgeted } from './budgeted.ts';
import type { CallObserver } from './call.ts';
import { provided } from './provided.ts';

const never = new AbortController().signal;
const price = { input: 1000, output: 2000 };
const request: ModelRequest = { messages: [{ role: 'user', content: 'abc' }], maxTokens: 10 };
/** 32 for the request, 8 for the message, 3 bytes; 10 tokens out. */
const reserveUsd = 43 * 0.001 + 10 * 0.002;

type Attempt = Parameters<NonNullable<CallObserver['attemptEnded']>>[0];

/** One call of a scripted model through a budget: how it ended, what the observer saw, and the books afterwards. */
async function play(options: ScriptedModelOptions, budget: Budget = createBudget()) {
  const started: unknown[] = [];
  const ended: unknown[] = [];
  let clockMs = 0;
  const observer: CallObserver = {
    attemptStarted: (attempt) => started.push(attempt),
    attemptEnded: ({ error, ...attempt }: Attempt) =>
      ended.push(error === undefined ? attempt : { ...attempt, error: error.code }),
  };
  const model = scriptedModel({ traits: { price }, ...options });
  const call = budgeted(budget, { model, now: () => (clockMs += 50) }, provided(model));
  const end = await call(request, { key: 'k', signal: never, observer, attempt: 2 }).then(
    ({ costUsd, cached }) => ({ costUsd, cached }),
    (error: ModelError) => error.code,
  );
  return { end, started, ended, books: [budget.spentUsd, budget.unknownUsd, budget.atLeast] };
}

const who = { endpoint: 'scripted', model: 'scripted:model', attempt: 2 };
const replies = (usage: Usage | null): ScriptedModelOptions => ({ rules: [{ text: 'x', usage }] });

test('a reply is charged by its usage', async () => {
  const usage = { inputTokens: 3, outputTokens: 1 };
  expect(await play(replies(usage), createBudget({ capUsd: 1 }))).toEqual({
    end: { costUsd: 0.005, cached: false },
    started: [who],
    ended: [{ ...who, usage, costUsd: 0.005, atLeast: false, latencyMs: 50 }],
    books: [0.005, 0, false],
  });
});

test.each([
  ['no usage', null, 0, reserveUsd],
  ['half a usage', { outputTokens: 1 }, 0.002, reserveUsd - 0.002],
])('%s: the known part is the cost, the rest of the reserve is held', async (_name, usage, costUsd, unknownUsd) => {
  const played = await play(replies(usage), createBudget({ capUsd: 1 }));
  expect(played).toEqual({
    end: { costUsd: undefined, cached: false },
    started: [who],
    ended: [{ ...who, usage: usage ?? {}, costUsd, atLeast: true, latencyMs: 50 }],
    books: [costUsd, expect.closeTo(unknownUsd, 12), true],
  });
  expect((await play(replies(usage))).books).toEqual(played.books);
});

test.each([
  ['a 429', { code: 'rate-limit', status: 429 }, 0, false],
  ['a bad request', { code: 'bad-request', status: 400 }, 0, false],
  ['no connection', { code: 'transport' }, 0, false],
  ['a timeout', { code: 'timeout' }, reserveUsd, true],
  ['a cut connection', { code: 'transport', charged: true }, reserveUsd, true],
] as const)('%s', async (_name, error, costUsd, atLeast) => {
  for (const budget of [createBudget(), createBudget({ capUsd: 1 })])
    expect(await play({ rules: [{ error }] }, budget)).toEqual({
      end: error.code,
      started: [who],
      ended: [{ ...who, error: error.code, costUsd, atLeast, latencyMs: 50 }],
      books: [costUsd, 0, atLeast],
    });
});

test('a price of 0 needs no reserve, and its cost is known whatever happens', async () => {
  const free = { traits: { price: { input: 0, output: 0 } } };
  const broke = () => createBudget({ capUsd: 0 });
  expect((await play({ ...free, ...replies(null) }, broke())).end).toEqual({ costUsd: 0, cached: false });
  expect((await play({ ...free, rules: [{ error: { code: 'timeout' } }] }, broke())).books).toEqual([0, 0, false]);
});

test('an unknown price costs nothing that is known; with a cap it is refused at once', async () => {
  const usage = { inputTokens: 3, outputTokens: 1 };
  const played = await play({ ...replies(usage), traits: {} });
  expect([played.end, played.books]).toEqual([{ costUsd: undefined, cached: false }, [0, 0, true]]);
  expect((await play({ rules: [{ error: { code: 'rate-limit' } }], traits: {} })).books).toEqual([0, 0, false]);
  await expect(play({ traits: {} }, createBudget({ capUsd: 1 }))).rejects.toThrow(
    new AssizeError(
      'config',
      'budget: expected a price for scripted:model, got nothing. Add price: { input, output } (USD per million tokens) to its endpoint, or leave the budget out.',
    ),
  );
});

test('what the budget refuses was no attempt', async () => {
  const played = await play(replies(null), createBudget({ capUsd: 0.06 }));
  expect(played).toEqual({ end: 'budget', started: [], ended: [], books: [0, 0, false] });
});

test('a model that counts its tokens reserves what it counts', async () => {
  const counts = { ...replies({ inputTokens: 1, outputTokens: 10 }), countsTokens: true };
  expect((await play(counts, createBudget({ capUsd: 0.021 }))).end).toEqual({ costUsd: 0.021, cached: false });
  expect((await play(counts, createBudget({ capUsd: 0.0209 }))).end).toBe('budget');
});

test('an attempt that its caller cuts is charged its reserve; the observer sees an error, the caller its reason', async () => {
  const caller = new AbortController();
  const budget = createBudget({ capUsd: 1 });
  const seen: unknown[] = [];
  const model = scriptedModel({ reply: () => new Promise(() => undefined), traits: { price } });
  const observer: CallObserver = {
    attemptEnded: ({ error, costUsd, atLeast }) => seen.push([error?.code, error?.charged, costUsd, atLeast]),
  };
  const call = budgeted(budget, { model }, provided(model))(request, { key: 'k', signal: caller.signal, observer });
  await new Promise((resolve) => setImmediate(resolve));
  caller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  expect([seen, budget.spentUsd, budget.atLeast]).toEqual([[['transport', true, reserveUsd, true]], reserveUsd, true]);
});

test('a model that has its calls wait tells when it sends: what is aborted before was no attempt and costs nothing', async () => {
  const caller = new AbortController();
  const budget = createBudget({ capUsd: 1 });
  const events: string[] = [];
  let send: (() => void) | undefined;
  const waiting: LanguageModel = {
    ...scriptedModel({ traits: { price } }),
    reportsSending: true,
    generate: (_request, { signal, onSending }) =>
      new Promise((_resolve, reject) => {
        send = onSending;
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const observer: CallObserver = {
    attemptStarted: () => events.push('started'),
    attemptEnded: ({ costUsd }) => events.push(`ended: ${costUsd}`),
  };
  const call = budgeted(budget, { model: waiting }, provided(waiting));
  const make = (signal: AbortSignal) => call(request, { key: 'k', signal, observer });
  const [unsent, sent] = [make(caller.signal), make(caller.signal)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(events).toEqual([]);
  send?.();
  expect(events).toEqual(['started']);
  caller.abort(new Error('enough'));
  await expect(unsent).rejects.toThrow('enough');
  await expect(sent).rejects.toThrow('enough');
  expect([events, budget.spentUsd]).toEqual([['started', `ended: ${reserveUsd}`], reserveUsd]);
});

test('what is turned away as it is about to be sent was no attempt and costs nothing, whoever tells of the sending', async () => {
  const ended = new Error('the run is ending');
  const budget = createBudget({ capUsd: reserveUsd });
  const events: string[] = [];
  const observer: CallObserver = { attemptStarted: () => events.push('started'), attemptEnded: () => events.push('ended') };
  const plain = scriptedModel({ rules: [{ text: 'x' }], traits: { price } });
  const telling: LanguageModel = {
    ...plain,
    reportsSending: true,
    generate: async (asked, { signal, onSending }) => {
      await Promise.resolve();
      onSending?.();
      return plain.generate(asked, { signal });
    },
  };
  for (const model of [plain, telling]) {
    const beforeSending = () => {
      throw ended;
    };
    const call = budgeted(budget, { model, beforeSending }, provided(model));
    await expect(call(request, { key: 'k', signal: never, observer })).rejects.toBe(ended);
  }
  expect([plain.requests.length, events, budget.spentUsd]).toEqual([0, [], 0]);
  const call = budgeted(budget, { model: telling, beforeSending: () => events.push('asked') }, provided(telling));
  await call(request, { key: 'k', signal: never, observer });
  expect([plain.requests.length, events]).toEqual([1, ['asked', 'started', 'ended']]);
});

test('a call aborted as it is admitted is not sent and gives its reserve back', async () => {
  const caller = new AbortController();
  const budget = createBudget({ capUsd: reserveUsd });
  const model = scriptedModel({ ...replies(null), traits: { price } });
  const call = budgeted(budget, { model }, provided(model));
  const first = call(request, { key: 'a', signal: caller.signal, observer: {} });
  caller.abort(new Error('enough'));
  await expect(first).rejects.toThrow('enough');
  expect([model.requests.length, budget.spentUsd]).toEqual([0, 0]);
  await call(request, { key: 'b', signal: never, observer: {} });
  expect(model.requests.length).toBe(1);
});

test('a cap of $0.10, calls of $0.03, eight at once: three calls', async () => {
  const time = virtualTime();
  const model = scriptedModel({
    reply: () => ({ delayMs: 100, usage: { inputTokens: 40, outputTokens: 1000 } }),
    traits: { price: { input: 0, output: 30 } },
    sleep: time.sleep,
  });
  const budget = createBudget({ capUsd: 0.1 });
  const call = budgeted(budget, { model, now: time.now }, provided(model));
  const calls = Array.from({ length: 8 }, (_, index) =>
    call({ ...request, maxTokens: 1000 }, { key: `${index}`, signal: never, observer: {} }).then(
      () => 'made',
      (error: ModelError) => error.code,
    ),
  );
  expect(await time.run(Promise.all(calls))).toEqual(['made', 'made', 'made', 'budget', 'budget', 'budget', 'budget', 'budget']);
  expect([model.requests.length, budget.spentUsd, budget.atLeast]).toEqual([3, 0.09, false]);
});

test('the cap is never passed while usage stays within the reserve, and money that is there is used', async () => {
  const attempt = fc.record({
    arrives: fc.integer({ min: 0, max: 30 }),
    takes: fc.integer({ min: 0, max: 20 }),
    maxTokens: fc.integer({ min: 1, max: 50 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    end: fc.constantFrom('reply', 'reply', 'no usage', 'rate-limit', 'timeout'),
    aborts: fc.option(fc.integer({ min: 0, max: 50 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 300 }), fc.array(attempt, { maxLength: 30 }), async (capTokens, attempts) => {
      const time = virtualTime();
      const capUsd = capTokens * 0.01;
      const budget = createBudget({ capUsd });
      const over: number[] = [];
      let chargedUsd = 0;
      const observer: CallObserver = {
        attemptEnded: ({ costUsd }) => {
          chargedUsd += costUsd;
          if (budget.spentUsd + budget.unknownUsd > capUsd + 1e-9) over.push(budget.spentUsd + budget.unknownUsd);
        },
      };
      const ends = attempts.map(async ({ arrives, takes, maxTokens, share, end, aborts }) => {
        const model = scriptedModel({
          reply: () => ({
            delayMs: takes,
            usage: end === 'no usage' ? null : { inputTokens: 5, outputTokens: Math.floor(share * maxTokens) },
            ...((end === 'rate-limit' || end === 'timeout') && { error: { code: end } }),
          }),
          traits: { price: { input: 0, output: 10_000 } },
          sleep: time.sleep,
        });
        const caller = new AbortController();
        if (aborts !== undefined) void time.sleep(aborts, never).then(() => caller.abort(new Error('aborted')));
        await time.sleep(arrives, never);
        const call = budgeted(budget, { model, now: time.now }, provided(model));
        return call({ messages: [], maxTokens }, { key: 'k', signal: caller.signal, observer });
      });
      await time.run(Promise.allSettled(ends));
      expect(over).toEqual([]);
      expect(budget.spentUsd).toBeCloseTo(chargedUsd, 9);
      // All reserves came back: what is left can be taken, and no more.
      const left = capUsd - budget.spentUsd - budget.unknownUsd;
      expect(budget.reserve(Math.round(left * 1e12), never)).toBeUndefined();
      const onePicoMore = budget.reserve(1, AbortSignal.abort(new ModelError('budget', 'it would wait')));
      await expect(onePicoMore).rejects.toMatchObject({ code: 'budget' });
    }),
    { numRuns: 60 },
  );
});
