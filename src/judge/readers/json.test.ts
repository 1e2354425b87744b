import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { Problem, VerdictValue } from '../../core/verdict.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import { replyOf } from '../../testing/reader-conformance.ts';
import type { ReadResult } from '../reader.ts';
import type { ReaderSpec } from '../spec.ts';
import { jsonReader } from './json.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'yes' }, fail: { label: 'no', synonyms: ['nope'] } };
const passFail: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };
const zeroToFive: VerdictSpace = { kind: 'interval', min: 0, max: 5, better: 'higher' };
const zeroToHundred: VerdictSpace = { kind: 'interval', min: 0, max: 100, better: 'higher' };

type Outcome = VerdictValue | { readonly not: Problem };

function read(text: string, space: VerdictSpace, spec: Partial<ReaderSpec> = {}): ReadResult {
  const view = viewOf(space);
  return jsonReader.read(replyOf(text), view, jsonReader.parse({ kind: 'json', ...spec }, view));
}

function outcome({ verdict }: ReadResult): Outcome {
  if (verdict.status === 'scored') return verdict.value;
  return { not: verdict.status === 'unreadable' ? verdict.problem : 'malformed' };
}

describe('cases from the field', () => {
  test('3: a comment and a raw line break are mended, and marked', () => {
    const text = '{"score": 0.8, // fine\n"reason": "line one\nline two", "pass": true}';
    expect(read(text, { kind: 'interval', min: 0, max: 1, better: 'higher' }, { verdictKey: 'score' })).toEqual({
      verdict: { status: 'scored', value: 0.8, reading: 'repaired' },
      rationale: 'line one\nline two',
    });
  });

  test('4: the reason of a strict reply survives byte for byte', () => {
    expect(read('{"reason": "score is 1,} good", "score": 3}', zeroToFive, { verdictKey: 'score' })).toEqual({
      verdict: { status: 'scored', value: 3, reading: 'strict' },
      rationale: 'score is 1,} good',
    });
  });

  test('5: a missing verdict is neither pass nor fail', () => {
    expect(read('{"reason": "looks good"}', passFail)).toEqual({
      verdict: {
        status: 'unreadable',
        problem: 'no-answer',
        message: 'expected a JSON object with "verdict", got the keys "reason".',
      },
    });
    expect(outcome(read('{"score": 0}', passFail, { verdictKey: 'pass' }))).toEqual({ not: 'no-answer' });
  });

  test('6: off the scale, never clamped', () => {
    const ordinal: VerdictSpace = { kind: 'ordinal', levels: [{ label: 0 }, { label: 1 }, { label: 2 }] };
    expect(read('{"verdict": 4}', ordinal).verdict).toEqual({
      status: 'unreadable',
      problem: 'off-menu',
      message: 'expected 0, 1, 2, got 4 (number).',
    });
    expect(outcome(read('{"verdict": 98989}', zeroToHundred))).toEqual({ not: 'off-menu' });
    expect(outcome(read('{"verdict": 7}', { kind: 'interval', min: 0, max: 1, better: 'higher' }))).toEqual({ not: 'off-menu' });
  });

  test('8: a quoted verdict does not win', () => {
    expect(outcome(read('The answer says {"pass": true}. My verdict: {"pass": false}', passFail, { verdictKey: 'pass' }))).toBe(
      'fail',
    );
    expect(
      outcome(read('My verdict: {"pass": false}. The answer says {"pass": true}', passFail, { verdictKey: 'pass' })),
    ).toEqual({ not: 'ambiguous' });
    expect(outcome(read('{"pass": true} {"pass": false}', passFail, { verdictKey: 'pass' }))).toEqual({ not: 'ambiguous' });
  });

  test('10: reasoning is not read, and reasoning that never ends is truncated', () => {
    expect(outcome(read('<think>{"verdict": 1} …</think> {"verdict": 4}', zeroToFive))).toBe(4);
    expect(outcome(read('<think>{"verdict": 1}', zeroToFive))).toEqual({ not: 'truncated' });
    expect(outcome(read('{"reason": "It holds <think>A</think>B", "verdict": 4}', zeroToFive))).toBe(4);
  });

  test('11: a reply cut at the token limit is truncated, whatever mending would make of it', () => {
    const view = viewOf(zeroToFive);
    const cut = (text: string) =>
      outcome(jsonReader.read(replyOf(text, { finish: 'length' }), view, jsonReader.parse({ kind: 'json' }, view)));
    const problem = { not: 'truncated' };
    expect(cut('{"reason": "because it')).toEqual(problem);
    expect(cut('{"verdict": 4, "reason": "because it')).toEqual(problem);
    expect(cut("{'verdict': 4}")).toEqual(problem);
    expect(cut('{"verdict": 4} Then again, ')).toEqual(problem);
    expect(cut('{"verdict": 4}\n{"verdict": 4}')).toEqual(problem);
    expect(cut('')).toEqual(problem);
    expect(cut('Well, the answer')).toEqual(problem);
    // All of the object came: nothing could follow that would change it.
    expect(cut('{"reason": "so", "verdict": 4}')).toBe(4);
    expect(cut('```json\n{"reason": "so", "verdict": 4}\n```')).toBe(4);
  });

  test('11: a reply that ends inside the object is truncated though nobody said so', () => {
    expect(outcome(read('{"verdict": 4, "reason": "because it', zeroToFive))).toEqual({ not: 'truncated' });
    expect(outcome(read('{"verdict": 4', zeroToFive))).toEqual({ not: 'truncated' });
    expect(outcome(read('{"verdict": 1}\n{"verdict": 4, "rea', zeroToFive))).toEqual({ not: 'truncated' });
  });

  test('12: nothing, null, a refusal', () => {
    for (const text of ['', ' \n ', 'null', '"null"', '```\nnull\n```', '\u{200B}'])
      expect(outcome(read(text, passFail))).toEqual({ not: 'empty' });
    expect(outcome(read("I can't help with that.", passFail))).toEqual({ not: 'refusal' });
    expect(outcome(read('I\'m sorry, but I cannot agree with it. {"verdict": "fail"}', passFail))).toBe('fail');
    const view = viewOf(passFail);
    expect(
      outcome(
        jsonReader.read(replyOf('{"verdict": "pa', { finish: 'content-filter' }), view, jsonReader.parse({ kind: 'json' }, view)),
      ),
    ).toEqual({ not: 'refusal' });
  });

  test('13: numbers as text', () => {
    for (const number of ['5/5', '5 / 5', '5 out of 5', '٥', '５', '5.', '5.0'])
      expect(outcome(read(JSON.stringify({ verdict: number }), zeroToFive))).toBe(5);
    expect(outcome(read('{"verdict": "four"}', zeroToFive))).toEqual({ not: 'off-menu' });
    const declared: VerdictSpace = { kind: 'ordinal', levels: [{ label: 3 }, { label: 4, synonyms: ['four'] }] };
    expect(outcome(read('{"verdict": "Four"}', declared))).toBe(4);
  });
});

