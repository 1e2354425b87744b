import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { Problem, Verdict, VerdictValue } from '../../core/verdict.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { ModelReply, TokenProbabilities } from '../../model/language-model.ts';
import type { ReaderSpec } from '../spec.ts';
import { logprobsReader } from './logprobs.ts';

const preference: VerdictSpace = { kind: 'preference', ties: true };
const binary: VerdictSpace = {
  kind: 'binary',
  pass: { label: 'supported' },
  fail: { label: 'not supported', synonyms: ['unsupported'] },
};
const oneToTen: VerdictSpace = { kind: 'interval', min: 1, max: 10, better: 'higher' };
const levels: VerdictSpace = { kind: 'ordinal', levels: [7, 8, 9, 10].map((label) => ({ label })) };
const correct: VerdictSpace = { kind: 'categorical', labels: [{ label: 'C' }, { label: 'I' }] };

/** A token and its alternatives by probability; the token itself is the first (digits come first in any object). A text alone came with certainty. */
type Position = string | Readonly<Record<string, number>>;

function position(of: Position): TokenProbabilities {
  const top = Object.entries(typeof of === 'string' ? { [of]: 1 } : of).map(([token, p]) => ({ token, logprob: Math.log(p) }));
  return { ...(top[0] as { token: string; logprob: number }), top };
}

function replyOfTokens(positions: readonly Position[], facts: Partial<ModelReply> = {}): ModelReply {
  const logprobs = positions.map(position);
  return {
    text: logprobs.map(({ token }) => token).join(''),
    finish: 'stop',
    usage: {},
    warnings: [],
    latencyMs: 0,
    logprobs,
    ...facts,
  };
}

function readReply(reply: ModelReply, space: VerdictSpace, spec: Partial<ReaderSpec> = {}): Verdict {
  const view = viewOf(space);
  const { verdict, ...rest } = logprobsReader.read(reply, view, logprobsReader.parse({ kind: 'logprobs', ...spec }, view));
  expect(rest).toEqual({});
  return verdict;
}

function read(positions: readonly Position[], space: VerdictSpace, spec: Partial<ReaderSpec> = {}): Verdict {
  return readReply(replyOfTokens(positions), space, spec);
}

/** The value and, to 9 digits, coverage and distribution without zeros. */
function brief(verdict: Verdict): unknown {
  if (verdict.status !== 'scored') return verdict.status === 'unreadable' ? { not: verdict.problem satisfies Problem } : verdict;
  const shares = Object.entries(verdict.distribution ?? {}).filter(([, share]) => share > 0);
  return {
    value: verdict.value,
    coverage: round(verdict.coverage ?? -1),
    shares: Object.fromEntries(shares.map(([label, share]) => [label, round(share)])),
  };
}

function round(value: number): number {
  return Number(value.toFixed(9));
}

function all(value: VerdictValue, coverage = 1): unknown {
  return { value, coverage, shares: { [value]: 1 } };
}

describe('case 22: the distribution is taken at the verdict', () => {
  const tokens: Position[] = ['I', ' count', ' 8', ' good', ' points', '.\n', 'VERDICT', ':', { ' 8': 0.5, ' 9': 0.5 }];

  test('on an interval the value is the mean', () => {
    expect(read(tokens, oneToTen, { after: 'VERDICT:' })).toEqual({
      status: 'scored',
      value: 8.5,
      reading: 'logprobs',
      distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, '6': 0, '7': 0, '8': 0.5, '9': 0.5, '10': 0 },
      coverage: 1,
      expected: 8.5,
    });
  });

  test('on levels it is the most probable, of equals the lower', () => {
    expect(read(tokens, levels, { after: 'VERDICT:' })).toEqual({
      status: 'scored',
      value: 8,
      reading: 'logprobs',
      distribution: { '7': 0, '8': 0.5, '9': 0.5, '10': 0 },
      coverage: 1,
      expected: 8.5,
    });
    expect(read([{ '9': 0.4, '8': 0.3, '7': 0.3 }], levels)).toMatchObject({ value: 9, expected: 8.1 });
  });

  test('without numbers there is no mean', () => {
    expect(read([{ A: 0.6, B: 0.4 }], preference)).not.toHaveProperty('expected');
  });
});

