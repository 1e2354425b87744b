import { describe, expect, test } from 'vitest';
import type { Item } from '../core/item.ts';
import { swapCandidates } from '../core/item.ts';
import { viewOf } from '../core/space-view.ts';
import type { Verdict, VerdictValue } from '../core/verdict.ts';
import type { VerdictSpace } from '../core/verdict-space.ts';
import type { ModelRequest } from '../model/language-model.ts';
import { plantedAccuracy, plantedAgreement, plantedAnswer, type PlantedFacts, type PlantedFaults } from './planted-faults.ts';
import { plantedJudge, plantedModel } from './planted-judges.ts';

const never = new AbortController().signal;
const binary: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };
const levels: VerdictSpace = { kind: 'ordinal', levels: [1, 2, 3, 4, 5].map((label) => ({ label })) };
const pairs: VerdictSpace = { kind: 'preference', ties: false };
const n = 4000;

/** Four standard errors of a share over n: a planted rate is off by more once in some 16,000 tests; the seed is fixed. */
const tolerance = (share: number, count = n) => 4 * Math.sqrt((share * (1 - share)) / count) + 1e-9;

type Case = { readonly facts: PlantedFacts; readonly draw: string };

const cases = (facts: (index: number) => Partial<PlantedFacts> & { gold: VerdictValue }, draw = '0', count = n): Case[] =>
  Array.from({ length: count }, (_, index) => ({ facts: { key: `item ${index}`, ...facts(index) }, draw }));

const answers = (space: VerdictSpace, faults: PlantedFaults, list: readonly Case[]) =>
  list.map(({ facts, draw }) => plantedAnswer(viewOf(space), faults, { facts, seed: 1, draw }));

const share = (flags: readonly boolean[]) => flags.filter(Boolean).length / flags.length;
const rightShare = (given: readonly unknown[], list: readonly Case[]) =>
  share(given.map((value, index) => value === list[index]?.facts.gold));

