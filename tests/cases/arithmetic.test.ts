import { describe, expect, test } from 'vitest';
import type { Metric } from '../../src/measure/headline.ts';
import type { JudgeSummary } from '../../src/measure/judge-summary.ts';
import type { ScriptedAnswer, ScriptedTokens } from '../../src/testing/scripted-endpoint.ts';
import { bench, correct, itemOf, numbered, promptOf, type BenchOptions, type Ended } from './cli.ts';

/** A figure over all items. */
function figure({ metrics }: JudgeSummary, name: string): Metric {
  const found = metrics.find((metric) => metric.name === name && metric.group === null);
  if (found === undefined) throw new Error(`expected a figure ${name}, got ${metrics.map((metric) => metric.name).join(', ')}`);
  return found;
}

/** The value of a figure, or why it has none. */
function valueOf(summary: JudgeSummary, name: string): number | string {
  const found = figure(summary, name);
  return found.status === 'ok' ? Number(found.value.toFixed(6)) : found.reason;
}

function widthOf(summary: JudgeSummary, name: string): number {
  const found = figure(summary, name);
  return found.status === 'ok' ? found.high - found.low : Number.NaN;
}

async function judged(options: BenchOptions, ...args: string[]): Promise<Ended> {
  const own = await bench(options);
  const ended = await own.judge('j', ...args);
  await own.close();
  return ended;
}

const passFail = { kind: 'binary' } as const;
const recorded = (column: string, verdict: object): object => ({ kind: 'recorded', column, verdict });

describe('case 20: a hole is no vote, wherever it stands', () => {
  const orders = [
    ['C', '?', 'I'],
    ['C', 'I', '?'],
    ['?', 'C', 'I'],
    ['?', 'I', 'C'],
    ['I', 'C', '?'],
    ['I', '?', 'C'],
  ];
  const others: (readonly [string[], unknown[]])[] = [
    [
      ['C', 'C', '?'],
      ['scored', 'C'],
    ],
    [
      ['?', 'I', 'I'],
      ['scored', 'I'],
    ],
    [
      ['C', '?', '?'],
      ['abstained', undefined],
    ],
    [
      ['?', '?', '?'],
      ['unreadable', undefined],
    ],
    [
      ['C', 'I', 'C'],
      ['scored', 'C'],
    ],
  ];
  const table = [...orders.map((votes) => [votes, ['abstained', undefined]] as const), ...others];
  const answer = (vote: string | undefined): string => (vote === '?' ? 'no idea' : `VERDICT: ${vote}`);
  const member = (place: number): object => ({
    prompt: { template: `Member ${place}.\n{{ output }}` },
    verdict: correct,
    harness: { reader: 'tagged' },
  });

  test.each(['models', 'recorded verdicts'])('a panel of three %s', async (kind) => {
    const members = [0, 1, 2].map((place) => (kind === 'models' ? member(place) : recorded(`vote${place}`, correct)));
    const ended = await judged(
      {
        judges: {
          m0: members[0] as object,
          m1: members[1] as object,
          m2: members[2] as object,
          j: { verdict: correct, harness: { strategy: { kind: 'panel', members: ['m0', 'm1', 'm2'] } } },
        } as BenchOptions['judges'],
        items: numbered(table.length, (number) =>
          Object.fromEntries((table[number - 1]?.[0] ?? []).map((vote, place) => [`vote${place}`, vote])),
        ),
        script: (request) => answer(table[itemOf(request) - 1]?.[0][Number(/Member (\d)/u.exec(promptOf(request))?.[1])]),
      },
      '--max-unreadable',
      '1',
    );
    expect(ended.rows.map(({ status, value }) => [status, value])).toEqual(table.map(([, expected]) => expected));
    expect(ended.summary).toMatchObject({ scored: 3, abstained: 7, unreadable: 1, failed: 0, expected: 11 });
  });

  test('a vote of three draws', async () => {
    const places = new Map<number, number>();
    const ended = await judged(
      {
        judges: { j: { verdict: correct, harness: { reader: 'tagged', strategy: { kind: 'vote', votes: 3 } } } },
        items: numbered(table.length),
        script: (request) => {
          const item = itemOf(request);
          const place = places.get(item) ?? 0;
          places.set(item, place + 1);
          return answer(table[item - 1]?.[0][place]);
        },
      },
      '--max-unreadable',
      '1',
    );
    expect(ended.rows.map(({ status, value }) => [status, value])).toEqual(table.map(([, expected]) => expected));
  });
});

