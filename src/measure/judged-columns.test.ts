import { expect, test } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { JudgedColumns } from './judged-columns.ts';
import { requireOfSpace, spaceColumns } from './space-columns.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'supported' }, fail: { label: 'not supported' } });
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });

test('observations become columns; a value beside another status than scored is not taken', () => {
  const columns = new JudgedColumns();
  columns.add({ row: 4, draw: 0, status: 'scored', value: 'supported', gold: true, group: 'p', language: 'sw' });
  columns.add({ row: 4, draw: 1, status: 'unreadable', value: 'supported', gold: true, group: 'p', language: 'sw' });
  columns.add({ row: 2, draw: 0, status: 'scored', value: 'not supported', gold: 'maybe', group: 'q', language: 'en' });
  columns.add({ row: 9, draw: 0, status: 'failed', group: 'p' });
  const seen = spaceColumns(columns, binary);
  const { view: _, ...plain } = seen;
  expect(Object.fromEntries(Object.entries(plain).map(([name, values]) => [name, [...values]]))).toEqual({
    status: [0, 2, 0, 3],
    row: [4, 4, 2, 9],
    draw: [0, 1, 0, 0],
    group: [0, 0, 1, 0],
    language: [0, 0, 1, -1],
    value: [1, -1, 0, -1],
    gold: [1, 1, -1, -1],
    number: [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
    goldNumber: [Number.NaN, Number.NaN, Number.NaN, Number.NaN],
  });
  expect([columns.length, columns.languages]).toEqual([4, ['sw', 'en']]);
});

test('numbers, and gold outside the scale', () => {
  const columns = new JudgedColumns();
  columns.add({ row: 0, draw: 0, status: 'scored', value: 7.5, gold: 11, group: 'a' });
  columns.add({ row: 1, draw: 0, status: 'scored', value: 0, gold: '3', group: 'b' });
  const { number, goldNumber, value, gold } = spaceColumns(columns, interval);
  expect([[...number], [...goldNumber], [...value], [...gold]]).toEqual([
    [7.5, 0],
    [Number.NaN, 3],
    [-1, -1],
    [-1, -1],
  ]);
});

test('a verdict that the space does not have is refused, not left out', () => {
  const columns = new JudgedColumns();
  columns.add({ row: 3, draw: 1, status: 'scored', value: 'A', group: 'a' });
  expect(() => requireOfSpace(spaceColumns(columns, binary))).toThrow(
    'row 3, draw 1: expected a verdict of the space (one of: supported, not supported), got a value that it does not have. Report this.',
  );
});

test('a hundred thousand observations take few megabytes', () => {
  const before = process.memoryUsage().arrayBuffers;
  const columns = new JudgedColumns();
  for (let row = 0; row < 100_000; row += 1)
    columns.add({ row, draw: 0, status: 'scored', value: 'supported', gold: 'supported', group: 'g' });
  expect(columns.length).toBe(100_000);
  // 41 bytes each, columns up to half empty, and the halves they outgrew.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(25e6);
});
