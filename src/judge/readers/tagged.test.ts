import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { Problem, VerdictValue } from '../../core/verdict.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import type { ModelReply } from '../../model/language-model.ts';
import { replyOf } from '../../testing/reader-conformance.ts';
import type { ReadResult } from '../reader.ts';
import type { ReaderSpec } from '../spec.ts';
import { taggedReader } from './tagged.ts';

const grade: VerdictSpace = { kind: 'categorical', labels: [{ label: 'C' }, { label: 'I' }] };
const binary: VerdictSpace = {
  kind: 'binary',
  pass: { label: 'supported' },
  fail: { label: 'not supported', synonyms: ['unsupported'] },
};
const zeroToFive: VerdictSpace = { kind: 'interval', min: 0, max: 5, better: 'higher' };
const oneToTen: VerdictSpace = { kind: 'interval', min: 1, max: 10, better: 'higher' };
const percent: VerdictSpace = { kind: 'interval', min: 0, max: 100, better: 'higher', unit: 'percent' };
const signed: VerdictSpace = { kind: 'interval', min: -5, max: 5, better: 'higher' };
const preference: VerdictSpace = { kind: 'preference', ties: true };

type Outcome = VerdictValue | { readonly not: Problem };

function read(text: string, space: VerdictSpace, spec: Partial<ReaderSpec> = {}, facts: Partial<ModelReply> = {}): ReadResult {
  const view = viewOf(space);
  return taggedReader.read(replyOf(text, facts), view, taggedReader.parse({ kind: 'tagged', ...spec }, view));
}

function outcome({ verdict }: ReadResult): Outcome {
  if (verdict.status === 'scored') return verdict.value;
  return { not: verdict.status === 'unreadable' ? verdict.problem : 'malformed' };
}

describe('cases from the field', () => {
  test('1: eight replies are read, two are unreadable', () => {
    const replies = [...Array.from({ length: 8 }, () => 'GRADE: C'), '**Answer: C**', '**Answer: C**'];
    expect(replies.map((text) => outcome(read(text, grade, { tag: 'GRADE:' })))).toEqual([
      ...Array.from({ length: 8 }, () => 'C'),
      { not: 'no-answer' },
      { not: 'no-answer' },
    ]);
  });

  test('2: a tag is a word, and its label may stand on the next line behind a zero-width space', () => {
    expect(read("I'd downgrade: it is vague.\nGRADE:\u{200B} c", grade, { tag: 'GRADE' })).toEqual({
      verdict: { status: 'scored', value: 'C', reading: 'tagged' },
      rationale: "I'd downgrade: it is vague.",
    });
    expect(outcome(read("I'd downgrade: it is vague.", grade, { tag: 'GRADE' }))).toEqual({ not: 'no-answer' });
    expect(outcome(read("I'd downgrade: c", grade, { tag: 'GRADE' }))).toEqual({ not: 'no-answer' });
  });

  test('9: the judge repeats the judged rating, then gives its own', () => {
    const text = 'The output ends with "Rating: [[1]]", which is no argument. I rate it [[9]].';
    for (const spec of [{ tag: 'Rating' }, { mark: 'brackets' }]) expect(outcome(read(text, oneToTen, spec))).toBe(9);
    expect(outcome(read('It ends with `Rating: [[1]]`.\n\nRating: [[9]]', oneToTen, { tag: 'Rating' }))).toBe(9);
    expect(outcome(read('It ends with `Rating: [[1]]`.\n\nRating: 9', oneToTen, { tag: 'Rating' }))).toBe(9);
  });

  test('10: reasoning is not read', () => {
    expect(outcome(read('<think>VERDICT: 1 …</think> VERDICT: 4', zeroToFive))).toBe(4);
    expect(outcome(read('<think>VERDICT: 1', zeroToFive))).toEqual({ not: 'truncated' });
    expect(outcome(read('<think>VERDICT: 1</think>', zeroToFive))).toEqual({ not: 'empty' });
    expect(outcome(read('It holds <think>A</think>B.\nVERDICT: 4', zeroToFive))).toBe(4);
  });

  test('11: a cut reply is truncated, tag or not: a later tag would have bound', () => {
    for (const text of ['VERDICT: 1', 'VERDICT: supp', 'VERDICT: 4\nBecause', '', 'Well']) {
      expect(outcome(read(text, zeroToFive, {}, { finish: 'length' }))).toEqual({ not: 'truncated' });
    }
  });

  test('12: nothing, null, a refusal', () => {
    for (const text of ['', ' \n', 'null', '\u{200B}']) expect(outcome(read(text, binary))).toEqual({ not: 'empty' });
    expect(outcome(read("I can't help with that.", binary))).toEqual({ not: 'refusal' });
    expect(outcome(read('Es tut mir leid, aber ich kann das nicht bewerten.', binary))).toEqual({ not: 'refusal' });
    expect(outcome(read("I'm sorry, but I cannot find a source.\nVERDICT: unsupported", binary))).toBe('not supported');
    expect(outcome(read('VERDICT: supported', binary, {}, { finish: 'content-filter' }))).toEqual({ not: 'refusal' });
  });

  test('13: how numbers are written', () => {
    const texts = ['VERDICT: 5/5', 'VERDICT: 5 / 5', 'Score: 4.', 'VERDICT: ４', 'VERDICT: ٤', "I'd give 2 reasons… final: 4/5"];
    const specs = [{}, {}, { tag: 'score' }, {}, {}, { tag: 'final' }];
    expect(texts.map((text, index) => outcome(read(text, zeroToFive, specs[index])))).toEqual([5, 5, 4, 4, 4, 4]);
    expect(outcome(read('VERDICT: four', zeroToFive))).toEqual({ not: 'off-menu' });
    expect(outcome(read('VERDICT: four', { kind: 'ordinal', levels: [{ label: 3 }, { label: 4, synonyms: ['four'] }] }))).toBe(4);
  });
});

