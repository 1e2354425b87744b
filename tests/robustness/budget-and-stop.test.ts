import { afterEach, describe, expect, test } from 'vitest';
import { until, type Bench } from '../cases/cli.ts';
import { counted, desk, expectRefusal, verdict } from './desk.ts';

const timeout = 120_000;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function opened(...args: Parameters<typeof desk>): Promise<Bench> {
  const own = await desk(...args);
  cleanups.push(() => own.close());
  return own;
}

const cents = (usd: number): number => Math.round(usd * 1e6) / 1e6;
/** The prompt's size does not matter: only output costs. 10 tokens come at $1 a thousand: $0.01 a call; the most is $1.024. */
const price = { input: 0, output: 1000 };
/** With this `maxTokens` a call's reserve is what it costs. */
const exact = { j: { model: { id: 'desk:judge', maxTokens: 10 }, verdict: { kind: 'binary' } } };
const told = ({ index }: { index: number }) => ({ text: verdict(), usage: { input: 100, output: 10 }, delayMs: index % 3 });

describe('budget', () => {
  test.each([
    // budget, made
    ['0', 0],
    ['0.009', 0],
    ['0.01', 1],
    ['0.059', 5],
    ['0.06', 6],
    ['1', 6],
  ])(
    'of $%s lets %i of six calls through',
    async (budget, made) => {
      const own = await opened(6, { judges: exact, endpoint: { price }, script: told });
      const { code, summary, stderr, rows } = await own.judge('j', '--budget-usd', budget);
      expect([code, summary.state, own.endpoint.count, rows.length, summary.failed]).toEqual([
        made === 6 ? 0 : 3,
        made === 6 ? 'complete' : 'incomplete',
        made,
        made,
        0,
      ]);
      expect(summary.cost).toEqual({ usd: cents(made / 100), atLeast: false, thisTimeUsd: cents(made / 100) });
      expect(stderr.includes('The budget of')).toBe(made < 6);
    },
    timeout,
  );

  test(
    'is of the whole run: what earlier parts paid counts, after a kill too',
    async () => {
      const own = await opened(12, { judges: exact, endpoint: { price }, script: told });
      const first = await own.judge('j', '--budget-usd', '0.03');
      expect([first.code, first.summary.scored]).toEqual([3, 3]);
      const same = await own.judge('j', '--budget-usd', '0.03');
      expect([same.code, same.summary.run, same.summary.calls.made, same.summary.cost.usd]).toEqual([
        3,
        first.summary.run,
        0,
        0.03,
      ]);
      own.endpoint.script(({ index }) => (index < 6 ? { text: verdict(), usage: { input: 1, output: 10 } } : { hang: true }));
      const killed = own.startJudge('j', '--budget-usd', '0.08', '--concurrency', '2');
      await until(() => own.endpoint.count >= 8);
      killed.process.kill('SIGKILL');
      await killed.ended;
      own.endpoint.script(told);
      const last = await own.judge('j', '--budget-usd', '0.08');
      // A place is free once its reply is durable: with both places hanging six were durable. The two that the kill cut may have been paid for.
      expect([last.code, last.summary.scored, last.summary.calls.made, last.summary.cost]).toEqual([
        3,
        6,
        0,
        { usd: 0.06, atLeast: true, thisTimeUsd: 0 },
      ]);
      const enough = await own.judge('j', '--budget-usd', '0.14');
      expect([enough.code, enough.summary.scored, enough.summary.calls.made, own.endpoint.count]).toEqual([0, 12, 6, 14]);
    },
    timeout,
  );

  test(
    'counts what attempts without a reply were charged, after a kill too',
    async () => {
      const own = await opened(3, {
        judges: exact,
        endpoint: { price, timeoutMs: 300, retries: 1 },
        script: ({ index }) =>
          index === 0 ? { hang: true } : { text: verdict(), usage: { input: 1, output: 10 }, delayMs: index === 1 ? 0 : 60_000 },
      });
      const killed = own.startJudge('j', '--budget-usd', '0.05', '--concurrency', '1');
      await until(() => own.endpoint.count >= 3);
      killed.process.kill('SIGKILL');
      await killed.ended;
      own.endpoint.script(told);
      // The attempt that timed out and the one that the kill cut keep two cents of the five, the reply has one.
      const { code, summary } = await own.judge('j', '--budget-usd', '0.05');
      expect([code, summary.scored, summary.calls.made, cents(summary.cost.usd), summary.cost.atLeast]).toEqual([
        0,
        3,
        2,
        0.04,
        true,
      ]);
    },
    timeout,
  );

  test(
    'holds what calls without usage may have cost, in later parts too',
    async () => {
      const own = await opened(6, { judges: exact, endpoint: { price }, script: () => ({ text: verdict(), usage: null }) });
      const first = await own.judge('j', '--budget-usd', '0.03');
      expect([first.code, own.endpoint.count, first.summary.cost]).toEqual([3, 3, { usd: 0, atLeast: true, thisTimeUsd: 0 }]);
      const second = await own.judge('j', '--budget-usd', '0.03');
      expect([second.code, own.endpoint.count]).toEqual([3, 3]);
      const third = await own.judge('j', '--budget-usd', '0.05');
      expect([third.code, own.endpoint.count]).toEqual([3, 5]);
    },
    timeout,
  );

  test(
    'of 0 lets cached calls through',
    async () => {
      const own = await opened(4, { judges: exact, endpoint: { price }, script: told });
      expect((await own.judge('j')).code).toBe(0);
      const { code, summary } = await own.judge('j', '--fresh', '--budget-usd', '0');
      expect([code, summary.scored, summary.calls.made, summary.calls.cached, summary.cost.usd]).toEqual([0, 4, 0, 4, 0]);
    },
    timeout,
  );

  test(
    'an item cut inside is failed(budget), and made whole with more',
    async () => {
      const voting = {
        j: {
          model: { id: 'desk:judge', maxTokens: 10, temperature: 1 },
          verdict: { kind: 'binary' },
          harness: { strategy: { kind: 'vote', votes: 3 } },
        },
      };
      const own = await opened(2, { judges: voting, endpoint: { price }, script: told });
      const first = await own.judge('j', '--budget-usd', '0.04', '--concurrency', '1');
      expect([first.code, own.endpoint.count, first.summary.codes]).toEqual([3, 4, { budget: 1 }]);
      const second = await own.judge('j', '--budget-usd', '1');
      expect([second.code, second.summary.scored, own.endpoint.count]).toEqual([0, 2, 6]);
    },
    timeout,
  );

  test(
    'an item that timed out, and whose retry the budget refuses, was begun: failed(budget)',
    async () => {
      const own = await opened(2, {
        judges: exact,
        endpoint: { price, timeoutMs: 300, retries: 1 },
        script: ({ index }) => (index === 1 ? { hang: true } : { text: verdict(), usage: { input: 1, output: 10 } }),
      });
      const { code, summary } = await own.judge('j', '--budget-usd', '0.02', '--concurrency', '1');
      expect([code, summary.scored, summary.codes, cents(summary.cost.usd)]).toEqual([3, 1, { budget: 1 }, 0.02]);
    },
    timeout,
  );

  test(
    'a price unknown for one member of a panel is told before the other is asked',
    async () => {
      const own = await opened(3);
      const config = JSON.parse(own.read('assize.yaml')) as { endpoints: Record<string, object>; judges: object };
      config.endpoints['free'] = { ...config.endpoints['desk'], price };
      config.judges = {
        a: { model: 'free:judge', verdict: { kind: 'binary' } },
        b: { model: 'desk:judge', verdict: { kind: 'binary' } },
        j: { harness: { strategy: { kind: 'panel', members: ['a', 'b'] } } },
      };
      own.write('assize.yaml', JSON.stringify(config));
      expectRefusal(await own.judge('j', '--budget-usd', '5'), ['price', 'desk:judge']);
      expect(own.endpoint.count).toBe(0);
    },
    timeout,
  );
});

