import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Script, ScriptedAnswer } from '../../src/testing/scripted-endpoint.ts';
import { bench as makeBench, itemOf, numbered, until, type Bench, type BenchOptions } from './cli.ts';

const open: Bench[] = [];
async function bench(options: BenchOptions): Promise<Bench> {
  const made = await makeBench(options);
  open.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
});

const yesNo = { kind: 'binary', pass: 'yes', fail: 'no' } as const;
const tagged = { verdict: yesNo, harness: { reader: 'tagged' } };
const judges = { j: tagged };
const yes = 'VERDICT: yes';
const refused = (status: number, message = 'refused'): ScriptedAnswer => ({ status, body: { error: { message } } });

describe('case 40: a refused key', () => {
  test('30 of 54, scattered: incomplete, the rate over the 30', async () => {
    const isRefused = (number: number): boolean => [1, 3, 5, 7].includes(number % 9);
    const script: Script = (request) =>
      isRefused(itemOf(request)) ? refused(403) : itemOf(request) % 2 === 0 ? yes : 'VERDICT: no';
    const own = await bench({ judges, items: numbered(54), script });
    const { code, summary, stderr, rows } = await own.judge('j', '--concurrency', '4');
    const passes = rows.filter(({ value }) => value === 'yes').length;
    expect({
      code,
      state: summary.state,
      scored: summary.scored,
      failed: summary.failed,
      codes: summary.codes,
      calls: summary.calls,
    }).toEqual({
      code: 3,
      state: 'incomplete',
      scored: 30,
      failed: 24,
      codes: { auth: 24 },
      calls: { made: 54, cached: 0, retried: 0 },
    });
    expect(summary.metrics.find(({ name }) => name === 'pass-rate')).toMatchObject({
      status: 'ok',
      value: passes / 30,
      n: 30,
      missing: 24,
    });
    expect(stderr).toContain('30 of 54 judged, incomplete');
    // Failed ones are made again, scored ones are not.
    own.endpoint.script(() => yes);
    const again = await own.judge('j', '--concurrency', '4');
    expect([again.code, again.summary.run, again.summary.state, again.summary.scored]).toEqual([0, summary.run, 'complete', 54]);
    expect(again.summary.calls).toEqual({ made: 24, cached: 30, retried: 0 });
    expect((await own.judge('j', '--max-failed', '24')).code).toBe(0);
  });

  test('refused from the first call on: five calls', async () => {
    const own = await bench({ judges, items: numbered(54), script: () => refused(401) });
    const { code, summary, stderr, rows } = await own.judge('j');
    expect({
      code,
      state: summary.state,
      expected: summary.expected,
      scored: summary.scored,
      failed: summary.failed,
      codes: summary.codes,
    }).toEqual({ code: 3, state: 'incomplete', expected: 54, scored: 0, failed: 5, codes: { auth: 5 } });
    expect([own.endpoint.count, summary.calls.made, rows.length]).toEqual([5, 5, 5]);
    expect(stderr).toContain('refused five calls in a row');
    own.endpoint.script(() => yes);
    const again = await own.judge('j');
    expect([again.code, again.summary.scored, again.summary.calls]).toEqual([0, 54, { made: 54, cached: 0, retried: 0 }]);
  });
});

test('case 41: the same check turned round', async () => {
  const replies: ScriptedAnswer[] = [yes, 'VERDICT: no', yes, refused(400), 'VERDICT: maybe', yes, ''];
  const own = await bench({
    judges: { plain: tagged, negated: { verdict: { kind: 'binary', pass: 'no', fail: 'yes' }, harness: { reader: 'tagged' } } },
    items: numbered(replies.length),
    script: (request) => replies[itemOf(request) - 1] ?? '',
  });
  const args = ['--max-unreadable', '1', '--max-failed', '1'];
  const [plain, negated] = [await own.judge('plain', ...args), await own.judge('negated', ...args)];
  const rate = ({ summary }: typeof plain): unknown => summary.metrics.find(({ name }) => name === 'pass-rate');
  expect([rate(plain), rate(negated)]).toMatchObject([
    { value: 0.75, n: 4, missing: 3 },
    { value: 0.25, n: 4, missing: 3 },
  ]);
  const outcomes = ({ rows }: typeof plain): unknown[] => rows.map(({ status, problem, code }) => [status, problem ?? code]);
  expect(outcomes(negated)).toEqual(outcomes(plain));
  expect(outcomes(plain).map(String)).toEqual([
    'scored,',
    'scored,',
    'scored,',
    'failed,bad-request',
    'unreadable,off-menu',
    'scored,',
    'unreadable,empty',
  ]);
});