describe('case 21: the mean is over what was scored', () => {
  const score = { kind: 'interval', min: 0, max: 2 } as const;
  test('1, missing, 1', async () => {
    const { code, summary } = await judged(
      {
        judges: { j: recorded('said', score) } as BenchOptions['judges'],
        items: numbered(3, (number) => (number === 2 ? {} : { said: 1 })),
      },
      '--max-unreadable',
      '1',
    );
    expect(code).toBe(0);
    expect(figure(summary, 'mean-score')).toMatchObject({ status: 'ok', value: 1, n: 2, missing: 1 });
  });
  test('all missing: undefined, 0 of n, exit 3', async () => {
    const { code, summary } = await judged(
      {
        judges: { j: recorded('said', score) } as BenchOptions['judges'],
        items: numbered(3, (number) => ({ said: number === 1 ? 'off' : null })),
      },
      '--max-unreadable',
      '1',
    );
    expect(code).toBe(3);
    expect(figure(summary, 'mean-score')).toEqual({
      name: 'mean-score',
      group: null,
      status: 'undefined',
      reason: 'no scored judgment',
      n: 0,
      missing: 3,
    });
    expect(summary).toMatchObject({ state: 'complete', scored: 0, unreadable: 3, problems: { 'no-answer': 2, 'off-menu': 1 } });
  });
});

describe('case 22: the distribution at the verdict’s position', () => {
  const half = Math.log(0.5);
  const tokens: ScriptedTokens = [
    [['I', 0]],
    [[' see', 0]],
    [[' ', 0]],
    [['8', 0]],
    [[' faults', 0]],
    [['.\n', 0]],
    [['VERDICT', 0]],
    [[':', 0]],
    [[' ', 0]],
    [
      ['8', half],
      ['9', half],
    ],
  ];
  const script = (): ScriptedAnswer => ({ text: tokens.map((token) => token[0]?.[0] ?? '').join(''), tokens });
  test.each([
    ['interval', { kind: 'interval', min: 0, max: 9 }, 8.5],
    ['levels', { kind: 'ordinal', min: 1, max: 9 }, 8],
  ])('on %s', async (_name, verdict, value) => {
    const { rows } = await judged({
      judges: { j: { verdict, harness: { reader: { kind: 'logprobs', after: 'VERDICT:' } } } },
      items: numbered(1),
      script,
    });
    expect(rows[0]).toMatchObject({ status: 'scored', value, expected: 8.5, reading: 'logprobs', coverage: 1 });
    expect(Object.entries(rows[0]?.distribution ?? {}).filter(([, share]) => share > 0)).toEqual([
      ['8', 0.5],
      ['9', 0.5],
    ]);
  });
});

test('case 23: a row beside a failing one is what it is alone', async () => {
  const script: BenchOptions['script'] = (request) =>
    itemOf(request) === 2 ? { status: 500, body: 'oops' } : `VERDICT: ${itemOf(request)}`;
  const items = numbered(5, (number) => ({ gold: number }));
  const own = await bench({
    judges: { j: { verdict: { kind: 'ordinal', min: 1, max: 5 }, harness: { reader: 'tagged' } } },
    items,
    script,
    endpoint: { retries: 0 },
  });
  const all = await own.judge('j');
  own.write('items.jsonl', `${JSON.stringify(items[2])}\n`);
  const alone = await own.judge('j', '--no-cache');
  await own.close();
  const { latencyMs: _a, ...row } = all.row('3');
  const { latencyMs: _b, ...same } = alone.row('3');
  expect(row).toEqual(same);
  expect(all.rows.map(({ item, status, value }) => [item, status, value])).toEqual([
    ['1', 'scored', 1],
    ['2', 'failed', undefined],
    ['3', 'scored', 3],
    ['4', 'scored', 4],
    ['5', 'scored', 5],
  ]);
  expect([all.code, alone.code, all.summary.state, all.summary.codes]).toEqual([3, 0, 'incomplete', { server: 1 }]);
});

