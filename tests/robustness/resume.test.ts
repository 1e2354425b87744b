import { afterEach, describe, expect, test } from 'vitest';
import { until, type Bench, type Ended } from '../cases/cli.ts';
import type { ScriptedAnswer } from '../../src/testing/scripted-endpoint.ts';
import { counted, desk, plainConfig, verdict, type ConfigObject } from './desk.ts';

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

/** 100 tokens in and 10 out, at these prices: $0.002 a call. */
const price = { input: 10, output: 100 };
const callUsd = 0.002;
const soon = (text: string): ScriptedAnswer => ({ text, delayMs: 15 });
const cents = (usd: number): number => Math.round(usd * 1e6) / 1e6;

/** How a run's end is told, without what changes from run to run. */
function endOf({ code, summary, rows }: Ended) {
  const { state, items, expected, scored, failed, unreadable } = summary;
  return { code, state, items, expected, scored, failed, unreadable, rows: rows.length };
}

describe('kill -9 and run again: exactly the missing calls are made', () => {
  const count = 40;
  const plans = [
    { name: 'one call an item', judge: {}, calls: count, at: [1, 7, 20, 39] },
    {
      name: 'a vote of three',
      judge: { model: { id: 'desk:judge', temperature: 0.7 }, harness: { strategy: { kind: 'vote', votes: 3 } } },
      calls: 3 * count,
      at: [5, 61],
    },
    { name: 'retries of every third item', judge: {}, calls: count + 13, at: [20], faulty: true },
    { name: 'no cache', judge: {}, calls: count, at: [20], args: ['--no-cache'] },
  ];
  test.each(plans.flatMap(({ at, ...plan }) => at.map((kill) => ({ ...plan, kill }))))(
    '$name, killed at request $kill',
    async ({ judge, calls, kill, faulty = false, args = [] }) => {
      const { script } = counted((item, time) =>
        faulty && item % 3 === 0 && time === 1 ? { status: 500, body: 'Overloaded.' } : soon(verdict()),
      );
      const own = await opened(count, {
        judges: { j: { verdict: { kind: 'binary' }, ...judge } },
        endpoint: { price, maxConcurrency: 6 },
        script,
      });
      const first = own.startJudge('j', ...args);
      await until(() => own.endpoint.count >= kill);
      first.process.kill('SIGKILL');
      expect((await first.ended).signal).toBe('SIGKILL');
      const sentBefore = own.endpoint.count;

      const again = await own.judge('j', ...args);
      expect(endOf(again)).toEqual({
        code: 0,
        state: 'complete',
        items: count,
        expected: count,
        scored: count,
        failed: 0,
        unreadable: 0,
        rows: count,
      });
      // What was in flight at the kill may be made again, and no other.
      expect(own.endpoint.count).toBeLessThanOrEqual(calls + 6);
      expect(again.summary.calls.made).toBe(own.endpoint.count - sentBefore);
      expect(again.stderr).toContain(sentBefore > 6 ? 'Going on with run' : '');
      const judged = calls - (faulty ? 13 : 0);
      expect(cents(again.summary.cost.usd)).toBe(cents(judged * callUsd));
      const tokens = again.rows.map(({ calls: made, inputTokens, outputTokens }) => [made, inputTokens, outputTokens]);
      const each = judged / count;
      expect(tokens).toEqual(tokens.map(() => [each, each * 100, each * 10]));

      const sent = own.endpoint.count;
      const third = await own.judge('j');
      expect([third.summary.calls.made, own.endpoint.count]).toEqual([0, sent]);
      expect(endOf(third)).toEqual(endOf(again));
    },
    timeout,
  );

  test(
    'killed again and again, it comes to its end',
    async () => {
      const own = await opened(40, { endpoint: { price, maxConcurrency: 4 }, script: () => soon(verdict()) });
      for (const kill of [8, 18, 28]) {
        const part = own.startJudge('j');
        await until(() => own.endpoint.count >= kill);
        part.process.kill('SIGKILL');
        await part.ended;
      }
      const last = await own.judge('j');
      expect([last.code, last.summary.state, last.rows.length]).toEqual([0, 'complete', 40]);
      expect(own.endpoint.count).toBeLessThanOrEqual(40 + 3 * 4);
      expect(cents(last.summary.cost.usd)).toBe(0.08);
      const runs = JSON.parse((await own.run('runs', 'list', '--json')).stdout) as { runs: object[] };
      expect(runs.runs.length).toBe(1);
    },
    timeout,
  );
});