describe('which token is meant', () => {
  test.each<[string, readonly Position[], string | undefined]>([
    ['the first', ['B'], undefined],
    ['with its space', [' B'], undefined],
    ['after tokens of space', ['\n', '  ', '\u{FEFF}', 'B'], undefined],
    ['with a mark for space', ['▁B'], undefined],
    ['after reasoning', ['<think>', 'A', '!', '</think>', '\n\n', 'B'], undefined],
    ['after the mark', ['A', ' is', ' worse', '.\n', 'VERDICT', ':', ' B'], 'VERDICT:'],
    ['after the last mark', ['VERDICT', ':', ' A', '\n', 'VERDICT', ':', ' B'], 'VERDICT:'],
    ['after a mark in Markdown', ['**', 'VERDICT', ':**', ' B'], 'VERDICT:'],
    ['in Markdown after the mark', ['VERDICT', ':', ' **', 'B', '**'], 'VERDICT:'],
    ['after a mark within a token', ['{"', 'verdict', '":"', 'B', '"}'], '"verdict":'],
    ['in a token with the mark', ['VERDICT', ': B'], 'VERDICT:'],
    ['on the next line', ['VERDICT', ':\n', 'B'], 'VERDICT:'],
    ['after a mark that ends no word', ['preverdict', ':', ' A', '\n', 'verdict', ':', ' B'], 'VERDICT:'],
  ])('%s', (_name, positions, after) => {
    expect(brief(read(positions, preference, after === undefined ? {} : { after }))).toEqual(all('B'));
  });

  test('alternatives of a token that holds the mark are those that hold it too', () => {
    expect(brief(read(['VERDICT', { ': B': 0.6, ': A': 0.2, ' A': 0.2 }], preference, { after: 'VERDICT:' }))).toEqual({
      value: 'B',
      coverage: 0.8,
      shares: { A: 0.25, B: 0.75 },
    });
  });
});

describe('what a token counts for', () => {
  test.each<[string, readonly Position[], VerdictSpace, unknown]>([
    [
      'case and space',
      [{ a: 0.3, ' A': 0.2, Ａ: 0.1, B: 0.4 }],
      preference,
      { value: 'A', coverage: 1, shares: { A: 0.6, B: 0.4 } },
    ],
    [
      'synonyms',
      [{ uns: 0.5, not: 0.2, sup: 0.3 }],
      binary,
      { value: 'not supported', coverage: 1, shares: { 'not supported': 0.7, supported: 0.3 } },
    ],
    [
      'beginnings',
      [{ s: 0.6, n: 0.3, x: 0.1 }],
      binary,
      { value: 'supported', coverage: 0.9, shares: { supported: round(0.6 / 0.9), 'not supported': round(0.3 / 0.9) } },
    ],
    [
      'what ends a label',
      [{ 'A.': 0.5, 'A"': 0.1, 'B\n': 0.4 }],
      preference,
      { value: 'A', coverage: 1, shares: { A: 0.6, B: 0.4 } },
    ],
    ['longer words', [{ A: 0.5, Actually: 0.3, Best: 0.2 }], preference, all('A', 0.5)],
    ['space alone', [{ A: 0.6, '\n': 0.3, '': 0.1 }], preference, all('A', 0.6)],
    ['digits of any script', [{ '８': 0.5, '٩': 0.5 }], levels, { value: 8, coverage: 1, shares: { 8: 0.5, 9: 0.5 } }],
    [
      'no number that may go on',
      [{ '8': 0.6, '8.': 0.2, '8,': 0.1, '9}': 0.1 }],
      levels,
      { value: 8, coverage: 0.7, shares: { 8: round(6 / 7), 9: round(1 / 7) } },
    ],
  ])('%s', (_name, positions, space, expected) => {
    expect(brief(read(positions, space))).toEqual(expected);
  });

  test('a token that came counts though the list leaves it out, and once though the list repeats it', () => {
    const lone: TokenProbabilities = { token: 'A', logprob: Math.log(0.7), top: [{ token: 'B', logprob: Math.log(0.3) }] };
    const twice: TokenProbabilities = {
      ...lone,
      top: [lone, lone, ...lone.top].map(({ token, logprob }) => ({ token, logprob })),
    };
    for (const only of [lone, twice]) {
      expect(brief(readReply(replyOfTokens(['A'], { logprobs: [only] }), preference))).toEqual({
        value: 'A',
        coverage: 1,
        shares: { A: 0.7, B: 0.3 },
      });
    }
  });
});

