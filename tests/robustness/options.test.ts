import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { launch, type Bench, type Ended } from '../cases/cli.ts';
import type { CompareSummary } from '../../src/studies/compare/compare.ts';
import { desk, expectRefusal, verdict } from './desk.ts';

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

const ids = ({ rows }: Ended): string[] => rows.map(({ item }) => item);

describe('which items are judged', () => {
  const languages = { map: { id: 'id', output: 'output', gold: 'gold', language: 'language' } };
  const mixed = Array.from({ length: 40 }, (_, index) => ({
    id: String(index + 1),
    output: `#${index + 1} An answer.`,
    gold: index % 4 === 0 ? 'fail' : 'pass',
    language: index % 2 === 0 ? 'de' : 'en',
  }));

  test(
    '--limit takes the head; --sample is seeded and keeps the shares of gold and language',
    async () => {
      const own = await opened(0, { items: mixed, ...languages });
      expect(ids(await own.judge('j', '--limit', '3'))).toEqual(['1', '2', '3']);
      const first = await own.judge('j', '--sample', '8', '--seed', '5');
      const again = await own.judge('j', '--sample', '8', '--seed', '5');
      const other = await own.judge('j', '--sample', '8', '--seed', '6');
      expect(ids(again)).toEqual(ids(first));
      expect(ids(other)).not.toEqual(ids(first));
      for (const { rows } of [first, other]) {
        const strata = rows.map(({ language, gold }) => `${String(language)} ${String(gold)}`).sort();
        // Of 40: 10 German fails, 10 German passes, 20 English passes.
        expect(strata).toEqual([...Array(2).fill('de fail'), ...Array(2).fill('de pass'), ...Array(4).fill('en pass')]);
        const places = rows.map(({ item }) => Number(item));
        expect(places).toEqual([...places].sort((a, b) => a - b));
      }
      expect(ids(await own.judge('j', '--sample', '400')).length).toBe(40);
    },
    timeout,
  );

  test(
    '--skip-bad-rows counts what it leaves out',
    async () => {
      const own = await opened(3);
      const lines = [
        '{"id": ',
        '{"id":"2","output":"Again."}',
        '{"id":"9","gold":"pass"}',
        '{"id":"10","output":"x","gold":"great"}',
        '',
      ];
      own.write('items.jsonl', own.read('items.jsonl') + lines.join('\n'));
      expectRefusal(await own.judge('j'), ['4 bad of 7', 'items.jsonl:4', 'items.jsonl:5', 'items.jsonl:6', 'items.jsonl:7']);
      expect(own.endpoint.count).toBe(0);
      const skipped = await own.judge('j', '--skip-bad-rows');
      const { items, expected, scored, skipped: left, state } = skipped.summary;
      expect([skipped.code, items, expected, scored, left, state]).toEqual([0, 3, 3, 3, 4, 'complete']);
      expect(ids(skipped)).toEqual(['1', '2', '3']);
    },
    timeout,
  );

  test(
    'data from standard input; an empty one is refused',
    async () => {
      const own = await opened(3, { dataset: { files: '-', format: 'jsonl' } });
      const args = ['judge', 'j', '--data', 'items', '--json', '--out', 'rows.jsonl'];
      const first = await launch(args, own.folder, { input: own.read('items.jsonl') }).ended;
      expect([first.code, first.summary.items, ids(first)]).toEqual([0, 3, ['1', '2', '3']]);
      // The same rows are the same run.
      const again = await launch(args, own.folder, { input: own.read('items.jsonl') }).ended;
      expect([again.summary.run, again.summary.calls.made]).toEqual([first.summary.run, 0]);
      expectRefusal(await launch(args, own.folder, { input: '' }).ended, ['at least one row']);
      expectRefusal(await launch(args, own.folder, { input: '{"id":' }).ended, ['1 bad of 1']);
    },
    timeout,
  );
});