describe('what is made again, and what is not', () => {
  test(
    'a finished run; --fresh; --no-cache',
    async () => {
      const own = await opened(6, { endpoint: { price } });
      const first = await own.judge('j');
      const runOf = ({ summary }: Ended) => [
        summary.calls.made,
        summary.calls.cached,
        cents(summary.cost.usd),
        summary.cost.thisTimeUsd,
      ];
      expect(runOf(first)).toEqual([6, 0, 0.012, 0.012]);
      const again = await own.judge('j');
      expect([again.summary.run, ...runOf(again)]).toEqual([first.summary.run, 0, 6, 0.012, 0]);
      expect(again.stderr).toContain(`Run ${first.summary.run} is complete: its result is printed again.`);
      const fresh = await own.judge('j', '--fresh');
      // Cached replies are nobody's cost a second time.
      expect([fresh.summary.run === first.summary.run, ...runOf(fresh)]).toEqual([false, 0, 6, 0, 0]);
      const uncached = await own.judge('j', '--no-cache');
      expect(runOf(uncached)).toEqual([6, 0, 0.012, 0.012]);
      const uncachedAgain = await own.judge('j', '--no-cache');
      expect([uncachedAgain.summary.run === uncached.summary.run, ...runOf(uncachedAgain)]).toEqual([false, 6, 0, 0.012, 0.012]);
      expect(own.endpoint.count).toBe(18);
      expect(again.rows.map(({ item, value }) => [item, value])).toEqual(first.rows.map(({ item, value }) => [item, value]));
    },
    timeout,
  );

  test(
    'a failed judgment is made again, and the failure is counted until then',
    async () => {
      const { script } = counted((item, time) =>
        item === 2 && time === 1 ? { status: 400, body: { error: { message: 'no' } } } : verdict(),
      );
      const own = await opened(5, { endpoint: { retries: 0, price }, script });
      const first = await own.judge('j');
      expect(endOf(first)).toMatchObject({ code: 3, state: 'incomplete', scored: 4, failed: 1, rows: 5 });
      expect(first.summary.codes).toEqual({ 'bad-request': 1 });
      const second = await own.judge('j');
      expect(endOf(second)).toMatchObject({ code: 0, state: 'complete', scored: 5, failed: 0, rows: 5 });
      expect([second.summary.run, second.summary.calls.made, own.endpoint.count]).toEqual([first.summary.run, 1, 6]);
    },
    timeout,
  );

  test(
    'an unreadable judgment only with --retry-unreadable, and then by a new call',
    async () => {
      const { script } = counted((item, time) => (item === 2 && time === 1 ? 'Hmm.' : verdict()));
      const own = await opened(5, { script });
      const first = await own.judge('j');
      expect(endOf(first)).toMatchObject({ code: 0, state: 'complete', scored: 4, unreadable: 1 });
      const second = await own.judge('j');
      expect([endOf(second).unreadable, own.endpoint.count]).toEqual([1, 5]);
      const third = await own.judge('j', '--retry-unreadable');
      expect([endOf(third).unreadable, third.summary.calls.made, own.endpoint.count]).toEqual([0, 1, 6]);
      const fourth = await own.judge('j', '--retry-unreadable');
      expect([endOf(fourth).unreadable, fourth.summary.calls.made]).toEqual([0, 0]);
    },
    timeout,
  );
});