describe('clear answers that are not lost', () => {
  test.each<[string, VerdictSpace, VerdictValue, 'strict' | 'repaired']>([
    ['{"verdict":"yes"}', binary, 'yes', 'strict'],
    ['\u{FEFF}  {"verdict":"yes"}\n\n', binary, 'yes', 'strict'],
    ['{"verdict":" YES\u{200B} "}', binary, 'yes', 'strict'],
    ['{"verdict":"**Yes.**"}', binary, 'yes', 'strict'],
    ['{"verdict":"Nope"}', binary, 'no', 'strict'],
    ['{"verdict":true}', binary, 'yes', 'strict'],
    ['{"\\u0076erdict":"yes"}', binary, 'yes', 'strict'],
    ['{"confidence":0.2,"verdict":"yes","notes":{"verdict":"no"}}', binary, 'yes', 'strict'],
    ['{"verdict":"yes","verdict":"YES"}', binary, 'yes', 'strict'],
    ['[{"verdict":"yes"}]', binary, 'yes', 'strict'],
    ['```json\n{"verdict":"yes"}\n```', binary, 'yes', 'strict'],
    ['```\n{"verdict":"yes"}\n```', binary, 'yes', 'strict'],
    ['```json\n{"verdict":"yes"}', binary, 'yes', 'strict'],
    ['json\n{"verdict":"yes"}', binary, 'yes', 'strict'],
    ['{"verdict":"yes"}<|im_end|>', binary, 'yes', 'strict'],
    ['{"verdict":"yes"}</s>', binary, 'yes', 'strict'],
    ['Sure! Here is my evaluation:\n```json\n{"verdict":"yes"}\n```\nLet me know if you need more.', binary, 'yes', 'strict'],
    ['{"verdict":"yes"} The text supports it.', binary, 'yes', 'strict'],
    ['The text supports it. {"verdict":"yes"}', binary, 'yes', 'strict'],
    ['The text supports it: the set {1, 2} and {x} are there. {"verdict":"yes"}', binary, 'yes', 'strict'],
    ['My verdict is {"verdict":"yes"} because it holds.', binary, 'yes', 'strict'],
    ['The output is right. Final verdict: `{"verdict":"yes"}`.', binary, 'yes', 'strict'],
    ['{"verdict":"yes"}\n\n{"verdict":"yes"}', binary, 'yes', 'strict'],
    ['Form: {"reason": "…", "verdict": "…"}\n{"reason": "ok", "verdict": "yes"}', binary, 'yes', 'strict'],
    ['{"verdict": "yes | no"}\n{"verdict": "yes"}', binary, 'yes', 'strict'],
    ['{"verdict": null}\n{"verdict": "yes"}', binary, 'yes', 'strict'],
    ['It claims {"verdict":"no"} itself, wrongly.\n\n```json\n{"verdict":"yes"}\n```', binary, 'yes', 'strict'],
    ['Maybe {"verdict":"no"}? But there is a source.\n\n{"verdict":"yes"}', binary, 'yes', 'strict'],
    ['{"verdict":"no"}\nWait, I missed a line.\nMy final verdict: {"verdict":"yes"}', binary, 'yes', 'strict'],
    ['{"verdict":"no"}\n最终判断：{"verdict":"yes"}', binary, 'yes', 'strict'],
    ["{'verdict': 'yes'}", binary, 'yes', 'repaired'],
    ["{'verdict': True}", binary, 'yes', 'repaired'],
    ['{verdict: yes}', binary, 'yes', 'repaired'],
    ['{"verdict": "yes",}', binary, 'yes', 'repaired'],
    ['{"reason": "a" "verdict": "yes"}', binary, 'yes', 'repaired'],
    ['{"reason": "he said "so" there", "verdict": "yes"}', binary, 'yes', 'repaired'],
    ['{"reason": "no end, "verdict": "yes"}', binary, 'yes', 'repaired'],
    ['{“verdict”: “yes”}', binary, 'yes', 'repaired'],
    ['{"verdict"："yes"，"reason"："好"}', binary, 'yes', 'repaired'],
    ['"{\\"verdict\\": \\"yes\\"}"', binary, 'yes', 'repaired'],
    ['{"verdict": yes /* sure */}', binary, 'yes', 'repaired'],
    ['{"verdict": 4/5}', zeroToFive, 4, 'repaired'],
    ['{"verdict": .5}', zeroToFive, 0.5, 'repaired'],
    ['{"verdict": ٤}', zeroToFive, 4, 'repaired'],
    ['{"verdict": 4.0}', zeroToFive, 4, 'strict'],
    ['{"verdict": 4e0}', zeroToFive, 4, 'strict'],
    ['{"verdict": -0}', zeroToFive, 0, 'strict'],
  ])('%s', (text, space, value, reading) => {
    expect(read(text, space).verdict).toEqual({ status: 'scored', value, reading });
  });
});