describe('a token that could still become another label', () => {
  test.each<[string, readonly Position[], unknown]>([
    [
      'is settled by the next token',
      [{ '1': 0.6, '7': 0.4 }, '0'],
      { value: 6.0 + 2.8, coverage: 1, shares: { 10: 0.6, 7: 0.4 } },
    ],
    [
      'is settled by the end of the line',
      [{ '1': 0.6, '7': 0.4 }, '\n', 'Because'],
      { value: 0.6 + 2.8, coverage: 1, shares: { 1: 0.6, 7: 0.4 } },
    ],
    [
      'is settled by the end of the reply',
      [{ '1': 0.6, '7': 0.4 }],
      { value: 0.6 + 2.8, coverage: 1, shares: { 1: 0.6, 7: 0.4 } },
    ],
    ['counts for none where it is no token of the reply', [{ ' 7': 0.6, ' 1': 0.4 }], all(7, 0.6)],
    ['counts for none where the reply goes on to something else', [{ '1': 0.4, '7': 0.6 }, '5'], all(7, 0.6)],
    ['counts for none where the reply goes on to a fraction', [{ ' 8': 0.4, ' 7': 0.6 }, '.', '5'], all(7, 0.6)],
    [
      'is nothing to wonder about where it ends itself',
      [{ '7': 0.6, '1"': 0.4 }],
      { value: 4.6, coverage: 1, shares: { 1: 0.4, 7: 0.6 } },
    ],
  ])('%s', (_name, positions, expected) => {
    expect(brief(read(positions, oneToTen))).toEqual(expected);
  });

  test('is settled by nothing where the reply was cut behind it', () => {
    expect(brief(readReply(replyOfTokens([{ '1': 0.4, '7': 0.6 }], { finish: 'length' }), oneToTen))).toEqual(all(7, 0.6));
    expect(brief(readReply(replyOfTokens([{ '1': 0.6, '7': 0.4 }], { finish: 'length' }), oneToTen))).toEqual({
      not: 'off-menu',
    });
  });

  test('of words', () => {
    const space: VerdictSpace = {
      kind: 'categorical',
      labels: [{ label: 'very good' }, { label: 'very bad' }, { label: 'no' }, { label: 'not sure' }],
    };
    expect(brief(read(['Very', ' bad'], space))).toEqual(all('very bad'));
    expect(brief(read(['no', 't', ' sure', '.'], space))).toEqual(all('not sure'));
    expect(brief(read(['no', '.', ' The'], space))).toEqual(all('no'));
    expect(brief(read(['very', ' ugly'], space))).toEqual({ not: 'off-menu' });
    expect(brief(read(['no', 'pe'], space))).toEqual({ not: 'off-menu' });
  });
});

