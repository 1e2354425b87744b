import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import { admitAnswer, undecorated } from './answer.ts';

test.each([
  ['supported', 'supported'],
  ['  **supported.** ', 'supported'],
  ['`"supported"`', 'supported'],
  ['(supported).', 'supported'],
  ['[[<supported>]]', 'supported'],
  ['# supported', 'supported'],
  ['- supported', 'supported'],
  ['$\\boxed{\\text{B}}$', 'B'],
  ['「B」。', 'B'],
  ['B)', 'B'],
  ['**4**/5', '4/5'],
  // What can change the meaning stays.
  ['-3', '-3'],
  ['- 3', '- 3'],
  ['<4', '<4'],
  ['>4', '>4'],
  ['4?', '4?'],
  ['4+', '4+'],
  ['4%', '4%'],
  ['4..', '4..'],
  ['4…', '4…'],
  ['~~B~~', '~~B~~'],
  ['A, partly', 'A, partly'],
  ['f(x)', 'f(x)'],
  ['**', ''],
  ['', ''],
])('%j without decoration is %j', (text, bare) => {
  expect(undecorated(text)).toBe(bare);
});

test('a label with decoration of its own is itself', () => {
  const space = viewOf({ kind: 'categorical', labels: [{ label: 'A*' }, { label: 'A' }, { label: '(none)' }, { label: 'C.' }] });
  expect(['A*', 'a', '(None)', '**(none)**', 'c.', 'C'].map((raw) => admitAnswer(raw, space))).toMatchObject([
    { ok: 'A*' },
    { ok: 'A' },
    { ok: '(none)' },
    { ok: '(none)' },
    { ok: 'C.' },
    { problem: 'off-menu' },
  ]);
});

test('several labels are ambiguous, a label twice is off the menu', () => {
  const space = viewOf({ kind: 'preference', ties: true });
  const texts = ['A or B', 'a / b', 'A|tie', 'either A or B', 'A和B', 'A、B', 'A or A', 'A or C', 'A and nothing'];
  expect(
    texts.map((raw) => admitAnswer(raw, space)).map((admitted) => ('problem' in admitted ? admitted.problem : admitted.ok)),
  ).toEqual(['ambiguous', 'ambiguous', 'ambiguous', 'ambiguous', 'off-menu', 'ambiguous', 'off-menu', 'off-menu', 'off-menu']);
  expect(admitAnswer('A or B', space)).toEqual({
    problem: 'ambiguous',
    message: 'expected A, B, tie, got "A or B" (string), more than one answer.',
  });
});

test('only a label with something around it is admitted', () => {
  const space = viewOf({ kind: 'preference', ties: true });
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const admitted = admitAnswer(text, space);
      if ('ok' in admitted) expect(text.normalize('NFKC').toLowerCase()).toContain(String(admitted.ok).toLowerCase());
      else expect(admitted.message).toMatch(/^[^\n]+$/u);
    }),
  );
});
