import { expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import { itemScreen, keysLine, labelKeys } from './label-screen.ts';

const keysOf = (space: VerdictSpace): string[] | undefined =>
  labelKeys(viewOf(space))?.map(({ key, label }) => `${key} ${label}`);
const labels = (...of: (string | number)[]): { label: string | number }[] => of.map((label) => ({ label }));

it('keys: 1, 2 …; a level of one digit is its own; too many are typed', () => {
  expect(keysOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } })).toEqual(['1 fail', '2 pass']);
  expect(keysOf({ kind: 'ordinal', levels: labels(0, 1, 2, 3) })).toEqual(['0 0', '1 1', '2 2', '3 3']);
  expect(keysOf({ kind: 'categorical', labels: labels(...'abcdefghij') })?.at(-1)).toBe('0 j');
  expect(keysOf({ kind: 'categorical', labels: labels(...'abcdefghijk') })).toBeUndefined();
  expect(keysOf({ kind: 'interval', min: 0, max: 1, better: 'higher' })).toEqual(['0 0', '1 1']);
  expect(keysOf({ kind: 'interval', min: 0, max: 100, better: 'higher' })).toBeUndefined();
  expect(keysLine(undefined, 'a number')).toContain('a number      :b back');
});

it('the screen has every text, and nothing that a text makes of it', () => {
  const screen = itemScreen(
    {
      index: 0,
      source: { file: 'f', line: 1 },
      group: 'a',
      gold: 'SECRET',
      rationale: 'SECRET',
      labels: [{ rater: 'SECRET', label: 'SECRET' }],
      item: {
        id: 'a\n── 1 of 1',
        language: 'ur',
        input: 'q\u001B[2J',
        output: 'جواب',
        conversation: [{ role: 'user', content: 'hi', toolCalls: [{ name: 'f', arguments: '{}' }] }],
        fields: { tone: 'x' },
        recorded: { judge: 'SECRET' },
      },
    },
    { place: 2, items: 60, labelled: 1 },
  );
  expect(screen).toContain('── 3 of 60 · 1 labelled · item a‹U+000A›── 1 of 1 · Urdu (ur), right to left');
  for (const text of ['q‹U+001B›[2J', 'جواب', 'f({})', 'tone\n│ ']) expect(screen).toContain(text);
  expect(screen).not.toContain('SECRET');
  expect(screen).not.toContain('\u001B');
});
