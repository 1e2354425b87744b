import { describe, expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { ModelRequest } from '../../model/language-model.ts';
import { judgeOnce, judgeOver, judgeSpec, testItem } from '../../testing/judging.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { strategyConformance } from '../../testing/strategy-conformance.ts';
import type { JudgeSpec } from '../spec.ts';

const ordinal: VerdictSpace = { kind: 'ordinal', levels: [1, 2, 3, 4, 5].map((label) => ({ label })) };
const preference: VerdictSpace = { kind: 'preference', ties: true };
const english = testItem({ id: 'e', language: 'en', input: 'Name a red fruit.', output: 'A cherry.' });
const german = testItem({ id: 'd', language: 'de', input: 'Nenne eine rote Frucht.', output: 'Eine Kirsche.' });
const pair = testItem({ id: 'p', language: 'en', input: 'Name a red fruit.', outputA: 'A cherry.', outputB: 'A lemon.' });

const spec = (verdict: VerdictSpace, options: Record<string, Json> = {}, kind = 'ce-judge'): JudgeSpec =>
  judgeSpec(verdict, { harness: { strategy: { kind, ...options }, reader: { kind: 'json' }, reask: 0 } });

const system = ({ messages }: ModelRequest): string => messages[0]?.content ?? '';
const user = ({ messages }: ModelRequest): string => messages.at(-1)?.content ?? '';
type Kind = 'translate' | 'concepts' | 'checklist' | 'judge';
const kindOf = (request: ModelRequest): Kind => {
  if (system(request).startsWith('You are a translator.')) return 'translate';
  if (system(request).startsWith('You describe texts')) return 'concepts';
  return system(request).startsWith('You write checklists') ? 'checklist' : 'judge';
};
const list = '- What the fruit is, and its colour.\n- Whether one or several are named.';
const model = (verdict: Json, replies: Partial<Record<Kind, (request: ModelRequest, index: number) => string>> = {}) =>
  scriptedModel({
    reply: (request, { index }) => {
      const kind = kindOf(request);
      const own = replies[kind]?.(request, index);
      if (own !== undefined) return own;
      if (kind === 'translate')
        return user(request)
          .split('\n')
          .slice(1)
          .join('\n')
          .replace('Nenne eine rote Frucht.', 'EN instruction')
          .replace('Eine Kirsche.', 'EN response');
      if (kind === 'concepts') return `concept of ${/>\n(.*)\n</u.exec(user(request))?.[1] ?? ''}`;
      return kind === 'checklist' ? list : JSON.stringify({ reason: 'seen', verdict });
    },
  });
const of = (made: ReturnType<typeof scriptedModel>, kind: Kind) => made.requests.filter((request) => kindOf(request) === kind);

describe('ce-judge', () => {
  it('makes concepts of untranslated texts, checklists of translated ones each blind to the other, and judges the untranslated item', async () => {
    const made = model(4);
    const judgment = await judgeOnce(await judgeOver(made, spec(ordinal)), german);
    expect([judgment.verdict, judgment.spend.calls]).toMatchObject([{ status: 'scored', value: 4 }, 1 + 2 + 2 + 1]);
    expect(of(made, 'concepts').map((request) => /Nenne|Kirsche/u.exec(user(request))?.[0])).toEqual(['Nenne', 'Kirsche']);
    const [fromResponse, fromInstruction] = of(made, 'checklist').map(user) as [string, string];
    expect([
      fromResponse.includes('EN response'),
      fromResponse.includes('concept of Nenne'),
      /EN instruction|Kirsche/u.test(fromResponse),
    ]).toEqual([true, true, false]);
    expect([
      fromInstruction.includes('EN instruction'),
      fromInstruction.includes('concept of Eine Kirsche.'),
      /EN response|Nenne/u.test(fromInstruction),
    ]).toEqual([true, true, false]);
    const shown = user(of(made, 'judge')[0] as ModelRequest);
    for (const text of [
      'Nenne eine rote Frucht.',
      'Eine Kirsche.',
      'Checklist for the output, from the instruction:',
      'Checklist for the output, from the response:',
      list,
    ])
      expect(shown).toContain(text);
    expect(shown).not.toContain('EN ');
    expect(judgment.parts.map(({ role }) => role)).toEqual([
      'translate',
      'concepts',
      'concepts',
      'checklist',
      'checklist',
      'ask',
    ]);
  });

  it('translates nothing that is English, and makes lists for each candidate of a pair', async () => {
    const single = model(4);
    expect((await judgeOnce(await judgeOver(single, spec(ordinal)), english)).spend.calls).toBe(5);
    const made = model('A');
    const judgment = await judgeOnce(await judgeOver(made, spec(preference)), pair);
    expect([judgment.verdict, of(made, 'translate').length, of(made, 'checklist').length]).toMatchObject([
      { status: 'scored', value: 'A' },
      0,
      4,
    ]);
    // The instruction's concepts serve both candidates.
    expect(of(made, 'concepts').length).toBe(3);
    expect(user(of(made, 'judge')[0] as ModelRequest)).toContain('Checklist for output B, from the response:');
  });

  it('makes a checklist that prejudges once more, and leaves it out then', async () => {
    const once = model(4, { checklist: (_request, index) => (index < 4 ? '- The response is wrong about the colour.' : list) });
    const mended = await judgeOnce(await judgeOver(once, spec(ordinal)), english);
    expect([mended.verdict.status, of(once, 'checklist').length]).toEqual(['scored', 4]);
    const one = model(4, { checklist: (request) => (user(request).includes('<response') ? '- Response A is better.' : list) });
    const half = await judgeOnce(await judgeOver(one, spec(ordinal)), english);
    expect([half.verdict.status, user(of(one, 'judge')[0] as ModelRequest).includes('from the response:')]).toEqual([
      'scored',
      false,
    ]);
    const never = model(4, { checklist: () => 'It is fine.' });
    const none = await judgeOnce(await judgeOver(never, spec(ordinal)), english);
    expect([none.verdict, of(never, 'judge').length]).toEqual([
      { status: 'failed', code: 'model', message: 'No checklist: the checklist of response→instruction: it has no items.' },
      0,
    ]);
    expect(none.parts.filter(({ fault }) => fault !== undefined).length).toBe(4);
  });

  it('gives no verdict without what its lists are made of', async () => {
    const lost = model(4, { translate: () => 'Sorry.' });
    expect((await judgeOnce(await judgeOver(lost, spec(ordinal)), german)).verdict).toMatchObject({
      status: 'failed',
      message: 'No checklist: the translation into English: the reply has no input.',
    });
    const { input: _input, ...alone } = english;
    expect((await judgeOnce(await judgeOver(model(4), spec(ordinal)), alone)).verdict).toMatchObject({
      status: 'failed',
      message: 'No checklist: the item has no input to make a checklist from.',
    });
  });

  it('fences its texts with a code of the whole item, that none of them holds', async () => {
    const made = model(4);
    await judgeOnce(await judgeOver(made, spec(ordinal)), english);
    const other = model(4);
    await judgeOnce(await judgeOver(other, spec(ordinal)), { ...english, input: 'Name a green fruit.' });
    const codes = (from: typeof made) =>
      of(from, 'concepts').map((request) => /The code is ([a-z]{14})\./u.exec(user(request))?.[1]);
    expect(new Set([...codes(made), ...codes(other)]).size).toBe(4);
    expect([...codes(made), ...codes(other)]).not.toContain(undefined);
  });

  it('keeps what it made for other judges of the same models', async () => {
    const artifacts = new Map<string, Json>();
    const kept = {
      get: (key: string) => artifacts.get(key),
      put: async (key: string, value: Json) => void artifacts.set(key, value),
    };
    const made = model(4);
    await judgeOnce(await judgeOver(made, spec(ordinal), { artifacts: kept }), german);
    const again = await judgeOnce(await judgeOver(made, spec(ordinal), { artifacts: kept }), german, { draw: 1 });
    expect([again.spend.calls, again.parts.filter(({ role, text }) => role === 'checklist' && text === list).length]).toEqual([
      1, 2,
    ]);
  });

  for (const { name, run } of strategyConformance({
    spec: spec(ordinal),
    item: english,
    reply: JSON.stringify({ reason: 'x', verdict: 4 }),
  }))
    it(name, run);
});

describe('checklist', () => {
  it.each([[['- Is it red?', '2. Is it a fruit?']], ['Is it red?\n\n* Is it a fruit?\n']])(
    'shows the items as one list: %j',
    async (items) => {
      const made = model(5);
      const judgment = await judgeOnce(await judgeOver(made, spec(ordinal, { items }, 'checklist')), english);
      expect([judgment.verdict, judgment.spend.calls]).toMatchObject([{ status: 'scored', value: 5 }, 1]);
      expect(user(made.requests[0] as ModelRequest)).toContain('\n- Is it red?\n- Is it a fruit?\n');
    },
  );

  for (const { name, run } of strategyConformance({
    spec: spec(ordinal, { items: ['Is it red?'] }, 'checklist'),
    item: english,
    reply: JSON.stringify({ reason: 'x', verdict: 4 }),
  }))
    it(name, run);
});

describe('scores-to-preference', () => {
  const scoring = spec(ordinal, {}, 'single');
  const judged = async (scores: Record<string, Json>, options: Record<string, Json> = {}, verdict: VerdictSpace = preference) => {
    const made = scriptedModel({
      reply: (request) => JSON.stringify({ reason: 'r', verdict: user(request).includes('cherry') ? scores['A'] : scores['B'] }),
    });
    const { model: _model, ...pairwise } = judgeSpec(verdict, {
      harness: { strategy: { kind: 'scores-to-preference', judge: scoring, ...options }, reader: { kind: 'json' }, reask: 0 },
    });
    return { made, judgment: await judgeOnce(await judgeOver(made, pairwise), pair) };
  };

  it('prefers the candidate that scores higher alone', async () => {
    const { made, judgment } = await judged({ A: 4, B: 2 });
    expect([judgment.verdict, judgment.spend.calls]).toMatchObject([{ status: 'scored', value: 'A' }, 2]);
    expect(made.requests.every((request) => /cherry/u.test(user(request)) !== /lemon/u.test(user(request)))).toBe(true);
    expect((await judged({ A: 1, B: 2 })).judgment.verdict).toMatchObject({ value: 'B' });
  });

  it('ties or abstains where scores are equal, within a margin', async () => {
    expect((await judged({ A: 3, B: 3 })).judgment.verdict).toMatchObject({ value: 'tie' });
    expect((await judged({ A: 3, B: 2 }, { margin: 1 })).judgment.verdict).toMatchObject({ value: 'tie' });
    const withoutTies: VerdictSpace = { kind: 'preference', ties: false };
    expect((await judged({ A: 3, B: 3 }, { equal: 'abstain' }, withoutTies)).judgment.verdict).toMatchObject({
      status: 'abstained',
    });
    await expect(judged({ A: 3, B: 3 }, {}, withoutTies)).rejects.toThrow(
      'expected equal: abstain, because the verdict space has no tie',
    );
  });

  it('is no verdict where a score is none, and refuses what cannot be compared', async () => {
    expect((await judged({ A: 3, B: 9 })).judgment.verdict).toMatchObject({ status: 'unreadable', problem: 'off-menu' });
    const unordered = spec({ kind: 'categorical', labels: [{ label: 'x' }, { label: 'y' }] }, {}, 'single');
    await expect(judged({}, { judge: unordered as unknown as Json })).rejects.toThrow(
      'expected a judge with an ordered verdict space',
    );
    await expect(judged({}, {}, ordinal)).rejects.toThrow('expected a verdict of kind preference');
  });
});