describe('early stop', () => {
  test.each([
    ['a wrong key', 401],
    ['no leave', 403],
    ['no such model', 404],
  ])(
    '%s ends the run after five refusals in a row',
    async (_name, status) => {
      const own = await opened(40, { endpoint: { retries: 4 }, script: () => ({ status, body: { error: { message: 'no' } } }) });
      const { code, summary, stderr } = await own.judge('j', '--concurrency', '1');
      expect([code, summary.state, own.endpoint.count, summary.failed]).toEqual([3, 'incomplete', 5, 5]);
      expect(stderr).toContain('refused five calls in a row');
      own.endpoint.script(() => verdict());
      const again = await own.judge('j');
      expect([again.code, again.summary.scored, own.endpoint.count]).toEqual([0, 40, 45]);
    },
    timeout,
  );

  test(
    'a used-up quota is no rate limit',
    async () => {
      const own = await opened(40, {
        endpoint: { retries: 4 },
        script: () => ({ status: 429, body: { error: { code: 'insufficient_quota', message: 'You have no credit left.' } } }),
      });
      const { code, summary } = await own.judge('j', '--concurrency', '1');
      expect([code, own.endpoint.count, summary.codes, summary.calls.retried]).toEqual([3, 5, { quota: 5 }, 0]);
    },
    timeout,
  );

  test(
    'at full width, no more than what was in flight',
    async () => {
      const own = await opened(200, { script: () => ({ status: 401, body: {}, delayMs: 20 }) });
      const { code } = await own.judge('j');
      expect(code).toBe(3);
      expect(own.endpoint.count).toBeLessThanOrEqual(5 + 32);
    },
    timeout,
  );

  test(
    'four in a row, then an answer, again and again, do not',
    async () => {
      const { script } = counted((item) => (item % 5 === 0 ? verdict() : { status: 403, body: {} }));
      const own = await opened(40, { endpoint: { retries: 0 }, script });
      const { code, summary, stderr } = await own.judge('j', '--concurrency', '1');
      expect([code, summary.scored, summary.failed, own.endpoint.count]).toEqual([3, 8, 32, 40]);
      expect(stderr).toContain('8 of 40 judged, incomplete');
    },
    timeout,
  );

  test(
    'one endpoint of two: the other’s judgments are kept',
    async () => {
      const own = await opened(20, {
        judges: { j: { verdict: { kind: 'binary' } }, k: { model: 'other:judge', verdict: { kind: 'binary' } } },
      });
      const config = JSON.parse(own.read('assize.yaml')) as { endpoints: Record<string, object> };
      config.endpoints['other'] = { ...config.endpoints['desk'], headers: { 'x-desk': 'other' } };
      own.write('assize.yaml', JSON.stringify(config));
      own.endpoint.script(({ headers }) => (headers['x-desk'] === 'other' ? { status: 401, body: {} } : verdict()));
      const ended = await own.run('compare', 'j', 'k', '--data', 'items', '--json', '--concurrency', '1');
      const { judges } = JSON.parse(ended.stdout) as { judges: { scored: number; failed: number }[] };
      expect(ended.code).toBe(3);
      expect(judges[1]).toMatchObject({ scored: 0, failed: 5 });
    },
    timeout,
  );
});