test('case 42: a call that has to wait holds no other up', async () => {
  const arrivals: { item: number; at: number }[] = [];
  const waiting = new Set<number>();
  const script: Script = (request) => {
    const item = itemOf(request);
    arrivals.push({ item, at: performance.now() });
    if (item === 7 && !waiting.has(item)) {
      waiting.add(item);
      return { status: 429, body: { error: { message: 'slow down' } }, headers: { 'retry-after': '3' } };
    }
    return { text: yes, delayMs: 300 };
  };
  const own = await bench({ judges, items: numbered(20), script, endpoint: { maxConcurrency: 20 } });
  const { code, summary, row } = await own.judge('j');
  const [first, second] = arrivals.filter(({ item }) => item === 7).map(({ at }) => at);
  expect([code, summary.scored, summary.calls]).toEqual([0, 20, { made: 21, cached: 0, retried: 1 }]);
  expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(2990);
  expect(arrivals.findIndex(({ at }) => at === second)).toBe(20);
  expect(
    Math.max(
      ...numbered(20)
        .filter(({ id }) => id !== '7')
        .map(({ id }) => row(id).latencyMs),
    ),
  ).toBeLessThan(row('7').latencyMs);
});

describe('case 42: what Retry-After may look like', () => {
  const date = (ms: number): string => new Date(Math.ceil((Date.now() + ms) / 1000) * 1000).toUTCString();
  const forms: (readonly [string, () => { headers: Record<string, string>; body?: object; status?: number }, number])[] = [
    ['seconds', () => ({ headers: { 'retry-after': '2' } }), 2000],
    ['seconds with a fraction', () => ({ headers: { 'retry-after': '1.5' } }), 1500],
    ['milliseconds', () => ({ headers: { 'retry-after-ms': '1600' } }), 1600],
    ['a date', () => ({ headers: { 'retry-after': date(2000) } }), 1900],
    [
      'in the body',
      () => ({
        headers: {},
        body: {
          error: {
            code: 429,
            status: 'RESOURCE_EXHAUSTED',
            message: 'quota',
            details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1.7s' }],
          },
        },
      }),
      1700,
    ],
    ['of an overload', () => ({ status: 503, headers: { 'retry-after': '2' } }), 2000],
    ['a date that is over', () => ({ headers: { 'retry-after': date(-60_000) } }), 200],
    ['nothing that can be read', () => ({ headers: { 'retry-after': 'soon' } }), 200],
    ['below nothing', () => ({ headers: { 'retry-after': '-5' } }), 200],
    ['none', () => ({ headers: {} }), 200],
  ];
  test('all of them at once', async () => {
    const arrivals = new Map<number, number[]>();
    const script: Script = (request) => {
      const item = itemOf(request);
      const times = arrivals.get(item) ?? [];
      arrivals.set(item, [...times, performance.now()]);
      const form = forms[item - 1];
      if (times.length > 0 || form === undefined) return yes;
      const { status = 429, headers, body = { error: { message: 'wait' } } } = form[1]();
      return { status, headers, body };
    };
    const own = await bench({ judges, items: numbered(forms.length), script });
    const { code, summary } = await own.judge('j');
    expect([code, summary.calls]).toEqual([0, { made: 2 * forms.length, cached: 0, retried: forms.length }]);
    const waits = forms.map(([name, , least], index) => {
      const [first = 0, second = 0] = arrivals.get(index + 1) ?? [];
      const waited = second - first;
      return [name, waited >= least - 10 && waited < least + 4000 ? 'as asked' : `${waited} ms`];
    });
    expect(waits).toEqual(forms.map(([name]) => [name, 'as asked']));
  });
});