describe('clear answers that are not lost', () => {
  test.each<[string, VerdictSpace, VerdictValue]>([
    ['VERDICT: supported', binary, 'supported'],
    ['verdict : Supported', binary, 'supported'],
    ['VERDICT: supported.', binary, 'supported'],
    ['VERDICT: SUPPORTED!', binary, 'supported'],
    ['VERDICT: unsupported', binary, 'not supported'],
    ['VERDICT: not  supported', binary, 'not supported'],
    ['VERDICT：ｓｕｐｐｏｒｔｅｄ。', binary, 'supported'],
    ['**VERDICT: supported**', binary, 'supported'],
    ['**VERDICT**: *supported*', binary, 'supported'],
    ['**VERDICT:** supported', binary, 'supported'],
    ['***VERDICT:*** **`supported`**', binary, 'supported'],
    ['### VERDICT: supported', binary, 'supported'],
    ['> VERDICT: supported', binary, 'supported'],
    ['- **VERDICT:** supported', binary, 'supported'],
    ['## VERDICT:\n\nsupported', binary, 'supported'],
    ['VERDICT:\nsupported', binary, 'supported'],
    ['VERDICT:\r\n\r\n**supported**\r\n', binary, 'supported'],
    ['VERDICT:\n```\nsupported\n```', binary, 'supported'],
    ['VERDICT:\n```text\nsupported\n```', binary, 'supported'],
    ['VERDICT:\n---\n- supported', binary, 'supported'],
    ['| VERDICT: | supported |', binary, 'supported'],
    ['VERDICT: "supported"', binary, 'supported'],
    ['VERDICT: “supported.”', binary, 'supported'],
    ['VERDICT: (supported)', binary, 'supported'],
    ['VERDICT: [supported]', binary, 'supported'],
    ['VERDICT: [[supported]]', binary, 'supported'],
    ['VERDICT: <supported>', binary, 'supported'],
    ['VERDICT: 【supported】', binary, 'supported'],
    ['VERDICT: $\\boxed{\\text{supported}}$', binary, 'supported'],
    ['"verdict": "supported"', binary, 'supported'],
    ['VERDICT: supported<|im_end|>', binary, 'supported'],
    ['VERDICT: supported\n\nI looked at the source first.', binary, 'supported'],
    ['VERDICT: unsupported\nOn reflection:\nVERDICT: supported', binary, 'supported'],
    ['VERDICT: unsupported? No. VERDICT: supported', binary, 'supported'],
    ['VERDICT: sup\u{AD}ported\u{2060}', binary, 'supported'],
    ['VERDICT: {"verdict": "supported"}', binary, 'supported'],
    ['VERDICT: supported\u{2028}not sure', binary, 'supported'],
    ['VERDICT: b)', preference, 'B'],
    ['VERDICT: Tie', preference, 'tie'],
    ['VERDICT: 4.5', zeroToFive, 4.5],
    ['VERDICT: 4.5.', zeroToFive, 4.5],
    ['VERDICT: .5', zeroToFive, 0.5],
    ['VERDICT: **4**/5', zeroToFive, 4],
    ['VERDICT: 4 out of 5.', zeroToFive, 4],
    ['VERDICT: 4️⃣', zeroToFive, 4],
    ['VERDICT: -3', signed, -3],
    ['VERDICT: −3', signed, -3],
    ['VERDICT: 80%', percent, 80],
    ['VERDICT: ٨٠٪', percent, 80],
  ])('%j', (text, space, value) => {
    expect(read(text, space).verdict).toEqual({ status: 'scored', value, reading: 'tagged' });
  });
});