describe('an endpoint that does not answer', () => {
  test(
    'a dead one: every judgment failed(transport), attempts counted',
    async () => {
      const own = await opened(2, { endpoint: { retries: 1 } });
      await own.endpoint.close();
      const { code, summary, rows, stderr } = await own.judge('j');
      expect([code, summary.state, summary.codes, summary.calls.made, summary.calls.retried]).toEqual([
        3,
        'incomplete',
        { transport: 2 },
        4,
        2,
      ]);
      expect(rows.map(({ status, code: why }) => [status, why])).toEqual([
        ['failed', 'transport'],
        ['failed', 'transport'],
      ]);
      expect(stderr).not.toMatch(/^\s+at /mu);
    },
    timeout,
  );

  test.each([
    ['hangs', { hang: true } as const, 'timeout', true],
    ['cuts the connection before an answer', { cut: 'before-answer' } as const, 'transport', true],
    ['cuts the connection in the answer', { cut: 'in-body' } as const, 'transport', true],
    ['answers with what is no JSON', { status: 200, body: '<html>' }, 'server', undefined],
    ['answers with an empty body', { status: 200, body: '' }, 'server', undefined],
    ['answers with JSON of another shape', { status: 200, body: { hello: 1 } }, 'server', undefined],
    ['answers 500 with a long body', { status: 500, body: 'x'.repeat(100_000) }, 'server', undefined],
  ])(
    'one that %s',
    async (_name, answer, failure, atLeast) => {
      const own = await opened(2, { endpoint: { retries: 0, timeoutMs: 400, price }, script: () => answer });
      const { code, summary, rows } = await own.judge('j');
      expect([code, summary.codes]).toEqual([3, { [failure]: 2 }]);
      if (atLeast !== undefined) expect(summary.cost.atLeast).toBe(atLeast);
      for (const { message = '' } of rows) {
        expect(message).not.toContain('\n');
        expect(message.length).toBeLessThan(600);
      }
    },
    timeout,
  );
});