test('case 43: a call that always outlasts its time-out', async () => {
  const own = await bench({
    judges,
    items: numbered(1),
    script: () => ({ hang: true }),
    endpoint: { timeoutMs: 400, retries: 2 },
  });
  const { code, summary, row } = await own.judge('j');
  expect(row('1')).toMatchObject({ status: 'failed', code: 'timeout', calls: 0, costUsd: 0 });
  expect([code, own.endpoint.count, summary.codes, summary.calls, summary.cost.atLeast]).toEqual([
    3,
    3,
    { timeout: 1 },
    { made: 3, cached: 0, retried: 2 },
    true,
  ]);
});

describe('case 44: what another attempt cannot mend', () => {
  const kinds: (readonly [string, ScriptedAnswer, string, number])[] = [
    [
      'quota by code',
      { status: 429, body: { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } } },
      'quota',
      1,
    ],
    [
      'quota by type',
      {
        status: 429,
        body: { error: { type: 'insufficient_quota', code: null, message: 'You exceeded your current quota' } },
        headers: { 'retry-after': '1' },
      },
      'quota',
      1,
    ],
    ['quota in words', { status: 429, body: { error: 'insufficient_quota' } }, 'quota', 1],
    ['quota in plain text', { status: 429, body: 'insufficient_quota: check your plan' }, 'quota', 1],
    [
      'credit',
      {
        status: 400,
        body: {
          type: 'error',
          error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
        },
      },
      'quota',
      1,
    ],
    ['payment', { status: 402, body: { error: { message: 'Insufficient credits' } } }, 'quota', 1],
    [
      'billing',
      { status: 429, body: { error: { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached' } } },
      'quota',
      1,
    ],
    ['key', { status: 401, body: { error: { message: 'Incorrect API key provided' } } }, 'auth', 1],
    [
      'key, Google',
      {
        status: 400,
        body: {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
            details: [{ reason: 'API_KEY_INVALID' }],
          },
        },
      },
      'auth',
      1,
    ],
    ['forbidden', { status: 403, body: 'no' }, 'auth', 1],
    [
      'model',
      { status: 404, body: { error: { code: 'model_not_found', message: 'The model `judge` does not exist' } } },
      'model',
      1,
    ],
    ['nothing there', { status: 404, body: 'not found' }, 'bad-request', 1],
    ['bad request', { status: 400, body: { error: { message: 'messages: too strange' } } }, 'bad-request', 1],
    [
      'unprocessable',
      { status: 422, body: { detail: [{ loc: ['body', 'messages'], msg: 'field required' }] } },
      'bad-request',
      1,
    ],
    [
      'too long',
      {
        status: 400,
        body: { error: { code: 'context_length_exceeded', message: "This model's maximum context length is 8192 tokens" } },
      },
      'context-overflow',
      1,
    ],
    ['filtered', { status: 400, body: { error: { code: 'content_filter', message: 'filtered' } } }, 'content-filter', 1],
    [
      'a mere rate limit',
      { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'Rate limit reached' } } },
      'rate-limit',
      2,
    ],
    ['a server’s fault', { status: 500, body: 'oops' }, 'server', 2],
  ];
  test('each is told as what it is', async () => {
    // Good ones stand between them: five refusals in a row would end the run.
    const script: Script = (request) => (itemOf(request) % 2 === 0 ? yes : (kinds[(itemOf(request) - 1) / 2]?.[1] ?? ''));
    const own = await bench({ judges, items: numbered(2 * kinds.length), script, endpoint: { retries: 1 } });
    const { row, summary } = await own.judge('j', '--concurrency', '1');
    const attempts = (index: number): number =>
      own.endpoint.requests.filter((request) => itemOf(request) === 2 * index + 1).length;
    expect(kinds.map(([name], index) => [name, row(String(2 * index + 1)).code, attempts(index)])).toEqual(
      kinds.map(([name, , code, count]) => [name, code, count]),
    );
    expect([summary.scored, summary.failed, summary.calls.retried]).toEqual([kinds.length, kinds.length, 2]);
  });
});

