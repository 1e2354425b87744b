import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { JudgeSpec } from '../judge/spec.ts';
import type { Strategy } from '../judge/strategy.ts';
import { judgeSpec, testItem } from './judging.ts';
import { strategyConformance } from './strategy-conformance.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'good' }, fail: { label: 'bad' } };
const preference: VerdictSpace = { kind: 'preference', ties: true };
const rubric = {
  criteria: [
    { id: 'a', text: 'A.', weight: 1 },
    { id: 'b', text: 'B.', weight: 1 },
  ],
};
const withStrategy = (
  space: VerdictSpace,
  strategy: JudgeSpec['harness']['strategy'],
  more: Partial<JudgeSpec> = {},
): JudgeSpec => judgeSpec(space, { ...more, harness: { strategy, reader: { kind: 'json' }, reask: 0 } });
const good = '{"reason":"r","verdict":"good"}';
const member = judgeSpec(binary);

const cases: [string, JudgeSpec, string][] = [
  ['single', withStrategy(binary, { kind: 'single' }), good],
  ['vote', withStrategy(binary, { kind: 'vote', votes: 5 }), good],
  ['both-orders', withStrategy(preference, { kind: 'both-orders' }), '{"reason":"r","verdict":"tie"}'],
  ['reflection', withStrategy(binary, { kind: 'reflection' }), good],
  ['panel', withStrategy(binary, { kind: 'panel', members: [member, member, withStrategy(binary, { kind: 'vote' })] }), good],
  ['criteria', withStrategy(binary, { kind: 'criteria' }, { rubric }), good],
  ['criteria, joint', withStrategy(binary, { kind: 'criteria', mode: 'joint' }, { rubric }), `{"a":${good},"b":${good}}`],
];

describe.each(cases)('%s keeps what every strategy has to keep', (_name, spec, reply) => {
  const item = spec.verdict.kind === 'preference' ? testItem({ outputA: 'a', outputB: 'b' }) : testItem();
  for (const check of strategyConformance({ spec, item, reply })) it(check.name, check.run);
});

describe('the suite catches', () => {
  const bad = (decide: Strategy['decide'], maxCalls = 1): Strategy => ({
    kind: 'bad',
    version: 1,
    summary: 'Bad.',
    options: z.strictObject({}),
    members: () => [],
    needsModel: true,
    maxCalls: () => maxCalls,
    decide,
  });
  const failing = async (strategy: Strategy): Promise<string[]> => {
    const checks = strategyConformance({ strategy, spec: withStrategy(binary, { kind: 'bad' }), item: testItem(), reply: good });
    const outcomes = await Promise.allSettled(checks.map((check) => check.run()));
    return checks.filter((_check, index) => outcomes[index]?.status === 'rejected').map(({ name }) => name);
  };

  it('a failure that becomes a score', async () => {
    const names = await failing(
      bad(async (turn) => {
        await turn.ask('verdict');
        return { verdict: { status: 'scored', value: 'bad' } };
      }),
    );
    expect(names).toEqual(['makes no verdict of failures, and does not throw for them', 'makes no verdict of garbage']);
  });

  it('more calls than announced', async () => {
    const names = await failing(
      bad(async (turn) => {
        await turn.ask('one');
        return { verdict: (await turn.ask('two', { sample: 1, samples: 2 })).verdict };
      }),
    );
    expect(names).toContain('makes no more calls than it announced, and shows each in a part');
  });

  it('memory between judgments', async () => {
    let count = 0;
    const names = await failing(
      bad(async (turn) => {
        const part = await turn.ask('verdict');
        count += 1;
        return { verdict: part.verdict, rationale: String(count) };
      }),
    );
    expect(names).toContain('decides the same, by the same requests, when it is given the same replies');
  });
});
