import { beforeAll, describe, expect, test } from 'vitest';
import type { ResultRow } from '../../src/run/result-rows.ts';
import type { ScriptedAnswer } from '../../src/testing/scripted-endpoint.ts';
import { bench, correct, itemOf, numbered, type Ended, type JudgeEntry } from './cli.ts';

/** What a reply is read as, in one word: the value and how it was read, or what is wrong with it. */
function readAs({ status, value, reading, problem, code }: ResultRow): unknown[] {
  if (status === 'scored') return [value, reading];
  return [status, problem ?? code];
}

type Row = readonly [name: string, reply: ScriptedAnswer, read: unknown[]];

/** Judges one item for each reply in one command, and compares what each was read as. */
function replies(title: string, judge: JudgeEntry, table: readonly Row[]): void {
  describe(title, () => {
    let ended: Ended;
    beforeAll(async () => {
      const own = await bench({
        judges: { j: judge },
        items: numbered(table.length),
        script: (request) => table[itemOf(request) - 1]?.[1] ?? '',
        endpoint: { retries: 0 },
      });
      ended = await own.judge('j', '--max-unreadable', '1', '--max-failed', '1000');
      await own.close();
    });
    test.each(
      table.map(([name, reply, read], index) => ({
        name: name === '' ? JSON.stringify(reply) : name,
        id: String(index + 1),
        read,
      })),
    )('$id: $name', ({ id, read }) => {
      expect(readAs(ended.row(id))).toEqual(read);
    });
    test('every reply is kept as it came', () => {
      const texts = table.map(([, reply]) =>
        typeof reply === 'string' ? reply : 'text' in reply ? (reply.text ?? reply.refusal) : undefined,
      );
      expect(ended.rows.map(({ reply }) => reply ?? '')).toEqual(texts.map((text) => text ?? ''));
    });
  });
}

const grade = { verdict: correct, harness: { reader: { kind: 'tagged', tag: 'GRADE' } } };
const scaleTo = (min: number, max: number, reader: unknown = 'json'): JudgeEntry => ({
  verdict: { kind: 'interval', min, max },
  harness: { reader },
});
const levels = (reader: unknown = 'tagged'): JudgeEntry => ({
  verdict: { kind: 'ordinal', min: 1, max: 5 },
  harness: { reader },
});
const json = (verdict: unknown, reason = 'so'): string => JSON.stringify({ reason, verdict });

describe('case 1: what cannot be read is in no rate', () => {
  const eight = Array.from({ length: 8 }, () => 'GRADE: C');
  test('8 of 8 right, 2 unreadable, never 80%', async () => {
    const table = [...eight, '**Answer: C**', '**Answer: C**'];
    const own = await bench({
      judges: { j: grade },
      items: numbered(10, () => ({ gold: 'C' })),
      script: (request) => table[itemOf(request) - 1] ?? '',
    });
    const { code, summary, rows } = await own.judge('j');
    await own.close();
    const accuracy = summary.metrics.find(({ name, group }) => name === 'accuracy' && group === null);
    expect(accuracy).toMatchObject({ status: 'ok', value: 1, n: 8, missing: 2 });
    const { state, items, expected, scored, abstained, unreadable, failed, problems, codes } = summary;
    expect({ code, state, items, expected, scored, abstained, unreadable, failed, problems, codes }).toEqual({
      code: 0,
      state: 'complete',
      items: 10,
      expected: 10,
      scored: 8,
      abstained: 0,
      unreadable: 2,
      failed: 0,
      problems: { 'no-answer': 2 },
      codes: {},
    });
    expect(rows.map(({ item, status }) => `${item} ${status}`).slice(7)).toEqual(['8 scored', '9 unreadable', '10 unreadable']);
  });
});

replies('case 2: the last mark binds, on a word of its own', grade, [
  ['', `I'd downgrade: it is vague.\nGRADE:\u{200B} c`, ['C', 'tagged']],
  ['', `I'd downgrade: it is vague.`, ['unreadable', 'no-answer']],
  ['', 'GRADE: I\nNo, better:\n**GRADE：** **C**', ['C', 'tagged']],
  ['', 'grade:\n\n`C`', ['C', 'tagged']],
  ['', '## GRADE: C\n', ['C', 'tagged']],
  ['soft hyphen and word joiner', 'GRA\u{00AD}DE:\u{2060}C', ['C', 'tagged']],
  ['full width', 'ＧＲＡＤＥ：Ｃ', ['C', 'tagged']],
  ['', 'GRADE: C or I', ['unreadable', 'ambiguous']],
  ['', 'GRADE: Correct', ['unreadable', 'off-menu']],
  ['', 'GRADE: C because it is right', ['unreadable', 'off-menu']],
  ['', 'GRADE: C\nGRADE:', ['unreadable', 'no-answer']],
]);

