import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { ModelRequest } from '../../model/language-model.ts';
import { judgeOnce, judgeOver, judgeSpec, testItem } from '../../testing/judging.ts';
import { scriptedModel, type ScriptedReplyFunction } from '../../testing/scripted-model.ts';
import { strategyConformance } from '../../testing/strategy-conformance.ts';
import type { JudgeSpec } from '../spec.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'good' }, fail: { label: 'bad' } };
const interval: VerdictSpace = { kind: 'interval', min: 1, max: 5, better: 'higher' };
const lowerIsBetter: VerdictSpace = { kind: 'interval', min: 0, max: 10, better: 'lower' };
const ordinal: VerdictSpace = { kind: 'ordinal', levels: [{ label: 1 }, { label: 2 }, { label: 3 }] };
const preference: VerdictSpace = { kind: 'preference', ties: false };
const withTies: VerdictSpace = { kind: 'preference', ties: true };
const item = testItem({ input: 'Name a red fruit.', output: 'A cherry.' });
const other = testItem({ id: 'item-2', input: 'Name a yellow fruit.', output: 'A lemon.' });
const pair = testItem({ id: 'pair', input: 'Name a red fruit.', outputA: 'A cherry.', outputB: 'A lemon.' });

const spec = (verdict: VerdictSpace, kind: string, options: Record<string, Json> = {}, reader = 'json'): JudgeSpec =>
  judgeSpec(verdict, {
    rubric: { text: 'Is it right?' },
    harness: { strategy: { kind, ...options }, reader: { kind: reader }, reask: 0 },
  });
const text = ({ messages }: ModelRequest): string => messages.map(({ content }) => content).join('\n');
const answer = (verdict: Json, reason = 'because'): string => JSON.stringify({ reason, verdict });
type ScriptedReply = ReturnType<ScriptedReplyFunction>;
const failing = { error: { code: 'server' as const, message: 'down' } };
const writesSteps = (request: ModelRequest): boolean => text(request).startsWith('You write the steps');
const writesQuestions = (request: ModelRequest): boolean => text(request).startsWith('You write a checklist');

describe('g-eval', () => {
  const model = (draws: readonly (Json | undefined)[]) => {
    let drawn = 0;
    return scriptedModel({
      reply: (request) => {
        if (writesSteps(request)) return '1. Read it.\n2. Weigh it.';
        const verdict = draws[drawn++ % draws.length];
        return verdict === undefined ? 'nothing' : answer(verdict, `draw ${verdict}`);
      },
    });
  };

  it('writes the steps once for all items, shows them to each judgment, and nothing of an item to their writer', async () => {
    const made = model([3]);
    const judge = await judgeOver(made, spec(interval, 'g-eval', { samples: 1 }));
    const judgments = [await judgeOnce(judge, item), await judgeOnce(judge, other, { draw: 1 })];
    expect(judgments.map(({ verdict, spend }) => [verdict, spend.calls])).toMatchObject([
      [{ status: 'scored', value: 3 }, 2],
      [{ status: 'scored', value: 3 }, 1],
    ]);
    const [steps, ...asked] = made.requests;
    expect([made.requests.length, /cherry|red fruit/u.test(text(steps as ModelRequest))]).toEqual([3, false]);
    for (const request of asked) expect(text(request)).toContain('Evaluation steps:\n1. Read it.\n2. Weigh it.');
  });

  it('weighs an interval by the frequencies of 20 draws at temperature 1', async () => {
    const made = model([2, 4, 4, 5]);
    const judge = await judgeOver(made, spec(interval, 'g-eval'));
    const { verdict, rationale, spend } = await judgeOnce(judge, item);
    expect([verdict, rationale, spend.calls, judge.maxCalls]).toEqual([{ status: 'scored', value: 3.75 }, 'draw 4', 21, 21]);
    const asked = made.requests.filter((request) => !writesSteps(request));
    expect([new Set(asked.map(({ temperature }) => temperature)), new Set(asked.map(({ seed }) => seed)).size]).toEqual([
      new Set([1]),
      20,
    ]);
  });

  it('on levels the commonest is the value, of equals the lower; the mean stands beside it', async () => {
    const judge = await judgeOver(model([3, 2, 3, 2, 1]), spec(ordinal, 'g-eval', { samples: 5 }));
    expect((await judgeOnce(judge, item)).verdict).toEqual({
      status: 'scored',
      value: 2,
      distribution: { 1: 0.2, 2: 0.4, 3: 0.4 },
      expected: 2.2,
    });
  });

  it.each([
    ['half of the draws unreadable', [3, undefined], 'abstained'],
    ['none readable', [undefined], 'unreadable'],
  ])('%s: no verdict', async (_name, draws, status) => {
    const judge = await judgeOver(model(draws), spec(interval, 'g-eval', { samples: 4 }));
    expect((await judgeOnce(judge, item)).verdict.status).toBe(status);
  });

  it('is failed where no steps were written', async () => {
    const judge = await judgeOver(scriptedModel({ reply: () => ' ' }), spec(interval, 'g-eval', { samples: 1 }));
    expect((await judgeOnce(judge, item)).verdict).toMatchObject({ status: 'failed', code: 'model' });
  });
});