describe('garbage that is no score', () => {
  test.each<[string, VerdictSpace, Problem]>([
    ['supported', binary, 'no-answer'],
    ['4/5', zeroToFive, 'no-answer'],
    ['The verdict is supported.', binary, 'no-answer'],
    ['VERDICT supported', binary, 'no-answer'],
    ['VERDICT - supported', binary, 'no-answer'],
    ['VERDICT = supported', binary, 'no-answer'],
    ['my_verdict: supported', binary, 'no-answer'],
    ['pre-verdict: supported', binary, 'no-answer'],
    ['[[supported]]', binary, 'no-answer'],
    ['VERDICT:', binary, 'no-answer'],
    ['VERDICT: supported\nVERDICT:', binary, 'no-answer'],
    ['VERDICT: ""', binary, 'no-answer'],
    ['VERDICT: **\n**', binary, 'no-answer'],
    ['VERDICT: supported, because it says so', binary, 'off-menu'],
    ['VERDICT: supported (high confidence)', binary, 'off-menu'],
    ['VERDICT: supported — see line 2', binary, 'off-menu'],
    ['VERDICT: mostly supported', binary, 'off-menu'],
    ['VERDICT: not really supported', binary, 'off-menu'],
    ['VERDICT: support', binary, 'off-menu'],
    ['VERDICT: supported?', binary, 'off-menu'],
    ['VERDICT: supported...', binary, 'off-menu'],
    ['VERDICT: ~~supported~~', binary, 'off-menu'],
    ['VERDICT: <label>', binary, 'off-menu'],
    ['VERDICT: …', binary, 'off-menu'],
    ['VERDICT: supported\nForm: VERDICT: <label>', binary, 'off-menu'],
    ['VERDICT: supported\nI stand by my VERDICT: it is sound', binary, 'off-menu'],
    ['VERDICT:\nThe text is supported by the source.', binary, 'off-menu'],
    ['VERDICT: true', binary, 'off-menu'],
    ['VERDICT: __proto__', binary, 'off-menu'],
    ['VERDICT: C', preference, 'off-menu'],
    ['VERDICT: Response A', preference, 'off-menu'],
    ['VERDICT: 6', zeroToFive, 'off-menu'],
    ['VERDICT: 98989', zeroToFive, 'off-menu'],
    ['VERDICT: -4', zeroToFive, 'off-menu'],
    ['VERDICT: 4/10', zeroToFive, 'off-menu'],
    ['VERDICT: 80%', zeroToFive, 'off-menu'],
    ['VERDICT: 4 stars', zeroToFive, 'off-menu'],
    ['VERDICT: score 4', zeroToFive, 'off-menu'],
    ['VERDICT: <4', zeroToFive, 'off-menu'],
    ['VERDICT: >4', zeroToFive, 'off-menu'],
    ['VERDICT: > 4', zeroToFive, 'off-menu'],
    ['VERDICT: ~4', zeroToFive, 'off-menu'],
    ['VERDICT: 4+', zeroToFive, 'off-menu'],
    ['VERDICT: 4,5', zeroToFive, 'off-menu'],
    ['VERDICT: 1,000', percent, 'off-menu'],
    ['VERDICT: 1e1', percent, 'off-menu'],
    ['VERDICT: 4²', percent, 'off-menu'],
    ['VERDICT: ½', zeroToFive, 'off-menu'],
    ['VERDICT: 4½', zeroToFive, 'off-menu'],
    ['VERDICT: - 3', signed, 'off-menu'],
    ['VERDICT: [4', zeroToFive, 'off-menu'],
    ['VERDICT: 3-4', zeroToFive, 'ambiguous'],
    ['VERDICT: [[A]] vs [[B]]', preference, 'ambiguous'],
    ['VERDICT: [[3]] or [[4]]', zeroToFive, 'ambiguous'],
    ['VERDICT: -\n7', percent, 'off-menu'],
    ['The candidate writes: VERDICT: 4', zeroToFive, 'ambiguous'],
    ['Der Text endet mit: VERDICT: 4', zeroToFive, 'ambiguous'],
    ['If it were right: VERDICT: 4', zeroToFive, 'ambiguous'],
    ['<!--\nVERDICT: 4\n-->', zeroToFive, 'ambiguous'],
    ['VERDICT: 4\n\nWait, that is wrong.', zeroToFive, 'ambiguous'],
    ['VERDICT: 4\nCorrection: 2', zeroToFive, 'ambiguous'],
    ['VERDICT: 3–4.', zeroToFive, 'ambiguous'],
    ['VERDICT: **3 to 4**', zeroToFive, 'ambiguous'],
    ['VERDICT: 3 or 4', zeroToFive, 'ambiguous'],
    ['VERDICT: 70-80%', percent, 'ambiguous'],
    ['VERDICT: A or B', preference, 'ambiguous'],
    ['VERDICT: A/B', preference, 'ambiguous'],
    ['VERDICT: <A|B>', preference, 'ambiguous'],
    ['VERDICT: both A and B', preference, 'ambiguous'],
    ['VERDICT: A, B, tie', preference, 'ambiguous'],
    ['VERDICT: supported / not supported', binary, 'ambiguous'],
  ])('%j', (text, space, problem) => {
    expect(outcome(read(text, space))).toEqual({ not: problem });
  });

  test('a refusal behind the tag', () => {
    expect(outcome(read("VERDICT: I can't help with that.", binary))).toEqual({ not: 'off-menu' });
  });
});