replies('case 3 and 4: broken JSON is mended and marked; good JSON is left alone', scaleTo(0, 5), [
  ['comment, raw line break', '{"verdict": 0.8, // fine\n"reason": "line one\nline two", "pass": true}', [0.8, 'repaired']],
  ['strict', json(0.8), [0.8, 'strict']],
  ['a brace in the reason', '{"reason": "score is 1,} good", "verdict": 3}', [3, 'strict']],
  ['trailing comma', '{"reason": "so", "verdict": 3,}', [3, 'repaired']],
  ['single quotes', "{'reason': 'it is so', 'verdict': 3}", [3, 'repaired']],
  ['bare keys', '{reason: "so", verdict: 3}', [3, 'repaired']],
  ['python words', '{"reason": None, "verdict": 3}', [3, 'repaired']],
  ['fenced', '```json\n{"reason": "so", "verdict": 3}\n```', [3, 'strict']],
  ['quotes inside', '{"reason": "it says "yes" twice", "verdict": 3}', [3, 'repaired']],
  ['typographic quotes', '{“reason”: “so”, “verdict”: 3}', [3, 'repaired']],
  ['no comma', '{"reason": "so"\n"verdict": 3}', [3, 'repaired']],
  ['block comment', '{"reason": "so", /* top */ "verdict": 3}', [3, 'repaired']],
  ['text number', json('4'), [4, 'strict']],
  ['decimal comma is no number', '{"reason": "so", "verdict": 3,5}', ['unreadable', 'malformed']],
  ['not closed', '{"reason": "so", "verdict": 3', ['unreadable', 'truncated']],
  ['boolean on a scale', json(true), ['unreadable', 'off-menu']],
]);

test('case 4: the reason survives byte for byte', async () => {
  const reason = 'score is 1,} good  \u{0065}\u{0301} // no comment, \'\' "quoted"\ttab';
  const own = await bench({ judges: { j: scaleTo(0, 5) }, items: numbered(1), script: () => json(3, reason) });
  const ended = await own.judge('j');
  await own.close();
  expect(ended.row('1')).toMatchObject({ value: 3, reading: 'strict', rationale: reason });
});

replies(
  'case 5: a missing verdict is neither pass nor fail',
  { verdict: { kind: 'binary' }, harness: { reader: { kind: 'json', verdictKey: 'pass' } } },
  [
    ['', '{"reason": "looks good"}', ['unreadable', 'no-answer']],
    ['', '{"score": 0}', ['unreadable', 'no-answer']],
    ['', '{"pass": null}', ['unreadable', 'no-answer']],
    ['', '{"pass": ""}', ['unreadable', 'no-answer']],
    ['', '{"result": {"pass": true}}', ['unreadable', 'no-answer']],
    ['', '{"PASS": true}', ['unreadable', 'no-answer']],
    ['', '{}', ['unreadable', 'no-answer']],
    ['', '[]', ['unreadable', 'malformed']],
    ['', '{"pass": 1}', ['unreadable', 'off-menu']],
    ['', '{"pass": [true]}', ['unreadable', 'off-menu']],
    ['', '{"pass": false}', ['fail', 'strict']],
    ['', '{"pass": "PASS"}', ['pass', 'strict']],
  ],
);

replies('case 6: off the scale, never clamped (0–2)', scaleTo(0, 2), [
  ['', json(4), ['unreadable', 'off-menu']],
  ['', json(-0.01), ['unreadable', 'off-menu']],
  ['', json('2.0000001'), ['unreadable', 'off-menu']],
  ['', '{"verdict": 1e400}', ['unreadable', 'off-menu']],
  ['', '{"verdict": NaN}', ['unreadable', 'off-menu']],
  ['', json('100%'), ['unreadable', 'off-menu']],
  ['', json(2), [2, 'strict']],
]);
replies('case 6: off the scale (0–100)', scaleTo(0, 100), [['', json(98989), ['unreadable', 'off-menu']]]);