describe('garbage that is no score', () => {
  test.each<[string, VerdictSpace, Problem]>([
    // No answer
    ['{}', binary, 'no-answer'],
    ['{"verdict": null}', binary, 'no-answer'],
    ['{"verdict": ""}', binary, 'no-answer'],
    ['{"verdict": "**"}', binary, 'no-answer'],
    ['{"verdict": }', binary, 'no-answer'],
    ['{"Verdict": "yes"}', binary, 'no-answer'],
    ['{"verdict ": "yes"}', binary, 'no-answer'],
    ['{"result": {"verdict": "yes"}}', binary, 'no-answer'],
    ['{"reason": "x", "quote": {"verdict": "yes"},}', binary, 'no-answer'],
    ['{"reason": "{\\"verdict\\": \\"yes\\"}"}', binary, 'no-answer'],
    ['{"name": "judge", "arguments": {"verdict": "yes"}}', binary, 'no-answer'],
    ['{"type": "object", "properties": {"verdict": {"enum": ["yes", "no"]}}}', binary, 'no-answer'],
    ['{"__proto__": {"verdict": "yes"}}', binary, 'no-answer'],
    ['{"constructor": "yes"}', binary, 'no-answer'],
    // No JSON
    ['yes', binary, 'malformed'],
    ['4', zeroToFive, 'malformed'],
    ['"yes"', binary, 'malformed'],
    ['[4]', zeroToFive, 'malformed'],
    ['verdict: yes', binary, 'malformed'],
    ['The verdict is yes.', binary, 'malformed'],
    ['{"verdict": 4,5}', zeroToFive, 'malformed'],
    ['{"verdict": 1,000}', zeroToHundred, 'malformed'],
    ['{"verdict": 4 out of 6 points}', zeroToFive, 'malformed'],
    ['{"verdict": 4 5}', zeroToFive, 'malformed'],
    ['{"verdict": "4" + "5"}', zeroToHundred, 'malformed'],
    ['{"verdict": 2e}', zeroToFive, 'malformed'],
    ['{"verdict"}', binary, 'malformed'],
    // Off the menu
    ['{"verdict": "yes, mostly"}', binary, 'off-menu'],
    ['{"verdict": "ye"}', binary, 'off-menu'],
    ['{"verdict": "yess"}', binary, 'off-menu'],
    ['{"verdict": ["yes"]}', binary, 'off-menu'],
    ['{"verdict": {"label": "yes"}}', binary, 'off-menu'],
    ['{"verdict": "__proto__"}', binary, 'off-menu'],
    ['{"verdict": "true"}', binary, 'off-menu'],
    ['{"verdict": 1}', binary, 'off-menu'],
    ['{"verdict": true}', zeroToFive, 'off-menu'],
    ['{"verdict": 1e400}', zeroToFive, 'off-menu'],
    ['{"verdict": "80%"}', zeroToHundred, 'off-menu'],
    ['{"verdict": "4/10"}', zeroToFive, 'off-menu'],
    ['{"verdict": "4²"}', zeroToHundred, 'off-menu'],
    ['{"verdict": "<reason>"}', binary, 'off-menu'],
    ['{"verdict": "yes"}\n(form: {"verdict": "…"})', binary, 'off-menu'],
    // More than one
    ['{"verdict": "7-8"}', zeroToHundred, 'ambiguous'],
    ['{"verdict": 7-8}', zeroToHundred, 'ambiguous'],
    ['{"verdict": "yes or no"}', binary, 'ambiguous'],
    ['{"verdict": "yes/no"}', binary, 'ambiguous'],
    ['{"verdict": "yes", "verdict": "no"}', binary, 'ambiguous'],
    ['{"verdict": "yes", "\\u0076erdict": "no"}', binary, 'ambiguous'],
    ['{"verdict": null, "verdict": "yes"}', binary, 'ambiguous'],
    ['{verdict: yes, verdict: no}', binary, 'ambiguous'],
    ['{"verdict": "yes"}\n{"verdict": "no"}', binary, 'ambiguous'],
    ['[{"verdict": "yes"}, {"verdict": "no"}]', binary, 'ambiguous'],
    ['{"verdict": 98989}\nIt gave itself {"verdict": 4}', zeroToFive, 'ambiguous'],
    ['{"verdict": "no"}\nHuman: the next item\n{"verdict": "yes"}', binary, 'ambiguous'],
    ['{"verdict": "no"}\n{"verdict": 4 out of 6 points}', binary, 'ambiguous'],
    // Quoted or mentioned
    ['The answer says {"verdict": "yes"}.', binary, 'ambiguous'],
    ['The answer says {"verdict": "yes"}, but it is wrong.', binary, 'ambiguous'],
    ['The answer says:\n```json\n{"verdict": "yes"}\n```\nThis is wrong.', binary, 'ambiguous'],
    ['The candidate\'s own verdict: {"verdict": "yes"}', binary, 'ambiguous'],
    ['In my view the answer says {"verdict": "yes"}', binary, 'ambiguous'],
    ['{"verdict": "yes"}, says the answer; I doubt it.', binary, 'ambiguous'],
    ['It is "{"verdict": "yes"}".', binary, 'ambiguous'],
    ['> {"verdict": "yes"}\nThat is what I was given.', binary, 'ambiguous'],
    ['My verdict: {"verdict": "no"}. The text ends with its own final verdict: {"verdict": "yes"}', binary, 'ambiguous'],
    ['{"verdict": "no"}\n\nThe candidate wrote:\nMy verdict: {"verdict": "yes"}', binary, 'ambiguous'],
    ['I say {"verdict": "no"} here. Candidate text:\n{"verdict": "yes"}', binary, 'ambiguous'],
    // …in other languages
    ['Der Kandidat behauptet: {"verdict": "yes"}', binary, 'ambiguous'],
    ['Le candidat écrit :\n{"verdict": "yes"}', binary, 'ambiguous'],
    ['El texto dice: {"verdict": "yes"}', binary, 'ambiguous'],
    ['Автор утверждает: {"verdict": "yes"}', binary, 'ambiguous'],
    ['候选人写道：{"verdict": "yes"}', binary, 'ambiguous'],
    ['回答には次のように書いてある：{"verdict": "yes"}', binary, 'ambiguous'],
    ['답변은 이렇게 주장합니다: {"verdict": "yes"}', binary, 'ambiguous'],
    ['يقول النص: {"verdict": "yes"}', binary, 'ambiguous'],
    ['उत्तर में लिखा है: {"verdict": "yes"}', binary, 'ambiguous'],
    // Examples, suppositions, comments, what the prompt fenced
    ['If it were right, my verdict would be: {"verdict": "yes"}', binary, 'ambiguous'],
    ['For example: {"verdict": "yes"}', binary, 'ambiguous'],
    ['Zum Beispiel: {"verdict": "yes"}', binary, 'ambiguous'],
    ['例如：{"verdict": "yes"}', binary, 'ambiguous'],
    ['<!-- {"verdict": "yes"} -->', binary, 'ambiguous'],
    ['<!--\n{"verdict": "yes"}\n-->\nI cannot tell.', binary, 'ambiguous'],
    ['<output abcdefghijklmn>\n{"verdict": "yes"}\n</output abcdefghijklmn>', binary, 'ambiguous'],
    // Taken back
    ['{"verdict": "yes"}\n\nWait, that is wrong. It should be no.', binary, 'ambiguous'],
    ['{"verdict": "yes"}\nCorrection: no', binary, 'ambiguous'],
    ['{"verdict": "yes"}\n\nActually, my verdict is no.', binary, 'ambiguous'],
    ['{"verdict": "yes"}\n\nKorrektur: no', binary, 'ambiguous'],
    ['{"verdict": "yes"}\n\n等等，不对，是 no。', binary, 'ambiguous'],
  ])('%s', (text, space, problem) => {
    expect(outcome(read(text, space))).toEqual({ not: problem });
  });
});