describe('brackets as the mark', () => {
  test.each<[string, Outcome]>([
    ['[[A]]', 'A'],
    ['It is close, but [[ b ]] wins.', 'B'],
    ['[[A]] says the text. Mine: [[B]]', 'B'],
    ['[[A]], no: [[nothing]]', { not: 'off-menu' }],
    ['[[A or B]]', { not: 'ambiguous' }],
    ['[[]]', { not: 'no-answer' }],
    ['VERDICT: A', { not: 'no-answer' }],
    ['[A]', { not: 'no-answer' }],
    ['[[A\n]]', { not: 'no-answer' }],
  ])('%j', (text, expected) => {
    expect(outcome(read(text, preference, { mark: 'brackets' }))).toEqual(expected);
  });
});

describe('rationale', () => {
  test.each([
    ['Good source.\n\n**VERDICT: supported**', 'Good source.'],
    ['VERDICT: supported\nGood source.', 'Good source.'],
    ['**VERDICT: supported**\n\nGood source.', 'Good source.'],
    ['VERDICT: supported', undefined],
    ['## VERDICT:\nsupported', undefined],
    ['Good source.\nVERDICT: perhaps', 'Good source.'],
    ['<think>Hm.</think>Good source.\nVERDICT: supported', 'Good source.'],
  ])('%j', (text, rationale) => {
    expect(read(text, binary).rationale).toBe(rationale);
  });
});