describe('each planted fault shows at its rate', () => {
  test('nothing planted: always right, whatever the draw, the length and the language', () => {
    const list = cases((index) => ({ gold: 1 + (index % 5), language: 'sw', lengths: [index] }), 'any');
    expect(rightShare(answers(levels, {}, list), list)).toBe(1);
  });

  test('accuracy, with the wrong answers spread evenly and the same in every draw', () => {
    const list = cases(() => ({ gold: 3 }));
    const given = answers(levels, { accuracy: 0.7 }, list);
    expect(Math.abs(rightShare(given, list) - 0.7)).toBeLessThan(tolerance(0.7));
    for (const wrong of [1, 2, 4, 5])
      expect(Math.abs(share(given.map((value) => value === wrong)) - 0.075)).toBeLessThan(tolerance(0.075));
    expect(
      answers(
        levels,
        { accuracy: 0.7 },
        cases(() => ({ gold: 3 }), 'another draw'),
      ),
    ).toEqual(given);
  });

  test('a language gap is in that language alone', () => {
    const faults = { accuracy: 0.9, languageGap: { sw: 0.2 } };
    for (const [language, expected] of [
      ['sw', 0.7],
      ['en', 0.9],
    ] as const) {
      const list = cases(() => ({ gold: 'pass', language }));
      expect(plantedAccuracy(faults, 2, language)).toBeCloseTo(expected, 12);
      expect(Math.abs(rightShare(answers(binary, faults, list), list) - expected)).toBeLessThan(tolerance(expected));
    }
  });

  test('noise differs between draws, lowers accuracy and agreement as documented', () => {
    const faults = { accuracy: 0.8, noise: 0.4 };
    const [first, second] = [cases(() => ({ gold: 2 }), '0'), cases(() => ({ gold: 2 }), '1')];
    const [a, b] = [answers(levels, faults, first), answers(levels, faults, second)];
    const agreement = share(a.map((value, index) => value === b[index]));
    expect(plantedAgreement(faults, 5)).toBeCloseTo(0.36 + (0.48 + 0.16) / 5, 12);
    expect(Math.abs(agreement - plantedAgreement(faults, 5))).toBeLessThan(tolerance(agreement));
    expect(Math.abs(rightShare(a, first) - plantedAccuracy(faults, 5))).toBeLessThan(tolerance(0.56));
  });

  test('position: that share of items follows the place, and flips when the candidates are swapped', () => {
    const gold = (index: number) => (index % 2 === 0 ? 'A' : 'B');
    const shown = cases((index) => ({ gold: gold(index) }));
    const swapped = cases((index) => ({ gold: gold(index + 1) }));
    for (const [position, place] of [
      [0.3, 'A'],
      [-0.3, 'B'],
    ] as const) {
      const [a, b] = [answers(pairs, { position }, shown), answers(pairs, { position }, swapped)];
      const flipped = a.map((value, index) => value === b[index]);
      expect(Math.abs(share(flipped) - 0.3)).toBeLessThan(tolerance(0.3));
      expect(new Set(a.filter((_value, index) => flipped[index]))).toEqual(new Set([place]));
      expect(Math.abs(rightShare(a, shown) - plantedAccuracy({ position }, 2))).toBeLessThan(tolerance(0.85));
    }
  });

  test.each([
    ['twice as long', 0.5, 400, 3.5],
    ['four times as long', 0.5, 800, 4],
    ['half as long', 0.5, 100, 2.5],
    ['where length loses', -0.5, 400, 2.5],
    ['as long as usual', 0.5, 200, 3],
    ['stopped at the end of the menu', 2, 3200, 5],
  ])('verbosity on levels: the mean moves by the slope for each doubling: %s', (_name, verbosity, length, mean) => {
    const given = answers(
      levels,
      { verbosity },
      cases(() => ({ gold: 3, lengths: [length] })),
    );
    const found = given.reduce((sum: number, value) => sum + (value as number), 0) / n;
    expect(Math.abs(found - mean)).toBeLessThan(tolerance(0.5));
  });

  test('verbosity on pairs: the longer one takes the slope for each doubling, wherever it is shown', () => {
    for (const lengths of [
      [400, 100],
      [100, 400],
    ] as const) {
      const longer = lengths[0] > lengths[1] ? 'A' : 'B';
      const list = cases(() => ({ gold: longer === 'A' ? 'B' : 'A', lengths }));
      const won = share(answers(pairs, { verbosity: 0.2 }, list).map((value) => value === longer));
      expect(Math.abs(won - 0.4)).toBeLessThan(tolerance(0.4));
    }
  });

  test('unreadable draws', () => {
    const given = answers(
      binary,
      { unreadable: 0.1 },
      cases(() => ({ gold: 'fail' })),
    );
    expect(Math.abs(share(given.map((value) => value === undefined)) - 0.1)).toBeLessThan(tolerance(0.1));
    expect(new Set(given)).toEqual(new Set(['fail', undefined]));
  });
});

test('gold off the menu and spaces without a menu are refused', () => {
  expect(() => answers(binary, {}, [{ facts: { key: 'k', gold: 'maybe' }, draw: '' }])).toThrow(
    'planted judge: expected gold on the menu (fail, pass), got "maybe" (string). Correct it.',
  );
  const real: VerdictSpace = { kind: 'interval', min: 0, max: 0.5, better: 'higher' };
  expect(() => answers(real, {}, [{ facts: { key: 'k', gold: 0.2 }, draw: '' }])).toThrow('expected a space with a menu');
});

const itemOf = (id: string): Item => ({ id, outputA: `better of ${id}`, outputB: `worse of ${id}`, fields: {} });
const goldOf = ({ outputA = '' }: Item) => (outputA.startsWith('better') ? 'A' : 'B');