describe('case 45: money is reserved before sending', () => {
  // At most 1,000 tokens out at $30 a million: $0.03 a call.
  const options: BenchOptions = {
    judges: { j: { ...tagged, model: { id: 'desk:judge', maxTokens: 1000 } } },
    items: numbered(8),
    script: () => ({ text: yes, usage: { input: 100, output: 1000 }, delayMs: 100 }),
    endpoint: { price: { input: 0, output: 30 }, maxConcurrency: 8 },
  };
  test('$0.10 pays three calls; more money goes on', async () => {
    const own = await bench(options);
    const { code, summary, stderr } = await own.judge('j', '--budget-usd', '0.10');
    expect([code, own.endpoint.count, summary.state, summary.scored, summary.failed, summary.calls.made]).toEqual([
      3,
      3,
      'incomplete',
      3,
      0,
      3,
    ]);
    expect(summary.cost).toEqual({
      usd: expect.closeTo(0.09, 9) as number,
      atLeast: false,
      thisTimeUsd: expect.closeTo(0.09, 9) as number,
    });
    expect(stderr).toContain('budget');
    const same = await own.judge('j', '--budget-usd', '0.10');
    expect([same.code, same.summary.calls.made, same.summary.scored]).toEqual([3, 0, 3]);
    const more = await own.judge('j', '--budget-usd', '0.24');
    expect([more.code, own.endpoint.count, more.summary.scored, more.summary.calls]).toEqual([
      0,
      8,
      8,
      { made: 5, cached: 3, retried: 0 },
    ]);
    expect(more.summary.cost).toEqual({
      usd: expect.closeTo(0.24, 9) as number,
      atLeast: false,
      thisTimeUsd: expect.closeTo(0.15, 9) as number,
    });
    const free = await own.judge('j', '--budget-usd', '0', '--fresh');
    expect([free.code, free.summary.scored, free.summary.calls]).toEqual([0, 8, { made: 0, cached: 8, retried: 0 }]);
  });
  test.each(['-1', 'Infinity', 'NaN', 'much', ''])('--budget-usd %j is refused', async (amount) => {
    const own = await bench(options);
    const { code, stdout } = await own.judge('j', `--budget-usd=${amount}`);
    expect([code, stdout, own.endpoint.count]).toEqual([2, '', 0]);
  });
  test('so is a budget where no price is known', async () => {
    const own = await bench({ ...options, endpoint: {} });
    const { code, stderr } = await own.judge('j', '--budget-usd', '1');
    expect([code, own.endpoint.count]).toEqual([2, 0]);
    expect(stderr).toContain('price');
  });
});

describe('case 46: kill -9', () => {
  test.each(['whole', 'torn'])('at 60%%, the last record %s', async (end) => {
    const own = await bench({
      judges,
      items: numbered(40, () => ({ gold: 'yes' })),
      script: (request) => (request.index < 24 ? yes : { hang: true }),
      endpoint: { price: { input: 10, output: 0 }, maxConcurrency: 4 },
    });
    const running = own.startJudge('j');
    // As many as may be in flight hang: whatever came before them was read.
    await until(() => own.endpoint.count === 28);
    await sleep(500);
    running.process.kill('SIGKILL');
    expect((await running.ended).signal).toBe('SIGKILL');
    if (end === 'torn') {
      const log = readdirSync(path.join(own.folder, '.assize')).find((name) => name.endsWith('-wal'));
      if (log === undefined) throw new Error('expected a log of the store, got none');
      appendFileSync(path.join(own.folder, '.assize', log), Buffer.alloc(1234, 0x5a));
    }
    own.endpoint.script(() => yes);
    const { code, summary, rows, stderr } = await own.judge('j');
    expect([code, own.endpoint.count - 28, summary.state, summary.scored]).toEqual([0, 16, 'complete', 40]);
    expect(summary.calls).toEqual({ made: 16, cached: 24, retried: 0 });
    expect(summary.cost).toEqual({
      usd: expect.closeTo(0.04, 9) as number,
      atLeast: false,
      thisTimeUsd: expect.closeTo(0.016, 9) as number,
    });
    expect(rows.map(({ item }) => item)).toEqual(numbered(40).map(({ id }) => id));
    expect(rows.reduce((sum, { inputTokens }) => sum + (inputTokens ?? 0), 0)).toBe(4000);
    expect(stderr).toContain('Going on with run');
    const third = await own.judge('j');
    expect([third.code, third.summary.calls, third.summary.cost.thisTimeUsd]).toEqual([
      0,
      { made: 0, cached: 40, retried: 0 },
      0,
    ]);
  });
});