describe('replies that are no answer', () => {
  test.each<[string, ModelReply, VerdictSpace, unknown, Partial<ReaderSpec>?]>([
    ['nothing', replyOfTokens([]), preference, { not: 'empty' }],
    ['space', replyOfTokens(['\n']), preference, { not: 'empty' }],
    ['null', replyOfTokens(['null']), preference, { not: 'empty' }],
    ['space that was cut', replyOfTokens(['\n', '\n'], { finish: 'length' }), preference, { not: 'truncated' }],
    ['reasoning that never ends', replyOfTokens(['<think>', 'A'], { finish: 'length' }), preference, { not: 'truncated' }],
    ['a refusal', replyOfTokens(['I', ' can', "'t", ' help', ' with', ' that', '.']), correct, { not: 'refusal' }],
    ['a cut refusal', replyOfTokens(['I', " can't", ' help'], { finish: 'length' }), correct, { not: 'refusal' }],
    [
      'a sentence that begins like a label',
      replyOfTokens(['I', ' think', ' so'], { finish: 'length' }),
      correct,
      { not: 'off-menu' },
    ],
    ['a word that begins like a label', replyOfTokens(['A', 'ctually'], { finish: 'length' }), preference, { not: 'off-menu' }],
    ['JSON', replyOfTokens(['{"', 'verdict', '":', ' "', 'A', '"}']), preference, { not: 'off-menu' }],
    ['something else', replyOfTokens(['Both', '.']), preference, { not: 'off-menu' }],
    ['no mark', replyOfTokens(['A', '.']), preference, { not: 'no-answer' }, { after: 'VERDICT:' }],
    [
      'no mark, cut',
      replyOfTokens(['Well', ', A'], { finish: 'length' }),
      preference,
      { not: 'truncated' },
      { after: 'VERDICT:' },
    ],
    ['no mark and no tokens', { ...replyOfTokens([]), text: 'Well.' }, preference, { not: 'no-answer' }, { after: 'VERDICT:' }],
    [
      'no mark and no tokens, cut',
      { ...replyOfTokens([], { finish: 'length' }), text: 'Well, ' },
      preference,
      { not: 'truncated' },
      { after: 'VERDICT:' },
    ],
    [
      'a mark and no tokens',
      { ...replyOfTokens([]), text: 'VERDICT: A' },
      preference,
      { not: 'malformed' },
      { after: 'VERDICT:' },
    ],
    ['nothing after the mark', replyOfTokens(['VERDICT', ':']), preference, { not: 'no-answer' }, { after: 'VERDICT:' }],
    [
      'nothing after the mark, cut',
      replyOfTokens(['VERDICT', ':'], { finish: 'length' }),
      preference,
      { not: 'truncated' },
      { after: 'VERDICT:' },
    ],
    ['no mark, a refusal', replyOfTokens(["I can't", ' help with that.']), preference, { not: 'refusal' }, { after: 'VERDICT:' }],
    ['stopped by a filter', replyOfTokens(['A'], { finish: 'content-filter' }), preference, { not: 'refusal' }],
  ])('%s', (_name, reply, space, expected, spec) => {
    expect(brief(readReply(reply, space, spec))).toEqual(expected);
  });

  test('a reply without probabilities is never read from its text', () => {
    expect(readReply({ text: 'A', finish: 'stop', usage: {}, warnings: [], latencyMs: 0 }, preference)).toEqual({
      status: 'unreadable',
      problem: 'malformed',
      message:
        'expected token probabilities, got a reply without them. Use an endpoint that gives log-probabilities, or another reader.',
    });
  });

  test('a label may be `null`', () => {
    expect(brief(read(['null'], { kind: 'categorical', labels: [{ label: 'null' }, { label: 'set' }] }))).toEqual(all('null'));
  });

  test('below the least coverage the reply is off the menu, and the coverage is named', () => {
    expect(read([{ A: 0.3, B: 0.19, C: 0.51 }], preference)).toEqual({
      status: 'unreadable',
      problem: 'off-menu',
      message: 'expected at least 0.5 of the probability on one of: A, B, tie, got 0.49.',
    });
    expect(brief(read([{ A: 0.3, B: 0.19, C: 0.51 }], preference, { minCoverage: 0.4 }))).toMatchObject({
      value: 'A',
      coverage: 0.49,
    });
    expect(brief(read(['C'], preference, { minCoverage: 0 }))).toEqual({ not: 'off-menu' });
  });

  test('figures that are no probabilities count for nothing', () => {
    const top = [
      ['A', Number.NaN],
      ['B', -0.1],
      ['tie', Number.NEGATIVE_INFINITY],
      ['a', null],
    ].map(([token, logprob]) => ({ token, logprob }) as { token: string; logprob: number });
    expect(brief(readReply(replyOfTokens(['B'], { logprobs: [{ token: 'B', logprob: -0.1, top }] }), preference))).toEqual(
      all('B', round(Math.exp(-0.1))),
    );
  });
});

describe('exact probabilities of the whole vocabulary', () => {
  function exact(menuProbabilities: Record<string, number>, space: VerdictSpace, spec?: Partial<ReaderSpec>): unknown {
    return brief(
      readReply({ text: 'x', finish: 'length', usage: {}, warnings: [], latencyMs: 0, menuProbabilities }, space, spec),
    );
  }

  test('are taken as they are, synonyms with their label', () => {
    expect(exact({ A: 0.5, B: 0.3, tie: 0.1 }, preference)).toEqual({
      value: 'A',
      coverage: 0.9,
      shares: { A: round(5 / 9), B: round(1 / 3), tie: round(1 / 9) },
    });
    expect(exact({ supported: 0.4, 'not supported': 0.3, unsupported: 0.3 }, binary)).toEqual({
      value: 'not supported',
      coverage: 1,
      shares: { supported: 0.4, 'not supported': 0.6 },
    });
    expect(exact({ '1': 0.5, '10': 0.5 }, oneToTen)).toEqual({ value: 5.5, coverage: 1, shares: { 1: 0.5, 10: 0.5 } });
  });

  test('go before top lists', () => {
    expect(brief(readReply(replyOfTokens(['A'], { menuProbabilities: { B: 1 } }), preference))).toEqual(all('B'));
  });

  test.each<[Record<string, number>]>([
    [{}],
    [{ A: 0 }],
    [{ A: 0.2, B: 0.2 }],
    [{ A: Number.NaN }],
    [{ A: -1 }],
    [{ __proto__: 1 } as Record<string, number>],
  ])('%j is off the menu', (menu) => {
    expect(exact(menu, preference)).toEqual({ not: 'off-menu' });
  });
});