test('as a judge: a whole judgment, the candidates named as they are shown', async () => {
  const judge = plantedJudge({
    space: pairs,
    faults: { position: 1 },
    factsOf: (item) => ({ key: item.id, gold: goldOf(item) }),
  });
  const fair = plantedJudge({ space: pairs, faults: {}, factsOf: (item) => ({ key: item.id, gold: goldOf(item) }) });
  const call = { draw: 2, seed: 7, signal: never };
  const [item, swapped] = [itemOf('x'), swapCandidates(itemOf('x'))];
  const verdicts = await Promise.all([judge, fair].flatMap((one) => [one.judge(item, call), one.judge(swapped, call)]));
  expect(verdicts.map(({ verdict }) => (verdict as Verdict & { value: string }).value)).toEqual(['A', 'A', 'A', 'B']);
  const verdict = { status: 'scored', value: 'A', reading: 'strict' };
  expect(await judge.judge(item, call)).toEqual({
    judge: judge.hash,
    item: verdicts[0]?.item,
    draw: 2,
    verdict,
    parts: [{ path: 'verdict', role: 'ask', verdict, calls: [], children: [] }],
    spend: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
    latencyMs: 0,
  });
  expect(judge.hash).not.toBe(fair.hash);
});

test('as a judge: unreadable where planted, and an abort is the caller’s', async () => {
  const judge = plantedJudge({ space: pairs, faults: { unreadable: 1 }, factsOf: (item) => ({ key: item.id, gold: 'A' }) });
  expect((await judge.judge(itemOf('x'), { draw: 0, seed: 0, signal: never })).verdict).toMatchObject({
    status: 'unreadable',
    problem: 'no-answer',
  });
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(judge.judge(itemOf('x'), { draw: 0, seed: 0, signal })).rejects.toThrow('enough');
});

describe('as a model', () => {
  const requestOf = (content: string, rest: Partial<ModelRequest> = {}): ModelRequest => ({
    messages: [{ role: 'user', content }],
    maxTokens: 100,
    ...rest,
  });
  const factsOf = ({ messages }: ModelRequest): PlantedFacts | undefined => {
    const key = messages[0]?.content;
    return key === undefined || key === '' ? undefined : { key, gold: 'pass' };
  };

  test('answers in JSON by default, or as it is told', async () => {
    const model = plantedModel({ space: binary, faults: {}, factsOf });
    expect((await model.generate(requestOf('x'), { signal: never })).text).toBe(
      '{"reason":"So it is planted.","verdict":"pass"}',
    );
    const tagged = plantedModel({ space: binary, faults: {}, factsOf, render: (value) => `VERDICT: ${value}` });
    expect((await tagged.generate(requestOf('x'), { signal: never })).text).toBe('VERDICT: pass');
    const mute = plantedModel({ space: binary, faults: { unreadable: 1 }, factsOf });
    expect((await mute.generate(requestOf('x'), { signal: never })).text).toBe('It depends on how one looks at it.');
  });

  test('draws differ by the request’s seed and by nothing else', async () => {
    const model = plantedModel({ space: binary, faults: { noise: 1 }, factsOf, render: String });
    const ask = async (seed: number | undefined) =>
      (await model.generate(requestOf('x', seed === undefined ? {} : { seed }), { signal: never })).text;
    const seeds = Array.from({ length: 40 }, (_, index) => index);
    const texts = await Promise.all(seeds.map(ask));
    expect(new Set(texts)).toEqual(new Set(['pass', 'fail']));
    expect(await Promise.all(seeds.map(ask))).toEqual(texts);
    expect(new Set(await Promise.all(seeds.map(() => ask(undefined)))).size).toBe(1);
  });

  test('asked for probabilities it gives the mass of each label', async () => {
    const model = plantedModel({ space: binary, faults: { noise: 0.4 }, factsOf });
    const reply = await model.generate(requestOf('x', { logprobs: { menu: ['fail', 'pass'] } }), { signal: never });
    expect([reply.text, reply.menuProbabilities]).toEqual(['pass', { fail: 0.2, pass: 0.8 }]);
  });

  test('a request about no item is told', async () => {
    const model = plantedModel({ space: binary, faults: {}, factsOf });
    await expect(model.generate(requestOf(''), { signal: never })).rejects.toThrow(
      'expected facts for every request, got none for one',
    );
  });
});
