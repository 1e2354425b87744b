import { expect, test } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { JudgedColumns } from './judged-columns.ts';
import { overConstant } from './over-constant.ts';

const view = viewOf({ kind: 'binary', pass: { label: 'p' }, fail: { label: 'f' } });

/** Rows as gold and verdict; a dot is no verdict. */
function judged(rows: readonly string[], groups?: readonly string[]): JudgedColumns {
  const columns = new JudgedColumns();
  for (const [row, [gold, verdict]] of rows.entries())
    columns.add({
      row,
      draw: 0,
      group: groups?.[row] ?? String(row),
      gold: gold as string,
      ...(verdict === '.' ? { status: 'unreadable' } : { status: 'scored', value: verdict as string }),
    });
  return columns;
}

test('counts on the same rows where the judge is right and the commonest answer is not, and the other way round', () => {
  // Commonest p: 6 of 10. The judge is right on all of f and 5 of p: +4 − 1.
  const rows = ['pp', 'pp', 'pp', 'pp', 'pp', 'pf', 'ff', 'ff', 'ff', 'ff', 'p.'];
  expect(overConstant(judged(rows), view)).toMatchObject({ status: 'ok', value: 0.3, n: 10, missing: 1 });
});

test('one item, or four right sources, do not tell', () => {
  const one = overConstant(judged(['pf']), view);
  expect(one).toMatchObject({ value: -1 });
  expect(one?.status === 'ok' && one.high > 0).toBe(true);
  const four = overConstant(
    judged(['pp', 'ff', 'pp', 'ff', 'pp', 'ff', 'pp', 'ff'], ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']),
    view,
  );
  expect(four).toMatchObject({ value: 0.5, groups: 4 });
  expect(four?.status === 'ok' && four.low < 0.5).toBe(true);
});

test('forty right ones do', () => {
  const rows = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'pp' : 'ff'));
  const estimate = overConstant(judged(rows), view);
  expect(estimate?.status === 'ok' && estimate.low > 0).toBe(true);
});

test('no scored row, and a scale without classes', () => {
  expect(overConstant(judged(['p.']), view)).toMatchObject({ status: 'undefined', n: 0, missing: 1 });
  expect(overConstant(judged([]), viewOf({ kind: 'interval', min: 0, max: 1, better: 'higher' }))).toBeUndefined();
});