describe('what is made of them', () => {
  test(
    '--dry-run tells calls, tokens and the first prompt, and makes no call',
    async () => {
      const own = await opened(4, {
        endpoint: { price: { input: 1, output: 2 } },
        judges: {
          j: {
            model: { id: 'desk:judge', temperature: 1 },
            verdict: { kind: 'binary' },
            harness: { strategy: { kind: 'vote', votes: 3 } },
          },
        },
      });
      const dry = await own.run('judge', 'j', '--data', 'items', '--draws', '2', '--dry-run', '--json', '--out', 'rows.jsonl');
      const plan = JSON.parse(dry.stdout) as {
        items: number;
        judges: { judge: string; calls: number; cached: number; inputTokens: number; costUsdAtMost: number }[];
        prompt: { item: string; messages: { content: string }[] };
      };
      expect([dry.code, plan.items, plan.judges.map(({ judge, calls, cached }) => [judge, calls, cached])]).toEqual([
        0,
        4,
        [['j', 24, 0]],
      ]);
      expect(plan.judges[0]?.inputTokens).toBeGreaterThan(0);
      expect(plan.judges[0]?.costUsdAtMost).toBeGreaterThan(0);
      expect([plan.prompt.item, plan.prompt.messages.some(({ content }) => content.includes('#1 An answer.'))]).toEqual([
        '1',
        true,
      ]);
      expect(existsSync(path.join(own.folder, 'rows.jsonl'))).toBe(false);
      const text = await own.run('judge', 'j', '--data', 'items', '--dry-run');
      expectRefusal(await own.run('judge', 'j', '--data', 'items', '--dry-run', '--out', 'none/rows.jsonl'), ['Make the folder']);
      expect([text.code, text.stdout.includes('#1 An answer.')]).toEqual([0, true]);
      expect(own.endpoint.count).toBe(0);
      const runs = JSON.parse((await own.run('runs', 'list', '--json')).stdout) as object;
      expect(runs).toEqual({ runs: [] });
    },
    timeout,
  );

  test(
    '--draws are calls of their own, rows in order of data, then draw; more draws find the first ones',
    async () => {
      const own = await opened(3);
      const one = await own.judge('j');
      expect(own.endpoint.count).toBe(3);
      const three = await own.judge('j', '--draws', '3');
      expect(three.rows.map(({ item, draw }) => [item, draw])).toEqual(
        ['1', '2', '3'].flatMap((item) => [0, 1, 2].map((draw) => [item, draw])),
      );
      const { items, expected, scored, calls } = three.summary;
      expect([items, expected, scored, calls.made, calls.cached]).toEqual([3, 9, 9, 6, 3]);
      expect([one.summary.run === three.summary.run, own.endpoint.count]).toEqual([false, 9]);
    },
    timeout,
  );
});