test('case 6: twenty of twenty off the scale', async () => {
  const own = await bench({ judges: { j: scaleTo(0, 1) }, items: numbered(20), script: () => json(7) });
  const { code, summary, stderr } = await own.judge('j');
  await own.close();
  expect({ code, scored: summary.scored, unreadable: summary.unreadable, problems: summary.problems }).toEqual({
    code: 3,
    scored: 0,
    unreadable: 20,
    problems: { 'off-menu': 20 },
  });
  expect(summary.metrics.find(({ name }) => name === 'mean-score')).toEqual({
    name: 'mean-score',
    group: null,
    status: 'undefined',
    reason: 'no scored judgment',
    n: 0,
    missing: 20,
  });
  expect(stderr).toContain('20 of 20 unreadable');
});

replies('case 7: an error is no reply', scaleTo(0, 9999), [
  ['503', { status: 503, body: 'model at :8080 HTTP 503' }, ['failed', 'server']],
  ['a page', { status: 502, body: '<html><title>502</title><p>8</p></html>' }, ['failed', 'server']],
  [
    'an error under status 200',
    { status: 200, body: { error: { message: 'model at :8080 HTTP 503', code: 503 } } },
    ['failed', 'server'],
  ],
  ['plain text under status 200', { status: 200, body: 'model at :8080 HTTP 503' }, ['failed', 'server']],
  ['cut before the answer', { cut: 'before-answer' }, ['failed', 'transport']],
  ['cut inside the answer', { cut: 'in-body' }, ['failed', 'transport']],
  ['bad request', { status: 400, body: { error: { message: 'verdict 7 is not known' } } }, ['failed', 'bad-request']],
  ['a good one', json(7), [7, 'strict']],
]);

const pass = {
  verdict: { kind: 'binary', pass: 'true', fail: 'false' },
  harness: { reader: { kind: 'json', verdictKey: 'pass' } },
};
replies('case 8: a quoted verdict is not the judge’s', pass, [
  ['', 'The answer says {"pass": true}. My verdict: {"pass": false}', ['false', 'strict']],
  ['', '{"pass": true} {"pass": false}', ['unreadable', 'ambiguous']],
  ['', 'Either {"pass": true} or {"pass": false} could be said.', ['unreadable', 'ambiguous']],
  ['', 'The candidate wrote {"pass": true}.', ['unreadable', 'ambiguous']],
  ['', '> {"pass": true}\n\nI disagree.', ['unreadable', 'ambiguous']],
  ['', '{"pass": true, "pass": false}', ['unreadable', 'ambiguous']],
  ['', '```json\n{"pass": false}\n```\nThe answer ends with {"pass": true}', ['unreadable', 'ambiguous']],
  ['the same said twice', '{"pass": false}\nAgain: {"pass": false}', ['false', 'strict']],
]);

replies(
  'case 9: the last rating binds',
  { verdict: { kind: 'ordinal', min: 1, max: 10 }, harness: { reader: { kind: 'tagged', mark: 'brackets' } } },
  [
    ['', 'The answer ends with `Rating: [[1]]`, which I ignore.\nRating: [[9]]', [9, 'tagged']],
    ['', 'Rating: [[9]] of [[10]]', [10, 'tagged']],
    ['', 'Rating: [[8 or 9]]', ['unreadable', 'ambiguous']],
    ['', 'Rating: [[11]]', ['unreadable', 'off-menu']],
    ['', 'Rating: 9', ['unreadable', 'no-answer']],
  ],
);

const five = levels({ kind: 'tagged', tag: 'score' });
replies('case 10: reasoning is no answer', five, [
  ['', '<think>score: 1 …</think> score: 4', [4, 'tagged']],
  ['', '<think>score: 1', ['unreadable', 'truncated']],
  ['', '<think>score: 1</think>', ['unreadable', 'empty']],
  ['', '<think>It holds <think>A</think>B.\nscore: 1\n</think>\nscore: 4', [4, 'tagged']],
  ['', 'Let me see. score: 1\n</think>\n\nscore: 4', [4, 'tagged']],
  ['', '[THINK]score: 1[/THINK]score: 4', [4, 'tagged']],
  ['', '<|channel|>analysis<|message|>score: 1<|end|><|start|>assistant<|channel|>final<|message|>score: 4', [4, 'tagged']],
  ['', { text: 'score: 4', reasoning: 'score: 1' }, [4, 'tagged']],
  ['', { text: '', reasoning: 'score: 1' }, ['unreadable', 'empty']],
]);

