import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { ModelRequest } from '../../model/language-model.ts';
import { judgeOnce, judgeOver, judgeSpec, testItem } from '../../testing/judging.ts';
import { scriptedModel, type ScriptedReplyFunction } from '../../testing/scripted-model.ts';
import { strategyConformance } from '../../testing/strategy-conformance.ts';
import type { JudgeSpec } from '../spec.ts';

const criteria: Json = {
  version: 1,
  concepts: [
    {
      name: 'truth',
      description: 'Facts hold.',
      criteria: [
        { id: 'truth-1', text: 'Right?' },
        { id: 'truth-2', text: 'Supported?' },
      ],
    },
    { name: 'form', criteria: [{ id: 'form-1', text: 'Short?' }] },
  ],
};
const binary: VerdictSpace = { kind: 'binary', pass: { label: 'good' }, fail: { label: 'bad' } };
const item = testItem({ input: 'Name a red fruit.', output: 'A cherry.' });
const spec = (options: Record<string, Json> = {}, reader = 'json'): JudgeSpec =>
  judgeSpec(binary, { harness: { strategy: { kind: 'ucs', criteria, ...options }, reader: { kind: reader }, reask: 0 } });
const text = ({ messages }: ModelRequest): string => messages.map(({ content }) => content).join('\n');
const isScoring = (request: ModelRequest): boolean => text(request).includes('Score each criterion from');
const keysOf = (request: ModelRequest): string[] =>
  ['truth-1', 'truth-2', 'form-1'].filter((key) => text(request).includes(`"${key}"`));
const given: Record<string, Json> = { 'truth-1': 9, 'truth-2': 4, 'form-1': 2 };

/** Scores by key (`null`: left out), and a verdict. */
const model = (scores: Readonly<Record<string, Json>> = given, other?: ScriptedReplyFunction) =>
  scriptedModel({
    reply: (request, call) => {
      if (!isScoring(request)) return other?.(request, call) ?? JSON.stringify({ reason: 'weighed', verdict: 'good' });
      const answers = keysOf(request).filter((key) => scores[key] !== null);
      return JSON.stringify(Object.fromEntries(answers.map((key) => [key, { reason: `why ${key}`, verdict: scores[key] ?? 5 }])));
    },
  });

describe('ucs', () => {
  it.each([
    ['per-concept', [['truth-1', 'truth-2'], ['form-1']]],
    ['joint', [['truth-1', 'truth-2', 'form-1']]],
  ])('%s: scores in as many calls, then the aggregator, who sees item and scores', async (scoring, calls) => {
    const made = model();
    const judge = await judgeOver(made, spec({ scoring }));
    const judgment = await judgeOnce(judge, item);
    expect([judgment.verdict, judgment.rationale]).toMatchObject([{ status: 'scored', value: 'good' }, 'weighed']);
    expect([made.requests.filter(isScoring).map(keysOf), judge.maxCalls]).toEqual([calls, calls.length + 1]);
    const last = text(made.requests.at(-1) as ModelRequest);
    for (const told of ['truth: mean 6.5', '- truth-1 (Right?): 9', '- truth-2 (Supported?): 4', 'form: mean 2', 'A cherry.'])
      expect(last).toContain(told);
    for (const request of made.requests.filter(isScoring)) expect(text(request)).toContain('A cherry.');
    const scored = judgment.parts
      .flatMap(({ children }) => children)
      .map(({ path, verdict }) => [path.split('/').at(-1), verdict?.status]);
    expect(scored).toEqual([
      ['truth-1', 'scored'],
      ['truth-2', 'scored'],
      ['form-1', 'scored'],
    ]);
  });

  it('a criterion without a score is missing: the mean is of those present, and the aggregator is told', async () => {
    const made = model({ ...given, 'truth-2': null, 'form-1': 12 });
    const judgment = await judgeOnce(await judgeOver(made, spec()), item);
    const last = text(made.requests.at(-1) as ModelRequest);
    for (const told of ['truth: mean 9', '- truth-2 (Supported?): no score', 'form: no score']) expect(last).toContain(told);
    expect(judgment.verdict.status).toBe('scored');
  });

  it('without any score there is no verdict, and nobody aggregates', async () => {
    const made = model({ 'truth-1': null, 'truth-2': null, 'form-1': null });
    const judgment = await judgeOnce(await judgeOver(made, spec()), item);
    expect([judgment.verdict.status, made.requests.length]).toEqual(['unreadable', 2]);
  });

  it('a failed call is a failed judgment, and nobody aggregates', async () => {
    const made = scriptedModel({ reply: () => ({ error: { code: 'server', message: 'down' } }) });
    const judgment = await judgeOnce(await judgeOver(made, spec()), item);
    expect([judgment.verdict.status, made.requests.length]).toEqual(['failed', 2]);
  });

  it('head: none gives scores alone', async () => {
    const made = model();
    const judge = await judgeOver(made, spec({ head: 'none' }));
    const judgment = await judgeOnce(judge, item);
    expect([judgment.verdict.status, made.requests.length, judge.maxCalls]).toEqual(['abstained', 2, 2]);
    expect(judgment.rationale).toContain('truth: mean 6.5');
  });

  it('a reader of one label scores a criterion a call', async () => {
    const made = scriptedModel({ reply: (request) => (isScoring(request) ? 'VERDICT: 7' : 'VERDICT: bad') });
    const judge = await judgeOver(made, spec({}, 'tagged'));
    const judgment = await judgeOnce(judge, item);
    expect([judgment.verdict, made.requests.length, judge.maxCalls]).toMatchObject([{ value: 'bad' }, 4, 4]);
    expect(text(made.requests.at(-1) as ModelRequest)).toContain('truth: mean 7');
  });

  it('who made a set is no part of the judge', async () => {
    const told = { ...(criteria as object), task: 'Judge.', made: { by: 'desk:m', how: 'joint' } } as Json;
    expect((await judgeOver(model(), spec({ criteria: told }))).hash).toBe((await judgeOver(model(), spec())).hash);
  });

  it('refuses a set that is none, naming the place', async () => {
    await expect(judgeOver(model(), spec({ criteria: { version: 1, concepts: [] } }))).rejects.toThrow('criteria');
  });
});

describe('ucs keeps what every strategy has to', () => {
  const reply = JSON.stringify({
    verdict: 'good',
    reason: 'r',
    'truth-1': { verdict: 3 },
    'truth-2': { verdict: 4 },
    'form-1': { verdict: 5 },
  });
  for (const { name, run } of strategyConformance({ spec: spec(), item, reply })) it(name, run);
});