describe('words around an answer that leave it as it is', () => {
  test.each([
    'If I had to decide, my verdict: {"verdict": "yes"}',
    'The candidate did well.\n\n{"verdict": "yes"}',
    'The text claims a lot. All of it is true.\n```json\n{"verdict": "yes"}\n```',
    'Here is the JSON you asked for:\n{"verdict": "yes"}',
    'Antwort: {"verdict": "yes"}',
    'Mein Urteil: {"verdict": "yes"}',
    '结论：{"verdict": "yes"}',
    '<output>{"verdict": "yes"}</output>',
    '<!-- a note -->\n{"verdict": "yes"}',
    '{"verdict": "yes"}\n\nThe answer is actually correct, and nothing is missing.',
    '{"verdict": "yes"}\n\nIt waits for the reader to see why. I hope this helps!',
    '{"verdict": "no"}\nWait, that is wrong.\nMy corrected verdict: {"verdict": "yes"}',
  ])('%s', (text) => {
    expect(outcome(read(text, binary))).toBe('yes');
  });
});

describe('rationale', () => {
  test.each([
    ['{"reason": " as it stands \\n", "verdict": "yes"}', ' as it stands \n'],
    ['{"reason": "", "verdict": "yes"}', undefined],
    ['{"reason": null, "verdict": "yes"}', undefined],
    ['{"verdict": "yes"}', undefined],
    ['{"reason": ["a", {"b": 1}], "verdict": "yes"}', '["a", {"b": 1}]'],
    ['{"reason": "because", "verdict": "maybe"}', 'because'],
    ['{"reason": "อธิบาย 👨‍👩‍👧", "verdict": "yes"}', 'อธิบาย 👨‍👩‍👧'],
  ])('%s', (text, rationale) => {
    expect(read(text, binary).rationale).toBe(rationale);
  });
});