/** Items with gold and recorded verdicts, so many of each pair. */
function pairs(counts: readonly (readonly [gold: string, said: string, count: number])[]): object[] {
  const all = counts.flatMap(([gold, said, count]) => Array.from({ length: count }, () => ({ gold, said })));
  return numbered(all.length, (number) => all[number - 1] ?? {});
}
const said = { j: recorded('said', passFail) } as BenchOptions['judges'];

test('case 24: the apparent rate of a judge of known quality is told as what it is', async () => {
  // Of 70 items 3/7 pass; sensitivity .9 and specificity .8 make it look like a half.
  const { summary } = await judged({
    judges: said,
    items: pairs([
      ['pass', 'pass', 27],
      ['pass', 'fail', 3],
      ['fail', 'pass', 8],
      ['fail', 'fail', 32],
    ]),
  });
  expect(['pass-rate', 'recall', 'balanced-accuracy', 'constant-baseline'].map((name) => valueOf(summary, name))).toEqual([
    0.5, 0.9, 0.85, 0.571429,
  ]);
});

test('case 25: all pass against all pass: κ is undefined, agreement and prevalence are shown', async () => {
  const { code, summary } = await judged({ judges: said, items: pairs([['pass', 'pass', 20]]) });
  expect(code).toBe(0);
  expect(figure(summary, 'kappa')).toMatchObject({
    status: 'undefined',
    n: 20,
    missing: 0,
    reason: expect.stringContaining('variance') as string,
  });
  expect(figure(summary, 'kappa')).not.toHaveProperty('value');
  expect(['accuracy', 'constant-baseline', 'pass-rate'].map((name) => valueOf(summary, name))).toEqual([1, 1, 1]);
});

test('case 26: always pass on 90 to 10', async () => {
  const { summary } = await judged({
    judges: said,
    items: pairs([
      ['pass', 'pass', 90],
      ['fail', 'pass', 10],
    ]),
  });
  expect(
    ['balanced-accuracy', 'kappa', 'constant-baseline', 'random-baseline', 'accuracy'].map((name) => valueOf(summary, name)),
  ).toEqual([0.5, 0, 0.9, 0.5, 0.9]);
});

describe('case 27: repetitions make no interval narrower', () => {
  const question = (number: number): object => ({
    group: `q${number % 50}`,
    gold: 'pass',
    said: number % 50 < 35 ? 'pass' : 'fail',
    language: 'en',
  });
  const map = { id: 'id', output: 'output', gold: 'gold', group: 'group' };
  test.each(['accuracy', 'pass-rate'])('%s', async (name) => {
    const own = await bench({ judges: said, items: numbered(500, question), map });
    const repeated = await own.judge('j');
    const head = await own.judge('j', '--limit', '50');
    const drawn = await own.judge('j', '--limit', '50', '--draws', '10');
    await own.close();
    const width = widthOf(head.summary, name);
    expect([repeated, head, drawn].map(({ summary }) => valueOf(summary, name))).toEqual([0.7, 0.7, 0.7]);
    expect([repeated, head, drawn].map(({ summary }) => figure(summary, name).n)).toEqual([500, 50, 500]);
    for (const { summary } of [repeated, drawn]) expect(Math.abs(widthOf(summary, name) / width - 1)).toBeLessThan(0.05);
  });
});

test('case 28: five flips down and four up', async () => {
  const rows = [
    ...Array.from({ length: 5 }, () => ['pass', 'fail']),
    ...Array.from({ length: 4 }, () => ['fail', 'pass']),
    ...Array.from({ length: 11 }, () => ['pass', 'pass']),
  ];
  const own = await bench({
    judges: { a: recorded('a', passFail), b: recorded('b', passFail) } as BenchOptions['judges'],
    items: numbered(20, (number) => ({ gold: 'pass', a: rows[number - 1]?.[0], b: rows[number - 1]?.[1] })),
  });
  const { code, stdout } = await own.run('compare', 'a', 'b', '--data', 'items', '--json');
  await own.close();
  const { differences } = JSON.parse(stdout) as { differences: Record<string, unknown>[] };
  const accuracy = differences.find(({ metric, group }) => metric === 'accuracy' && group === null);
  expect(code).toBe(0);
  expect(accuracy).toMatchObject({
    a: 'a',
    b: 'b',
    status: 'ok',
    value: expect.closeTo(-0.05, 9) as number,
    n: 20,
    missing: 0,
    p: 1,
    test: expect.stringMatching(/mcnemar/iu) as string,
  });
});