describe('thresholds and exit codes', () => {
  const items = Array.from({ length: 10 }, (_, index) => ({
    id: String(index + 1),
    output: `#${index + 1} An answer.`,
    gold: index < 8 ? 'pass' : 'fail',
    language: index % 2 === 0 ? 'de' : 'en',
  }));
  const map = { id: 'id', output: 'output', gold: 'gold', language: 'language' };

  test(
    'each decides on the value, for all or a language; 3 wins over 1',
    async () => {
      // Always pass: accuracy .8, of de and of en .8; kappa 0.
      const own = await opened(0, { items, map });
      const cases: [args: string[], code: number][] = [
        [['--min', 'accuracy=0.8', '--max', 'accuracy=0.8'], 0],
        [['--min', 'accuracy=0.81'], 1],
        [['--min', 'accuracy@de=0.8', '--min', 'accuracy@en=0.8'], 0],
        [['--min', 'accuracy=0.5', '--max', 'accuracy@en=0.79'], 1],
        [['--max', 'pass-rate=0.99'], 1],
        [['--min', 'kappa=0.1'], 1],
      ];
      const codes: number[] = [];
      for (const [args] of cases) {
        const { code, summary } = await own.judge('j', ...args);
        codes.push(code ?? -1);
        expect(summary.state).toBe('complete');
      }
      expect(codes).toEqual(cases.map(([, code]) => code));
      expect(own.endpoint.count).toBe(10);
      expectRefusal(await own.judge('j', '--min', 'accuracy@fr=0.5'), ['de, en', '"fr"']);
    },
    timeout,
  );

  test(
    'too many unreadable, too many failed, none scored',
    async () => {
      const own = await opened(0, {
        items,
        map,
        endpoint: { retries: 0 },
        script: ({ text }) =>
          text.includes('#1 ')
            ? 'Hmm.'
            : text.includes('#2 ') || text.includes('#3 ')
              ? 'Well.'
              : text.includes('#4 ')
                ? { status: 400, body: {} }
                : verdict(),
      });
      // 3 of 10 unreadable, 1 failed (and tried again each time).
      expect((await own.judge('j')).code).toBe(3);
      expect((await own.judge('j', '--max-failed', '1')).code).toBe(3);
      expect((await own.judge('j', '--max-failed', '1', '--max-unreadable', '0.3')).code).toBe(0);
      expect((await own.judge('j', '--max-failed', '1', '--max-unreadable', '0.3', '--min', 'accuracy=1')).code).toBe(1);
      expect((await own.judge('j', '--min', 'accuracy=1')).code).toBe(3);
      own.endpoint.script(() => 'Hmm.');
      const none = await own.judge('j', '--no-cache', '--max-unreadable', '1');
      expect([none.code, none.summary.state, none.summary.scored]).toEqual([3, 'complete', 0]);
      expect(none.summary.metrics.every(({ status }) => status === 'undefined')).toBe(true);
    },
    timeout,
  );
});

