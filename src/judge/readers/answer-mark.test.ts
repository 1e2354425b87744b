import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastMark } from './answer-mark.ts';

/** What follows the last mark. */
function after(text: string, mark: string): string | undefined {
  const place = lastMark(text, mark);
  return place && text.slice(place.end);
}

test.each([
  ['VERDICT: A', 'VERDICT:', ' A'],
  ['verdict : A', 'VERDICT:', ' A'],
  ['ＶＥＲＤＩＣＴ：A', 'VERDICT:', 'A'],
  ['**VERDICT**: A', 'VERDICT:', ' A'],
  ['**VERDICT:** A', 'VERDICT:', '** A'],
  ['"verdict": "A"', 'VERDICT:', ' "A"'],
  ['[VERDICT]: A', 'VERDICT:', ' A'],
  ['- VERDICT: A', 'VERDICT:', ' A'],
  ['__VERDICT__: A', 'VERDICT:', ' A'],
  ['VER\u{200B}DICT\u{2060}: A', 'VERDICT:', ' A'],
  ['VERDICT: A\nVERDICT: B', 'VERDICT:', ' B'],
  ['VERDICT: A VERDICT: B', 'VERDICT:', ' B'],
  ['done.VERDICT: A', 'VERDICT:', ' A'],
  ['final\u{A0} grade: A', 'Final Grade:', ' A'],
  ['Re\u{301}sultat : A', 'RÉSULTAT:', ' A'],
  ['最终评分：4', '评分:', '4'],
  ['Βαθμός: 4', 'ΒΑΘΜΌΣ:', ' 4'],
  ['{"score": 8}', '"score":', ' 8}'],
  ['Score = 8', 'Score =', ' 8'],
  ['ab\u{1F600}VERDICT: A', 'VERDICT:', ' A'],
])('in %j behind %j stands %j', (text, mark, rest) => {
  expect(after(text, mark)).toBe(rest);
});

test.each([
  ["I'd downgrade: it is vague.", 'GRADE:'],
  ['down**grade**: C', 'GRADE:'],
  ['re-grade: C', 'GRADE:'],
  ['final_grade: C', 'GRADE:'],
  ['upgrade：C', 'GRADE:'],
  ['4GRADE: C', 'GRADE:'],
  ['grades: C', 'GRADE:'],
  ['GRADE C', 'GRADE:'],
  ['GRADE\n: C', 'GRADE:'],
  ['GRADE (final): C', 'GRADE:'],
  ['пониженная_оценка: 3', 'оценка:'],
  ['', 'GRADE:'],
])('%j has no %j', (text, mark) => {
  expect(after(text, mark)).toBeUndefined();
});

test('a mark is found behind any text that does not run into it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(after(`${text}\nVERDICT: A`, 'VERDICT:')).toBe(' A');
    }),
  );
});