describe('options', () => {
  const view = viewOf(binary);

  test('defaults', () => {
    expect(jsonReader.parse({ kind: 'json' }, view)).toEqual({
      kind: 'json',
      verdictKey: 'verdict',
      reasonKey: 'reason',
      reasonFirst: true,
    });
  });

  test.each<[Partial<ReaderSpec>, string]>([
    [
      { verdictKye: 'x' },
      'reader.verdictKye: expected one of kind, verdictKey, reasonKey, reasonFirst, got the unknown key "verdictKye". Did you mean verdictKey?',
    ],
    [{ verdictKey: 'reason' }, 'reader.reasonKey: expected a key other than verdictKey, got the same. Rename one.'],
    [{ verdictKey: '' }, 'reader.verdictKey: expected one line of text with a visible character. Change it.'],
    [{ reasonFirst: 'no' }, 'reader.reasonFirst: expected boolean, got "no" (string). Correct it.'],
  ])('%j is refused', (spec, message) => {
    expect(() => jsonReader.parse({ kind: 'json', ...spec }, view)).toThrow(expect.objectContaining({ code: 'config', message }));
  });

  test('the schema is closed, requires both keys, and has them in the order they are to be written in', () => {
    const schemaOf = (reasonFirst: boolean) => jsonReader.request(view, jsonReader.parse({ kind: 'json', reasonFirst }, view));
    const verdict = { enum: ['yes', 'no'], type: 'string' };
    const reason = { type: 'string' };
    const rest = { type: 'object', additionalProperties: false };
    expect(schemaOf(true)).toEqual({
      schema: { name: 'verdict', schema: { ...rest, properties: { reason, verdict }, required: ['reason', 'verdict'] } },
    });
    expect(JSON.stringify(schemaOf(true))).toContain('"properties":{"reason"');
    expect(JSON.stringify(schemaOf(false))).toContain('"properties":{"verdict"');
  });

  test('the form of the answer, and an example of it', () => {
    const options = jsonReader.parse({ kind: 'json', reasonKey: 'why', reasonFirst: false }, view);
    expect(jsonReader.outputForm(view, options)).toBe(
      'Answer with one JSON object of the form {"verdict": …, "why": "…"} and nothing else. "why" says why in a sentence or two; "verdict" is one of: yes, no.',
    );
    expect(jsonReader.example('Nope', 'as "said"', view, options)).toBe('{"verdict":"no","why":"as \\"said\\""}');
    expect(jsonReader.example('yes', undefined, view, options)).toBe('{"verdict":"yes"}');
  });

  test('a key that every object inherits is a key like others', () => {
    for (const verdictKey of ['__proto__', 'constructor', 'toString']) {
      expect(outcome(read('{"verdict": "yes"}', binary, { verdictKey }))).toEqual({ not: 'no-answer' });
      expect(outcome(read(`{"${verdictKey}": "yes"}`, binary, { verdictKey }))).toBe('yes');
    }
  });
});

test('what is written strictly is read as it was written', () => {
  const value = fc.oneof(fc.constantFrom('yes', 'no', 'nope', true, false), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string({ unit: 'binary' }), value, (others, reason, verdict) => {
      const { verdict: _v, reason: _r, ...rest } = others;
      const result = read(JSON.stringify({ ...rest, reason, verdict }), binary);
      const admitted = typeof verdict === 'object' ? { problem: 'off-menu' } : viewOf(binary).admit(verdict);
      if ('ok' in admitted) expect(result.verdict).toEqual({ status: 'scored', value: admitted.ok, reading: 'strict' });
      if (reason.trim() !== '' && result.verdict.status === 'scored') expect(result.rationale).toBe(reason);
      if (result.verdict.status === 'scored') expect(['yes', 'no']).toContain(result.verdict.value);
    }),
  );
});