describe('debate', () => {
  const seats = (request: ModelRequest): string =>
    /You are judge (\d)/u.exec(text(request))?.[1] ?? (text(request).includes('You moderate') ? 'moderator' : 'first');
  const talk = (says: (seat: string, index: number) => ScriptedReply) =>
    scriptedModel({ reply: (request, { index }) => says(seats(request), index) });

  it('asks each alone, then each with the others’ answers, then a moderator, whose word counts', async () => {
    const model = talk((seat, index) => (seat === 'moderator' ? answer('bad', 'ruled') : answer('good', `reason ${index}`)));
    const judge = await judgeOver(model, spec(binary, 'debate', { debaters: 3 }));
    const { verdict, rationale, parts } = await judgeOnce(judge, item);
    expect([verdict, rationale, model.requests.length, judge.maxCalls]).toMatchObject([
      { status: 'scored', value: 'bad' },
      'ruled',
      7,
      7,
    ]);
    expect(parts.map(({ path, round }) => [path, round])).toEqual([
      ...[0, 1, 2].map((seat) => [`round/0/debater/${seat}`, 0]),
      ...[0, 1, 2].map((seat) => [`round/1/debater/${seat}`, 1]),
      ['moderator', 2],
    ]);
    const second = text(model.requests[4] as ModelRequest);
    expect(second).toContain('You are judge 2 of 3.');
    expect([/What judge 1 says:/u.test(second), /Your answer:/u.test(second), /What judge 2 says:/u.test(second)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(second).toContain('reason 0');
    expect(new Set(model.requests.slice(0, 3).map(({ seed }) => seed)).size).toBe(3);
    expect(model.requests.map(({ temperature }) => temperature)).toEqual([0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0]);
  });

  it('asks another model to moderate where one is named', async () => {
    const asked: string[] = [];
    const model = talk(() => answer('good'));
    const judge = await judgeOver(model, spec(binary, 'debate', { rounds: 1, moderator: 'desk:chair' }), {
      model: async (id) => {
        const { provided } = await import('../../model/middleware/provided.ts');
        const invoke = provided(model);
        return { id, identity: { id }, invoke: (request, context) => (asked.push(id), invoke(request, context)) };
      },
    });
    await judgeOnce(judge, item);
    expect(asked).toEqual(['scripted:model', 'scripted:model', 'desk:chair']);
  });

  it.each([
    ['one debater failed', (index: number) => (index === 1 ? failing : answer('good')), 'failed', 2],
    ['nobody could be read', () => 'nothing', 'unreadable', 4],
  ])('%s: no moderator is asked, and there is no verdict', async (_name, says, status, calls) => {
    const model = talk((_seat, index) => says(index));
    const { verdict } = await judgeOnce(await judgeOver(model, spec(binary, 'debate')), item);
    expect([verdict.status, model.requests.length]).toEqual([status, calls]);
  });
});

describe('rocket', () => {
  const items = ['Is it a fruit?', 'Is it red?', 'Is it ripe?', 'Is it one?'];
  const model = (yes: (request: ModelRequest) => ScriptedReply) =>
    scriptedModel({
      reply: (request) => (writesQuestions(request) ? '- Is it a fruit?\n- Is it red?\nSo much for that.' : yes(request)),
    });
  const byQuestion = (...no: string[]) =>
    model((request) => answer(no.some((question) => text(request).includes(question)) ? 'no' : 'yes'));

  it.each([
    ['binary', binary, ['Is it red?'], { value: 'good', distribution: { good: 0.75, bad: 0.25 } }],
    ['binary, half', binary, ['Is it red?', 'Is it one?'], { value: 'good' }],
    ['binary, less', binary, ['Is it red?', 'Is it one?', 'Is it ripe?'], { value: 'bad' }],
    ['ordinal', ordinal, ['Is it red?', 'Is it one?'], { value: 2 }],
    ['interval', interval, ['Is it red?'], { value: 4 }],
    ['lower is better', lowerIsBetter, ['Is it red?'], { value: 2.5 }],
  ] as const)('places the mean of yes on the scale: %s', async (_name, verdict, no, expected) => {
    const judge = await judgeOver(byQuestion(...no), spec(verdict, 'rocket', { items: [...items] }));
    const judgment = await judgeOnce(judge, item);
    expect(judgment.verdict).toMatchObject({ status: 'scored', ...expected });
    expect([judgment.spend.calls, judge.maxCalls]).toEqual([4, 4]);
  });

  it('writes questions of the input alone, once for all its outputs, and asks each in a call of its own', async () => {
    const made = byQuestion();
    const judge = await judgeOver(made, spec(binary, 'rocket'));
    const first = await judgeOnce(judge, item);
    const second = await judgeOnce(judge, { ...item, id: 'again', output: 'A plum.' });
    expect([first.spend.calls, second.spend.calls]).toEqual([3, 2]);
    const [written] = made.requests;
    expect([/red fruit/u.test(text(written as ModelRequest)), /cherry/u.test(text(written as ModelRequest))]).toEqual([
      true,
      false,
    ]);
    expect(made.requests.slice(1).map((request) => items.filter((question) => text(request).includes(question)))).toEqual([
      ['Is it a fruit?'],
      ['Is it red?'],
      ['Is it a fruit?'],
      ['Is it red?'],
    ]);
  });

  it.each([
    ['A', preference, (shown: string) => !shown.includes('lemon'), { status: 'scored', value: 'A' }],
    ['B', preference, (shown: string) => shown.includes('lemon'), { status: 'scored', value: 'B' }],
    ['equal without a tie', preference, () => true, { status: 'abstained' }],
    ['equal with a tie', withTies, () => true, { status: 'scored', value: 'tie' }],
  ] as const)('prefers the candidate with the higher score: %s', async (_name, verdict, yes, expected) => {
    const made = model((request) => answer(yes(text(request)) ? 'yes' : 'no'));
    const judgment = await judgeOnce(await judgeOver(made, spec(verdict, 'rocket', { items })), pair);
    expect([judgment.verdict, judgment.spend.calls]).toMatchObject([expected, 8]);
  });

  it.each([
    [
      'half of the questions unanswered',
      'abstained',
      (request: ModelRequest) => (/Red|ripe/u.test(text(request)) ? 'nothing' : answer('yes')),
    ],
    ['one call failed', 'failed', (request: ModelRequest) => (text(request).includes('ripe') ? failing : answer('yes'))],
  ])('%s: no verdict', async (_name, status, says) => {
    const judgment = await judgeOnce(
      await judgeOver(model(says), spec(binary, 'rocket', { items: ['Is it a fruit?', 'Red, is it?', 'Is it ripe?'] })),
      testItem({ input: 'Name a fruit.', output: 'A plum.' }),
    );
    expect(judgment.verdict.status).toBe(status);
  });

  it('refuses labels without order when the judge is built', async () => {
    const labels: VerdictSpace = { kind: 'categorical', labels: [{ label: 'warm' }, { label: 'cold' }] };
    await expect(judgeOver(byQuestion(), spec(labels, 'rocket', { items }))).rejects.toThrow('expected an ordered verdict space');
  });
});

describe.each([
  ['g-eval', spec(binary, 'g-eval', { samples: 3 }), answer('good')],
  ['debate', spec(binary, 'debate'), answer('good')],
  ['rocket', spec(binary, 'rocket', { items: ['Is it a fruit?', 'Is it red?'] }), answer('yes')],
])('%s keeps what every strategy has to', (_name, judge, reply) => {
  for (const { name, run } of strategyConformance({ spec: judge, item, reply })) it(name, run);
});