test('case 47: five repeats, cold and warm', async () => {
  let replies = 0;
  const script: Script = () => `Reason ${(replies += 1)}.\nVERDICT: ${replies % 2 === 0 ? 'yes' : 'no'}`;
  const own = await bench({
    judges: { j: { ...tagged, model: { id: 'desk:judge', temperature: 0.7 } } },
    items: numbered(1),
    script,
  });
  const cold = await own.judge('j', '--draws', '5');
  expect([cold.summary.expected, cold.summary.scored, cold.summary.calls]).toEqual([5, 5, { made: 5, cached: 0, retried: 0 }]);
  const texts = cold.rows.map(({ draw, reply, value }) => [draw, reply, value]);
  expect([texts.map(([draw]) => draw), new Set(texts.map(([, reply]) => reply)).size]).toEqual([[0, 1, 2, 3, 4], 5]);
  for (const args of [
    ['--draws', '5'],
    ['--draws', '5', '--fresh'],
    ['--draws', '3', '--fresh'],
  ]) {
    const warm = await own.judge('j', ...args);
    expect([warm.summary.calls.made, warm.rows.map(({ draw, reply, value }) => [draw, reply, value])]).toEqual([
      0,
      texts.slice(0, Number(args[1])),
    ]);
  }
  const more = await own.judge('j', '--draws', '7');
  expect([more.summary.calls, more.rows.slice(0, 5).map(({ draw, reply, value }) => [draw, reply, value])]).toEqual([
    { made: 2, cached: 5, retried: 0 },
    texts,
  ]);
  const again = await own.judge('j', '--draws', '5', '--no-cache');
  expect([again.summary.calls, own.endpoint.count]).toEqual([{ made: 5, cached: 0, retried: 0 }, 12]);
});

describe('case 48: what a cost is not known to be', () => {
  const script: Script = (request) => ({ text: yes, usage: itemOf(request) === 4 ? null : { input: 100, output: 10 } });
  test('usage missing on one call of ten', async () => {
    const own = await bench({ judges, items: numbered(10), script, endpoint: { price: { input: 10, output: 100 } } });
    const { code, summary, row } = await own.judge('j');
    expect([code, summary.cost]).toEqual([
      0,
      { usd: expect.closeTo(0.018, 9), atLeast: true, thisTimeUsd: expect.closeTo(0.018, 9) },
    ]);
    expect([row('3'), row('4')].map(({ inputTokens, outputTokens, costUsd }) => [inputTokens, outputTokens, costUsd])).toEqual([
      [100, 10, expect.closeTo(0.002, 9)],
      [null, null, null],
    ]);
    expect((await own.run('judge', 'j', '--data', 'items')).stdout).toContain('at least');
  });
  test('a price unknown', async () => {
    const own = await bench({ judges, items: numbered(2), script });
    const { summary, row } = await own.judge('j');
    expect([summary.cost, row('1').costUsd, row('1').inputTokens]).toEqual([
      { usd: 0, atLeast: true, thisTimeUsd: 0 },
      null,
      100,
    ]);
    expect((await own.run('judge', 'j', '--data', 'items')).stdout).toContain('at least');
  });
  test('a judge without calls costs nothing, and that is known', async () => {
    const own = await bench({
      judges: { j: { kind: 'recorded', column: 'said', verdict: yesNo } },
      items: numbered(2, () => ({ said: 'yes' })),
    });
    expect((await own.judge('j')).summary.cost).toEqual({ usd: 0, atLeast: false, thisTimeUsd: 0 });
  });
});

