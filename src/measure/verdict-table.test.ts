import { expect, it } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { JudgedColumns, type JudgedObservation } from './judged-columns.ts';
import { spaceColumns } from './space-columns.ts';
import { verdictTable } from './verdict-table.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } });
const interval = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });

function tableOf(view: typeof binary, observations: readonly Partial<JudgedObservation>[]) {
  const columns = new JudgedColumns();
  for (const [row, one] of observations.entries())
    columns.add({ row, draw: 0, status: one.value === undefined ? 'failed' : 'scored', group: String(row), ...one });
  const { counts, withoutVerdict, verdicts, ...rest } = verdictTable(spaceColumns(columns, view));
  return { ...rest, counts: [...counts].sort(([a], [b]) => a - b), withoutVerdict: [...withoutVerdict], verdicts: [...verdicts] };
}

it('counts gold against verdicts, verdicts without gold, and gold without verdict', () => {
  expect(
    tableOf(binary, [
      { gold: 'pass', value: 'pass' },
      { gold: 'pass', value: 'fail' },
      { gold: 'fail', value: 'pass' },
      { gold: 'pass' },
      { value: 'pass' },
      { gold: 'off the menu', value: 'fail' },
    ]),
  ).toEqual({
    labels: ['fail', 'pass'],
    binned: false,
    // 1: gold fail, verdict pass. 2, 3: gold pass, verdict fail, pass.
    counts: [
      [1, 1],
      [2, 1],
      [3, 1],
    ],
    withoutVerdict: [0, 1],
    verdicts: [2, 3],
  });
});

it('cuts an interval into ten parts, the last of which holds the top', () => {
  const table = tableOf(interval, [
    { gold: 0, value: 10 },
    { gold: 9.99, value: 9 },
    { gold: 1, value: 0.5 },
  ]);
  expect([table.labels[0], table.labels[9], table.binned]).toEqual(['0 to 1', '9 to 10', true]);
  expect(table.counts).toEqual([
    [9, 1],
    [10, 1],
    [99, 1],
  ]);
});
