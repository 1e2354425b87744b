import { describe, expect, it } from 'vitest';
import { columnOf, columnPath, lookUp, nothing } from './column-path.ts';

describe('column paths', () => {
  const record = { a: { b: [{ c: 1 }, null] }, 'a.b': 'whole', 'odd [name].': 2, list: [[3]], none: null };

  it.each([
    ['a.b', 'whole'],
    ['a.b[0].c', 1],
    ['a.b[1]', null],
    ['a.b[2]', nothing],
    ['a.b[1].c', nothing],
    ['list[0][0]', 3],
    ['odd [name].', 2],
    ['none', null],
    ['none.x', nothing],
    ['toString', nothing],
    ['a.constructor', nothing],
    ['list.length', nothing],
    ['', nothing],
  ])('%j reads %s', (path, value) => {
    expect(lookUp(record, columnPath(path))).toBe(value);
  });

  it('names the column it reads', () => {
    expect(['a.b', 'a.c', 'x.y', 'a[0]'].map((path) => columnOf(columnPath(path), ['a', 'a.b']))).toEqual([
      'a.b',
      'a',
      undefined,
      'a',
    ]);
  });
});