describe('exit codes', () => {
  const half: Script = (request) => (itemOf(request) % 2 === 0 ? yes : 'VERDICT: no');
  test('thresholds, and that 3 wins over 1', async () => {
    const own = await bench({ judges, items: numbered(4, () => ({ gold: 'yes' })), script: half });
    const codes: Record<string, number | null> = {};
    for (const args of [
      '--min accuracy=0.5',
      '--min accuracy=0.51',
      '--max pass-rate=0.5',
      '--max pass-rate=0.4',
      '--min acuracy=1',
      '--min accuracy',
      '--min accuracy@de=1',
    ])
      codes[args] = (await own.judge('j', ...args.split(' '))).code;
    expect(codes).toEqual({
      '--min accuracy=0.5': 0,
      '--min accuracy=0.51': 1,
      '--max pass-rate=0.5': 0,
      '--max pass-rate=0.4': 1,
      '--min acuracy=1': 2,
      '--min accuracy': 2,
      '--min accuracy@de=1': 2,
    });
    // One class on both sides: κ is undefined, and an undefined figure is missed.
    own.endpoint.script(() => yes);
    expect((await own.judge('j', '--no-cache', '--min', 'kappa=-1')).code).toBe(1);
    own.endpoint.script((request) => (itemOf(request) === 1 ? refused(400) : half(request)));
    const failing = await own.judge('j', '--no-cache', '--min', 'accuracy=1');
    expect([failing.code, failing.summary.failed]).toEqual([3, 1]);
  });

  test.each([
    ['0.2', 0],
    ['0.19', 3],
  ])('a share of .2 unreadable, %s allowed', async (allowed, code) => {
    const own = await bench({ judges, items: numbered(5), script: (request) => (itemOf(request) === 1 ? 'hm' : yes) });
    expect((await own.judge('j', '--max-unreadable', allowed)).code).toBe(code);
  });

  test('unreadable ones are made again only when asked for', async () => {
    const own = await bench({ judges, items: numbered(5), script: (request) => (itemOf(request) === 1 ? 'hm' : yes) });
    expect((await own.judge('j')).summary).toMatchObject({ state: 'complete', unreadable: 1, problems: { 'no-answer': 1 } });
    own.endpoint.script(() => yes);
    expect((await own.judge('j')).summary).toMatchObject({ unreadable: 1, calls: { made: 0, cached: 5, retried: 0 } });
    expect((await own.judge('j', '--retry-unreadable')).summary).toMatchObject({ unreadable: 0, scored: 5, problems: {} });
    expect(own.endpoint.count).toBe(6);
  });

  test('interrupted: 130, the summary printed, and gone on with', async () => {
    const own = await bench({
      judges,
      items: numbered(12),
      script: (request) => (request.index < 6 ? yes : { text: yes, delayMs: 1500 }),
      endpoint: { maxConcurrency: 2 },
    });
    const running = own.startJudge('j');
    await until(() => own.endpoint.count === 8);
    running.process.kill('SIGINT');
    const { code, summary, rows } = await running.ended;
    expect([code, summary.state, summary.expected, summary.scored, rows.length]).toEqual([130, 'interrupted', 12, 8, 8]);
    const rest = await own.judge('j');
    expect([rest.code, rest.summary.run, rest.summary.state, rest.summary.calls, own.endpoint.count]).toEqual([
      0,
      summary.run,
      'complete',
      { made: 4, cached: 8, retried: 0 },
      12,
    ]);
  });

  test('a dead endpoint fails each call and ends', async () => {
    const own = await bench({ judges, items: numbered(3), endpoint: { baseUrl: 'http://127.0.0.1:1/v1', retries: 1 } });
    const { code, summary } = await own.judge('j');
    expect([code, summary.codes, summary.calls, summary.cost.usd]).toEqual([
      3,
      { transport: 3 },
      { made: 6, cached: 0, retried: 3 },
      0,
    ]);
  });

  test('what can be known before the first call is told before it', async () => {
    const own = await bench({
      judges: {
        ...judges,
        odd: { ...tagged, prompt: { template: '{{ outptu }}' } },
        none: { ...tagged, prompt: { template: '{{ reference }}' } },
        logic: { ...tagged, prompt: { template: '{% if x %}{{ output }}' } },
        far: { ...tagged, model: 'nowhere:judge' },
      },
      items: numbered(2),
      script: () => yes,
      endpoint: { key: '$ASSIZE_TEST_KEY' },
      env: { ASSIZE_TEST_KEY: '' },
    });
    const told: [string, number | null, string][] = [];
    for (const name of ['j', 'odd', 'none', 'logic', 'far', 'jj']) {
      const { code, stdout, stderr } = await own.judge(name);
      told.push([name, code, stdout]);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(told).toEqual(['j', 'odd', 'none', 'logic', 'far', 'jj'].map((name) => [name, 2, '']));
    expect(own.endpoint.count).toBe(0);
  });
});