describe('what finds its cached replies, and what makes new calls', () => {
  const changed = (judge: object) => (config: ConfigObject) => ({
    ...config,
    judges: { j: { model: 'desk:judge', verdict: { kind: 'binary' }, ...judge } },
  });
  const cases: [name: string, change: (config: ConfigObject) => ConfigObject, judge: string, made: number][] = [
    ['the judge renamed', (config) => ({ ...config, judges: { renamed: config.judges['j'] ?? {} } }), 'renamed', 0],
    [
      'the endpoint renamed',
      (config) => ({
        ...config,
        endpoints: { table: config.endpoints['desk'] ?? {} },
        judges: { j: { model: 'table:judge', verdict: { kind: 'binary' } } },
      }),
      'j',
      0,
    ],
    [
      'retries, concurrency and price changed',
      (config) => ({ ...config, endpoints: { desk: { ...config.endpoints['desk'], retries: 1, maxConcurrency: 2, price } } }),
      'j',
      0,
    ],
    ['defaults written out', changed({ model: { id: 'desk:judge', temperature: 0, maxTokens: 1024 } }), 'j', 0],
    ['another temperature', changed({ model: { id: 'desk:judge', temperature: 0.1 } }), 'j', 4],
    ['another length', changed({ model: { id: 'desk:judge', maxTokens: 512 } }), 'j', 4],
    ['another seed of the model', changed({ model: { id: 'desk:judge', seed: 7 } }), 'j', 4],
    ['another model', changed({ model: 'desk:other' }), 'j', 4],
    ['another prompt', changed({ prompt: 'Judge this: {{ output }}' }), 'j', 4],
    ['another rubric', changed({ rubric: 'Be strict.' }), 'j', 4],
    ['another label', changed({ verdict: { kind: 'binary', pass: 'pass', fail: 'no' } }), 'j', 4],
  ];
  test(
    'each change alone',
    async () => {
      const own = await opened(4);
      // Gold would be off the menu of another label.
      own.write('items.jsonl', own.read('items.jsonl').replaceAll(/,"gold":"\w+"/gu, ''));
      const sound = plainConfig(own.endpoint.baseUrl);
      const config = { ...sound, datasets: { items: { files: 'items.jsonl', map: { id: 'id', output: 'output' } } } };
      own.write('assize.yaml', JSON.stringify(config));
      expect((await own.judge('j')).summary.calls.made).toBe(4);
      const made: [string, number | undefined][] = [];
      for (const [name, change, judge] of cases) {
        own.write('assize.yaml', JSON.stringify(change(config)));
        const { summary, stderr } = await own.judge(judge);
        made.push([name, summary === undefined ? Number(stderr) : summary.calls.made]);
      }
      expect(made).toEqual(cases.map(([name, , , expected]) => [name, expected]));
    },
    timeout,
  );
});

describe('Ctrl-C', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: the summary of what is there, exit code 130, and the run goes on later',
    async (signal) => {
      const own = await opened(60, { endpoint: { price, maxConcurrency: 4 }, script: () => ({ text: verdict(), delayMs: 40 }) });
      const first = own.startJudge('j');
      await until(() => own.endpoint.count >= 12);
      first.process.kill(signal);
      const ended = await first.ended;
      const { code, summary, rows } = ended;
      expect([code, summary.state]).toEqual([130, 'interrupted']);
      // Those in flight came in, and were paid for.
      expect(summary.scored).toBe(own.endpoint.count);
      expect([rows.length, summary.expected, summary.failed]).toEqual([summary.scored, 60, 0]);
      expect(cents(summary.cost.usd)).toBe(cents(summary.scored * callUsd));
      const again = await own.judge('j');
      expect(endOf(again)).toMatchObject({ code: 0, state: 'complete', scored: 60, rows: 60 });
      expect([again.summary.run, own.endpoint.count]).toEqual([summary.run, 60]);
    },
    timeout,
  );

  test(
    'twice ends at once, with the summary',
    async () => {
      const own = await opened(4, { endpoint: { price }, script: ({ index }) => (index < 2 ? verdict() : { hang: true }) });
      const first = own.startJudge('j');
      await until(() => own.endpoint.count >= 4);
      let told = '';
      first.process.stderr?.on('data', (text: string) => (told += text));
      first.process.kill('SIGINT');
      await until(() => told.includes('Ctrl-C again ends at once'));
      first.process.kill('SIGINT');
      const { code, summary } = await first.ended;
      expect([code, summary.state, summary.scored, summary.failed]).toEqual([130, 'interrupted', 2, 0]);
      // A call that was cut may have been paid for.
      expect(summary.cost.atLeast).toBe(true);
      own.endpoint.script(() => verdict());
      const again = await own.judge('j');
      expect([again.code, again.summary.scored, again.summary.calls.made]).toEqual([0, 4, 2]);
    },
    timeout,
  );
});