describe('case 11: cut by the token limit', () => {
  const cutOnce = (asked: unknown): ScriptedAnswer =>
    Number(asked) > 60 ? json(3) : { text: '{"reason": "so", "verd', finish: 'length' };
  test.each([
    [0, 'unreadable', [50], { made: 1, cached: 0, retried: 0 }],
    [1, 'scored', [50, 100], { made: 2, cached: 0, retried: 0 }],
  ])('re-asked %i times', async (reask, status, budgets, calls) => {
    const judge = { model: { id: 'desk:judge', maxTokens: 50 }, ...scaleTo(0, 5), harness: { reask } };
    const own = await bench({ judges: { j: judge }, items: numbered(1), script: ({ body }) => cutOnce(body?.['max_tokens']) });
    const ended = await own.judge('j', '--max-unreadable', '1');
    await own.close();
    expect(ended.row('1')).toMatchObject({ status, calls: calls.made, ...(status === 'unreadable' && { problem: 'truncated' }) });
    expect(ended.summary.calls).toEqual(calls);
    expect(own.endpoint.requests.map(({ body }) => body?.['max_tokens'])).toEqual(budgets);
    if (status === 'unreadable') expect(ended.row('1').message).toContain('cut at the token limit');
  });
});

replies('case 12: nothing said, and refusals', scaleTo(0, 5), [
  ['', '', ['unreadable', 'empty']],
  ['no content', { text: null }, ['unreadable', 'empty']],
  ['', 'null', ['unreadable', 'empty']],
  ['', ' \n\t\u{200B}\u{FEFF} ', ['unreadable', 'empty']],
  ['', "I can't help with that.", ['unreadable', 'refusal']],
  ['', 'I’m sorry, but I cannot assist with that request.', ['unreadable', 'refusal']],
  ['', "I'm not able to evaluate this content.", ['unreadable', 'refusal']],
  ['', "I won't rate this.", ['unreadable', 'refusal']],
  ['', 'Lo siento, pero no puedo ayudar con eso.', ['unreadable', 'refusal']],
  ['', '申し訳ありませんが、お手伝いできません。', ['unreadable', 'refusal']],
  ['', 'Es tut mir leid, dabei kann ich nicht helfen.', ['unreadable', 'refusal']],
  ['', 'I must respectfully decline to evaluate this.', ['unreadable', 'refusal']],
  ['', 'Unfortunately, I cannot fulfill this request.', ['unreadable', 'refusal']],
  ['', 'I do not feel comfortable judging this text.', ['unreadable', 'refusal']],
  ['', "I'm unable to provide a rating for this.", ['unreadable', 'refusal']],
  ['', 'My guidelines do not allow me to judge this.', ['unreadable', 'refusal']],
  ['the provider’s own field', { text: null, refusal: 'I cannot do that.' }, ['unreadable', 'refusal']],
  ['content filter', { text: '', finish: 'content-filter' }, ['unreadable', 'refusal']],
  ['no refusal: talk', 'The text is good.', ['unreadable', 'malformed']],
  ['the run goes on', json(2), [2, 'strict']],
]);

replies(
  'case 13: numbers by the declared reader',
  { verdict: { kind: 'ordinal', levels: [1, 2, 3, { label: 4, synonyms: ['four'] }, 5] }, harness: { reader: 'tagged' } },
  [
    ['', 'VERDICT: 5/5', [5, 'tagged']],
    ['', 'VERDICT: 5 / 5', [5, 'tagged']],
    ['', 'VERDICT: 4.', [4, 'tagged']],
    ['', 'VERDICT: ４', [4, 'tagged']],
    ['', 'VERDICT: ٤', [4, 'tagged']],
    ['', 'VERDICT: ४', [4, 'tagged']],
    ['', 'VERDICT: four', [4, 'tagged']],
    ['', 'VERDICT: five', ['unreadable', 'off-menu']],
    ['', "I'd give 2 reasons… final verdict: 4/5", [4, 'tagged']],
    ['', 'VERDICT: 4 out of 5', [4, 'tagged']],
    ['', 'VERDICT: 4/10', ['unreadable', 'off-menu']],
    ['', 'VERDICT: 3-4', ['unreadable', 'ambiguous']],
    ['', 'VERDICT: 4.5', ['unreadable', 'off-menu']],
    ['', 'VERDICT: 80%', ['unreadable', 'off-menu']],
  ],
);
replies(
  'case 13: a percentage where it is declared',
  { verdict: { kind: 'interval', min: 0, max: 100, unit: 'percent' }, harness: { reader: 'tagged' } },
  [
    ['', 'VERDICT: 80%', [80, 'tagged']],
    ['', 'VERDICT: 80', [80, 'tagged']],
  ],
);