describe('options and request', () => {
  const view = viewOf(preference);

  test.each<[Partial<ReaderSpec>, string]>([
    [
      { minCoverge: 1 },
      'reader.minCoverge: expected one of kind, after, minCoverage, got the unknown key "minCoverge". Did you mean minCoverage?',
    ],
    [{ minCoverage: 2 }, 'reader.minCoverage: expected a number of at most 1, got 2 (number). Lower it.'],
    [{ after: '' }, 'reader.after: expected one line of text with a visible character. Change it.'],
  ])('%j is refused', (spec, message) => {
    expect(() => logprobsReader.parse({ kind: 'logprobs', ...spec }, view)).toThrow(
      expect.objectContaining({ code: 'config', message }),
    );
  });

  test('a space without a menu is refused', () => {
    for (const bounds of [
      { min: 0, max: 1.5 },
      { min: 0, max: 1000 },
    ]) {
      const space = viewOf({ kind: 'interval', ...bounds, better: 'higher' });
      expect(() => logprobsReader.parse({ kind: 'logprobs' }, space)).toThrow(
        /^reader: expected a verdict space with a menu .+ got a number from 0 to /u,
      );
    }
  });

  test.each<[VerdictSpace, Partial<ReaderSpec>, unknown]>([
    [preference, {}, { logprobs: { menu: ['A', 'B', 'tie'] }, maxTokens: 3 }],
    [preference, { after: 'VERDICT:' }, { logprobs: { menu: ['A', 'B', 'tie'], after: 'VERDICT:' } }],
    [binary, {}, { logprobs: { menu: ['not supported', 'unsupported', 'supported'] }, maxTokens: 3 }],
    [levels, {}, { logprobs: { menu: ['7', '8', '9', '10'] }, maxTokens: 3 }],
    [{ kind: 'ordinal', levels: [1, 10].map((label) => ({ label })) }, {}, { logprobs: { menu: ['1', '10'] }, maxTokens: 4 }],
    [
      { kind: 'categorical', labels: [{ label: 'très bien' }, { label: 'Très mal' }] },
      {},
      { logprobs: { menu: ['très bien', 'Très mal'] }, maxTokens: 9 },
    ],
  ])('%j with %j asks for %j', (space, spec, request) => {
    expect(logprobsReader.request(viewOf(space), logprobsReader.parse({ kind: 'logprobs', ...spec }, viewOf(space)))).toEqual(
      request,
    );
  });

  test('the form of the answer, and an example of it', () => {
    const plain = logprobsReader.parse({ kind: 'logprobs' }, view);
    const after = logprobsReader.parse({ kind: 'logprobs', after: 'VERDICT:' }, view);
    expect(logprobsReader.outputForm(view, plain)).toBe('Answer with the label alone and nothing else: one of: A, B, tie.');
    expect(logprobsReader.outputForm(view, after)).toBe(
      'Say why in a sentence or two. Then write VERDICT: followed by your answer and nothing after it: one of: A, B, tie.',
    );
    expect(logprobsReader.example('a', 'Clearer.', view, plain)).toBe('A');
    expect(logprobsReader.example('a', 'Clearer.', view, after)).toBe('Clearer.\nVERDICT: A');
  });
});