describe('compare', () => {
  test(
    'three judges: rows by data, draw, judge; differences against the first; the worst decides the exit code',
    async () => {
      const own = await opened(6, {
        judges: {
          a: { model: 'desk:a', verdict: { kind: 'binary' } },
          b: { model: 'desk:b', verdict: { kind: 'binary' } },
          c: { model: 'desk:c', verdict: { kind: 'binary' } },
        },
        // `a` is always right (odd items pass), `b` passes all, `c` cannot read the last item.
        script: ({ body, text }) => {
          const number = Number(/#(\d+) /u.exec(text)?.[1]);
          if (body?.['model'] === 'c' && number === 6) return 'Hmm.';
          return verdict(body?.['model'] === 'b' || number % 2 === 1 ? 'pass' : 'fail');
        },
      });
      const ended = await own.run('compare', 'b', 'a', 'c', '--data', 'items', '--json', '--out', 'rows.jsonl', '--draws', '2');
      const summary = JSON.parse(ended.stdout) as CompareSummary;
      expect([ended.code, summary.state, summary.judges.map(({ judge, scored }) => [judge, scored])]).toEqual([
        0,
        'complete',
        [
          ['b', 12],
          ['a', 12],
          ['c', 10],
        ],
      ]);
      expect(ended.rows.map(({ item, draw, judge }) => `${item} ${draw} ${judge}`)).toEqual(
        [1, 2, 3, 4, 5, 6].flatMap((item) =>
          [0, 1].flatMap((draw) => ['b', 'a', 'c'].map((judge) => `${item} ${draw} ${judge}`)),
        ),
      );
      const accuracy = summary.differences.filter(({ metric, group }) => metric === 'accuracy' && group === null);
      expect(accuracy.map((one) => [one.a, one.b, one.status === 'ok' ? one.value : one.reason, one.n, one.missing])).toEqual([
        ['b', 'a', 0.5, 12, 0],
        ['b', 'c', 0.4, 10, 2],
      ]);
      // One judge alone finds what the comparison paid for.
      const alone = await own.run('judge', 'a', '--data', 'items', '--draws', '2', '--json');
      expect([alone.summary.calls.made, alone.summary.calls.cached, own.endpoint.count]).toEqual([0, 12, 36]);
      const strict = await own.run(
        'compare',
        'b',
        'a',
        'c',
        '--data',
        'items',
        '--json',
        '--draws',
        '2',
        '--max-unreadable',
        '0.1',
      );
      expect(strict.code).toBe(3);
    },
    timeout,
  );
});

describe('assize runs', () => {
  test(
    'list, show, the tree of an item, export, delete',
    async () => {
      const own = await opened(3, {
        judges: {
          j: {
            model: { id: 'desk:judge', temperature: 1 },
            verdict: { kind: 'binary' },
            harness: { strategy: { kind: 'vote', votes: 3 } },
          },
        },
      });
      const { summary, rows } = await own.judge('j');
      const json = async (...args: string[]): Promise<Record<string, unknown>> => {
        const ended = await own.run('runs', ...args, '--json');
        expect([ended.code, ended.stderr]).toEqual([0, '']);
        return JSON.parse(ended.stdout) as Record<string, unknown>;
      };
      expect(await json('list')).toMatchObject({
        runs: [{ run: summary.run, state: 'complete', command: 'judge', judges: ['j'], items: 3 }],
      });
      expect(await json('show', summary.run)).toMatchObject({ run: summary.run, state: 'complete', scored: 3, failed: 0 });
      expect(await json('show', 'last')).toMatchObject({ run: summary.run });

      const tree = (await json('show', summary.run, '--item', '2')) as {
        verdict: object;
        calls: number;
        parts: {
          label: string;
          role: string;
          verdict: object;
          calls: { messages: { role: string; content: string }[]; reply: string }[];
        }[];
      };
      expect([tree.calls, tree.verdict, tree.parts.length]).toEqual([3, { status: 'scored', value: 'pass' }, 3]);
      for (const part of tree.parts) {
        expect(part.calls.map(({ reply }) => reply)).toEqual([verdict()]);
        expect(part.calls[0]?.messages.some(({ content }) => content.includes('#2 An answer.'))).toBe(true);
      }
      expectRefusal(await own.run('runs', 'show', summary.run, '--item', '99', '--json'), ['--item', '"99"']);
      expectRefusal(await own.run('runs', 'show', summary.run, '--item', '2', '--judge', 'k', '--json'), ['--judge', '"k"']);
      expectRefusal(await own.run('runs', 'show', summary.run, '--item', '2', '--draw', '5', '--json'), ['draw 5']);

      expect(await json('export', summary.run, '--out', 'export.jsonl')).toMatchObject({ rows: 3 });
      expect(
        own
          .read('export.jsonl')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as object),
      ).toEqual(rows);
      expectRefusal(await own.run('runs', 'export', summary.run, '--out', 'none/export.csv', '--json'), ['none']);

      expect(await json('delete', summary.run)).toEqual({ deleted: summary.run });
      expect(await json('list')).toEqual({ runs: [] });
      // The replies stay: a new run makes no call.
      const again = await own.judge('j');
      expect([again.code, again.summary.calls.made, again.summary.calls.cached]).toEqual([0, 0, 9]);
    },
    timeout,
  );

  test(
    'a run that another process works on is not deleted under it',
    async () => {
      let release = (): void => undefined;
      const gate = new Promise<void>((resolve) => (release = resolve));
      const own = await opened(3, {
        script: async () => {
          await gate;
          return verdict();
        },
      });
      const first = own.startJudge('j');
      let told = '';
      first.process.stderr?.on('data', (text: string) => (told += text));
      while (own.endpoint.count === 0) await new Promise((resolve) => setTimeout(resolve, 10));
      const refused = await own.run('runs', 'delete', 'last', '--json');
      expectRefusal(refused, [`process ${first.process.pid}`]);
      release();
      const { code, rows } = await first.ended;
      expect([code, rows.length, told.includes('fault of ours')]).toEqual([0, 3, false]);
    },
    timeout,
  );
});
