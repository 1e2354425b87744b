import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { virtualTime } from '../../testing/virtual-time.ts';
import { ModelError } from '../language-model.ts';
import type { CallContext } from './call.ts';
import { createLimiter, limited, type Limiter } from './limit.ts';
import { provided } from './provided.ts';

const never = new AbortController().signal;
const refused = (status = 429) => new ModelError('rate-limit', 'slow down', { retryable: true, status });
const terminal = () => new ModelError('auth', 'no such key', { terminal: true, status: 401 });

/** A piece of work that ends when the test says so. */
function work() {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Starts pieces of work through a limiter and remembers the order in which they began. */
function starter(limiter: Limiter) {
  const begun: number[] = [];
  const works = new Map<number, ReturnType<typeof work>>();
  const start = (name: number, signal: AbortSignal = never) => {
    const piece = work();
    works.set(name, piece);
    const done = limiter.run(() => {
      begun.push(name);
      return piece.promise;
    }, signal);
    done.catch(() => undefined);
    return done;
  };
  const end = async (name: number, error?: unknown) => {
    if (error === undefined) works.get(name)?.resolve();
    else works.get(name)?.reject(error);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, start, end };
}

const state = ({ limit, inFlight, waiting }: Limiter) => ({ limit, inFlight, waiting });

test('holds back what is over the limit and lets it in by order of arrival', async () => {
  const limiter = createLimiter({ maxConcurrency: 2 });
  const { begun, start, end } = starter(limiter);
  for (const name of [0, 1, 2, 3]) void start(name);
  expect([begun, state(limiter)]).toEqual([[0, 1], { limit: 2, inFlight: 2, waiting: 2 }]);
  await end(1);
  void start(4);
  expect(begun).toEqual([0, 1, 2]);
  for (const name of [2, 0, 3, 4]) await end(name);
  expect([begun, state(limiter)]).toEqual([[0, 1, 2, 3, 4], { limit: 2, inFlight: 0, waiting: 0 }]);
});

test('a newcomer does not overtake one that was admitted but has not begun', async () => {
  const limiter = createLimiter({ maxConcurrency: 1 });
  const begun: string[] = [];
  const first = limiter.run(async () => void begun.push('first'), never);
  const second = limiter.run(async () => void begun.push('second'), never);
  const third = first.then(() => limiter.run(async () => void begun.push('third'), never));
  await Promise.all([first, second, third]);
  expect(begun).toEqual(['first', 'second', 'third']);
});

test('work that succeeded keeps its place until its reply is kept; work that failed leaves at once', async () => {
  const limiter = createLimiter({ maxConcurrency: 1 });
  const kept = work();
  expect(await limiter.run(async () => 'reply', never, kept.promise)).toBe('reply');
  let begun = false;
  const next = limiter.run(async () => void (begun = true), never);
  await new Promise((resolve) => setImmediate(resolve));
  expect([begun, state(limiter)]).toEqual([false, { limit: 1, inFlight: 1, waiting: 1 }]);
  kept.resolve();
  await next;
  expect([begun, limiter.inFlight]).toEqual([true, 0]);
  await expect(limiter.run(() => Promise.reject(new Error('no')), never, work().promise)).rejects.toThrow('no');
  expect(limiter.inFlight).toBe(0);
});

test('an aborted waiter leaves the queue; one aborted before arrival never begins', async () => {
  const limiter = createLimiter({ maxConcurrency: 1 });
  const { begun, start, end } = starter(limiter);
  const caller = new AbortController();
  void start(0);
  const left = start(1, caller.signal);
  void start(2);
  caller.abort(new Error('enough'));
  await expect(left).rejects.toThrow('enough');
  await expect(start(3, caller.signal)).rejects.toThrow('enough');
  await end(0);
  expect([begun, state(limiter)]).toEqual([[0, 2], { limit: 1, inFlight: 1, waiting: 0 }]);
});

test.each([
  ['429', refused()],
  ['503', new ModelError('server', 'overloaded', { retryable: true, status: 503 })],
  ['529', new ModelError('server', 'overloaded', { retryable: true, status: 529 })],
])('a %s halves the limit, once a burst', async (_name, error) => {
  const limiter = createLimiter({ maxConcurrency: 20 });
  const { start, end } = starter(limiter);
  for (let name = 0; name < 20; name += 1) void start(name);
  await end(0, error);
  await end(1, error);
  await end(2, error);
  expect(state(limiter)).toEqual({ limit: 10, inFlight: 17, waiting: 0 });
  for (let name = 3; name < 12; name += 1) await end(name);
  void start(20);
  await end(20, error);
  expect(limiter.limit).toBe(5);
});

test.each([
  ['an error of another kind', new ModelError('server', 'broken', { retryable: true, status: 500 })],
  ['a timeout', new ModelError('timeout', 'late', { retryable: true, charged: true })],
  ['a quota, which waiting does not mend', new ModelError('quota', 'spent', { terminal: true, status: 429 })],
  ['a refusal of the budget', new ModelError('budget', 'spent')],
  ['an abort', new Error('enough')],
])('%s leaves the limit alone', async (_name, error) => {
  const limiter = createLimiter({ maxConcurrency: 8 });
  const { start, end } = starter(limiter);
  void start(0);
  await end(0);
  void start(1);
  await end(1, error);
  expect(limiter.limit).toBe(8);
});

test('never falls below one, and grows by one for a limit of successes won at the limit, up to its cap', async () => {
  const limiter = createLimiter({ maxConcurrency: 3 });
  const { start, end } = starter(limiter);
  const limits: number[] = [];
  for (let name = 0; name < 4; name += 1) {
    void start(name);
    await end(name, refused());
    limits.push(limiter.limit);
  }
  for (let name = 10; name < 19; name += 1) void start(name);
  for (let name = 10; name < 19; name += 1) {
    await end(name);
    limits.push(limiter.limit);
  }
  // 1: one success; 2: two; then the cap.
  expect(limits).toEqual([1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3]);
});

test('a limit that holds nobody back does not grow', async () => {
  const limiter = createLimiter({ maxConcurrency: 8 });
  const { start, end } = starter(limiter);
  void start(0);
  await end(0, refused());
  for (let name = 1; name < 50; name += 1) {
    void start(name);
    await end(name);
  }
  expect(limiter.limit).toBe(4);
});

test('one of twenty calls in flight gets 429: the other nineteen finish in their own time', async () => {
  const time = virtualTime();
  const model = scriptedModel({
    reply: (_request, { index }) =>
      index === 7 ? { delayMs: 10, error: { code: 'rate-limit', status: 429, retryAfterMs: 5000 } } : { delayMs: 100 + index },
    sleep: time.sleep,
  });
  const call = limited(createLimiter({ maxConcurrency: 20 }), provided(model));
  const context: CallContext = { key: 'k', signal: never, observer: {} };
  const ends = await time.run(
    Promise.all(
      Array.from({ length: 20 }, () =>
        call({ messages: [], maxTokens: 1 }, context).then(
          () => time.now(),
          (error: ModelError) => `${error.code} at ${time.now()}`,
        ),
      ),
    ),
  );
  expect(ends).toEqual(Array.from({ length: 20 }, (_, index) => (index === 7 ? 'rate-limit at 10' : 100 + index)));
});

test('a key refused from the first call on meets at most five requests, when calls begin one by one', async () => {
  const limiter = createLimiter({ maxConcurrency: 32 });
  const { begun, start, end } = starter(limiter);
  const rooms: number[] = [];
  void start(0);
  await end(0, terminal());
  rooms.push(limiter.limit);
  for (let name = 1; name < 40; name += 1) void start(name);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  for (const name of [2, 1, 4]) {
    await end(name, terminal());
    rooms.push(limiter.limit);
  }
  expect([begun, rooms]).toEqual([
    [0, 1, 2, 3, 4],
    [4, 3, 2, 1],
  ]);
  await end(3, terminal());
  // The run is stopped now by its own rule; were it not, one call at a time would go on.
  expect([begun.length, state(limiter)]).toEqual([6, { limit: 1, inFlight: 1, waiting: 34 }]);
});

test('a first success ends the probation, for good; nothing else does', async () => {
  const limiter = createLimiter({ maxConcurrency: 32 });
  const { start, end } = starter(limiter);
  const limits: number[] = [];
  const ends = [
    terminal(),
    terminal(),
    new ModelError('budget', 'not sent'),
    new ModelError('server', 'broken', { status: 500 }),
    terminal(),
    undefined,
    terminal(),
    terminal(),
  ];
  for (const [name, error] of ends.entries()) {
    void start(name);
    await end(name, error);
    limits.push(limiter.limit);
  }
  expect(limits).toEqual([4, 3, 3, 3, 2, 32, 32, 32]);
});

test.each([0, -1, 1.5, Number.NaN, Infinity])('maxConcurrency %s is refused', (maxConcurrency) => {
  expect(() => createLimiter({ maxConcurrency })).toThrow('maxConcurrency: expected a whole number above 0');
});

test('whatever happens: never over the cap, begun in order of arrival, and nobody is left', async () => {
  const call = fc.record({
    arrives: fc.integer({ min: 0, max: 50 }),
    takes: fc.integer({ min: 0, max: 20 }),
    end: fc.constantFrom('reply', 'reply', 'reply', '429', '500', '401'),
    aborts: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(call, { maxLength: 40 }), async (maxConcurrency, calls) => {
      const time = virtualTime();
      const limiter = createLimiter({ maxConcurrency });
      const arrived: number[] = [];
      const begun: number[] = [];
      let inFlight = 0;
      let peak = 0;
      const ends = calls.map(async ({ arrives, takes, end, aborts }, name) => {
        const caller = new AbortController();
        if (aborts !== undefined) void time.sleep(aborts, never).then(() => caller.abort(new Error('aborted')));
        await time.sleep(arrives, never);
        arrived.push(name);
        return limiter.run(async () => {
          begun.push(name);
          inFlight += 1;
          peak = Math.max(peak, inFlight);
          try {
            await time.sleep(takes, caller.signal);
            if (end === '429') throw refused();
            if (end === '500') throw new ModelError('server', 'broken', { status: 500 });
            if (end === '401') throw terminal();
          } finally {
            inFlight -= 1;
          }
        }, caller.signal);
      });
      await time.run(Promise.allSettled(ends));
      expect(peak).toBeLessThanOrEqual(maxConcurrency);
      expect(begun).toEqual(arrived.filter((name) => begun.includes(name)));
      expect([limiter.inFlight, limiter.waiting]).toEqual([0, 0]);
      expect(calls.every(({ aborts }, name) => aborts !== undefined || begun.includes(name))).toBe(true);
    }),
    { numRuns: 60 },
  );
});