test('whatever the tokens are, a score is of the space, with a distribution over the menu', () => {
  const token = fc.oneof(
    fc.constantFrom('1', '10', '0', ' 8', '9', '.', '\n', 'VERDICT:', '**', '<think>', '"', 'I'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const alternative = fc.record({ token, logprob: fc.oneof(fc.double({ max: 0 }), fc.constant(Number.NaN)) });
  const tokens = fc.array(fc.record({ token, logprob: fc.double({ max: 0 }), top: fc.array(alternative, { maxLength: 5 }) }), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      tokens,
      fc.constantFrom('stop', 'length', 'content-filter', 'other'),
      fc.boolean(),
      (logprobs, finish, marked) => {
        const reply = {
          text: logprobs.map((one) => one.token).join(''),
          finish,
          usage: {},
          warnings: [],
          latencyMs: 0,
          logprobs,
        } as const;
        const verdict = readReply(reply, oneToTen, marked ? { after: 'VERDICT:' } : {});
        if (verdict.status !== 'scored') return;
        expect(viewOf(oneToTen).admit(verdict.value)).toEqual({ ok: verdict.value });
        expect(Object.values(verdict.distribution ?? {}).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
        expect(verdict.coverage).toBeGreaterThanOrEqual(0.5);
        expect(verdict.coverage).toBeLessThanOrEqual(1);
      },
    ),
  );
});

describe('several labels where one is asked for', () => {
  const low: VerdictSpace = { kind: 'ordinal', levels: [{ label: 'low' }, { label: 'low-medium' }, { label: 'medium' }] };
  test.each<[string, readonly Position[], VerdictSpace]>([
    ['a range of levels', ['7', '-', '8'], levels],
    ['a range in words', [' 7', ' to', ' 8'], levels],
    ['a range on an interval, with what follows', ['7', '-', '8', ' points'], oneToTen],
    ['a range with a long dash', ['7', '–', '8'], oneToTen],
    ['a range of what is not on the menu', ['7', '.5', '-', '8', '.5'], oneToTen],
    ['either of two', ['A', ' or', ' B'], preference],
    ['two with a stroke', ['A', '/', 'B'], preference],
    ['a list', ['A', ',', ' tie'], preference],
    ['two in Markdown', ['**', 'A', '**', ' and', ' **', 'B', '**'], preference],
    ['two in words', ['supported', ' or', ' unsupported'], binary],
  ])('%s', (_name, positions, space) => {
    expect(read(positions, space)).toMatchObject({ status: 'unreadable', problem: 'ambiguous' });
  });

  test('behind the mark', () => {
    expect(brief(read(['VERDICT', ':', ' 7', '-', '8'], levels, { after: 'VERDICT:' }))).toEqual({ not: 'ambiguous' });
    expect(brief(read(['7', '-', '8', '\n', 'VERDICT', ':', ' 8'], levels, { after: 'VERDICT:' }))).toEqual(all(8));
  });

  test('where a provider read the whole menu too', () => {
    const reply = { ...replyOfTokens(['7-8']), logprobs: undefined, menuProbabilities: { '7': 0.6, '8': 0.4 } } as unknown;
    expect(brief(readReply(reply as ModelReply, levels))).toEqual({ not: 'ambiguous' });
  });

  test.each<[string, readonly Position[], VerdictSpace, VerdictValue]>([
    ['of the top', ['8', '/', '10'], levels, 8],
    ['a label that holds the other', ['low', '-', 'medium'], low, 'low-medium'],
    ['the same again', ['A', ',', ' A'], preference, 'A'],
    ['a reason that speaks of the other', ['A', ',', ' B', ' is', ' worse'], preference, 'A'],
    ['a reason after a dash', ['A', ' -', ' B', ' is', ' worse'], preference, 'A'],
    ['a pronoun', ['C', ',', ' I', ' think'], correct, 'C'],
    ['another line', ['A', '\n', 'B'], preference, 'A'],
  ])('no list: %s', (_name, positions, space, value) => {
    expect(read(positions, space)).toMatchObject({ status: 'scored', value });
  });
});

describe('probabilities that are no distribution', () => {
  test.each<[string, Position]>([
    ['on the menu', { A: 0.9, B: 0.8 }],
    ['with what is off it', { A: 0.9, x: 0.5, y: 0.3 }],
  ])('above 1 %s', (_name, list) => {
    const verdict = read([list], preference);
    expect(verdict).toMatchObject({ status: 'unreadable', problem: 'malformed' });
    expect(verdict).toHaveProperty('message', expect.stringContaining('sum to 1 at most, got 1.7'));
  });

  test('a probability that is above 1 by itself', () => {
    const tokens = [{ token: 'A', logprob: 1.2, top: [{ token: 'A', logprob: 1.2 }] }];
    expect(brief(readReply({ ...replyOfTokens(['A']), logprobs: tokens }, preference))).toEqual({ not: 'malformed' });
  });

  test('of a whole menu', () => {
    const reply = { ...replyOfTokens(['A']), logprobs: undefined, menuProbabilities: { A: 0.9, B: 0.8 } } as unknown;
    expect(brief(readReply(reply as ModelReply, preference))).toEqual({ not: 'malformed' });
  });

  test('what rounding makes of 1 is 1', () => {
    expect(brief(read([{ A: 0.6, B: 0.405 }], preference))).toMatchObject({ value: 'A', coverage: 1 });
  });
});