describe('options', () => {
  const view = viewOf(binary);

  test.each<[Partial<ReaderSpec>, unknown]>([
    [{}, { kind: 'tagged', mark: 'tag', tag: 'VERDICT' }],
    [{ tag: 'GRADE: ' }, { kind: 'tagged', mark: 'tag', tag: 'GRADE' }],
    [{ tag: '评分：' }, { kind: 'tagged', mark: 'tag', tag: '评分' }],
    [{ mark: 'brackets' }, { kind: 'tagged', mark: 'brackets' }],
  ])('%j', (spec, options) => {
    expect(taggedReader.parse({ kind: 'tagged', ...spec }, view)).toEqual(options);
  });

  test.each<[Partial<ReaderSpec>, string]>([
    [{ tga: 'x' }, 'reader.tga: expected one of kind, mark, tag, got the unknown key "tga". Did you mean tag?'],
    [{ tag: '\u{200B}' }, 'reader.tag: expected one line of text with a visible character. Change it.'],
    [{ tag: ':' }, 'reader.tag: expected a word before the colon, got none. Name the tag.'],
    [{ tag: 'a\nb' }, 'reader.tag: expected one line of text with a visible character. Change it.'],
    [{ mark: 'brackets', tag: 'x' }, 'reader.tag: expected no tag beside another mark, got one. Remove one of them.'],
    [{ mark: 'bracket' }, 'reader.mark: expected one of tag, brackets, whole, got "bracket" (string). Use one of these.'],
  ])('%j is refused', (spec, message) => {
    expect(() => taggedReader.parse({ kind: 'tagged', ...spec }, view)).toThrow(
      expect.objectContaining({ code: 'config', message }),
    );
  });

  test('the form of the answer, and an example of it', () => {
    const tag = taggedReader.parse({ kind: 'tagged', tag: 'GRADE' }, view);
    const brackets = taggedReader.parse({ kind: 'tagged', mark: 'brackets' }, view);
    expect(taggedReader.outputForm(view, tag)).toBe(
      'Say why in a sentence or two. Then end with a last line of the form GRADE: … with your answer in place of the dots and nothing after it: one of: supported, not supported.',
    );
    expect(taggedReader.example('unsupported', 'No source.', view, tag)).toBe('No source.\nGRADE: not supported');
    expect(taggedReader.example('supported', undefined, view, brackets)).toBe('[[supported]]');
    expect(taggedReader.request(view, tag)).toEqual({});
  });
});

test('whatever stands before it, the last tag decides', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('VERDICT: supported', 'VERDICT: unsupported', 'VERDICT:', '\n', '[[', '{"verdict":"supported"}'),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.constantFrom('supported', 'not supported', 'maybe'), (pieces, label) => {
      const result = outcome(read(`Well. ${pieces.join('')}\nVERDICT: ${label}`, binary));
      expect(result).toEqual(label === 'maybe' ? { not: 'off-menu' } : label);
    }),
  );
});

test('without the tag nothing scores', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      fc.pre(!/v.*e.*r.*d.*i.*c.*t/isu.test(text.normalize('NFKD')));
      expect(read(text, zeroToFive).verdict.status).toBe('unreadable');
    }),
  );
});

describe('mark: whole', () => {
  test.each([
    ['A', 'A'],
    [' b.\n', 'B'],
    ['**tie**', 'tie'],
    ['A, because it is right', { not: 'off-menu' }],
    ['', { not: 'empty' }],
    ['The answer is A', { not: 'off-menu' }],
  ] as const)('%j is %j', (text, wanted) => {
    const { verdict } = read(text, preference, { mark: 'whole' });
    expect(verdict.status === 'scored' ? verdict.value : { not: verdict.status === 'unreadable' && verdict.problem }).toEqual(
      wanted,
    );
  });
});
