import { expect, it } from 'vitest';
import { viewOf } from '../core/space-view.ts';
import { groupFigures } from './group-figures.ts';
import { JudgedColumns } from './judged-columns.ts';
import { spaceColumns } from './space-columns.ts';

const binary = viewOf({ kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } });

it('tells accuracy in groups of two rows or more, the fullest first, with a row’s draws as one', () => {
  const columns = new JudgedColumns();
  const add = (row: number, draw: number, group: string, right: boolean | undefined): void =>
    columns.add({
      row,
      draw,
      status: right === undefined ? 'failed' : 'scored',
      group,
      gold: 'pass',
      value: right === undefined ? undefined : right ? 'pass' : 'fail',
    });
  add(0, 0, 'lone', true);
  add(0, 1, 'lone', true);
  add(1, 0, 'small', true);
  add(2, 0, 'small', false);
  for (let row = 3; row < 7; row += 1) for (const draw of [0, 1]) add(row, draw, 'full', row === 3 ? undefined : true);
  const { metric, groups, leftOut } = groupFigures(spaceColumns(columns, binary), columns.groups);
  expect([metric, leftOut]).toEqual(['accuracy', 0]);
  expect(groups.map((one) => [one.group, one.status === 'ok' && [one.value, one.groups ?? one.n], one.n, one.missing])).toEqual([
    ['full', [1, 3], 6, 2],
    ['small', [0.5, 2], 2, 0],
  ]);
});

it('shows forty groups, and counts the rest', () => {
  const columns = new JudgedColumns();
  for (let row = 0; row < 100; row += 1)
    columns.add({ row, draw: 0, status: 'scored', group: `g${row % 50}`, gold: 'pass', value: 'pass' });
  const { groups, leftOut } = groupFigures(spaceColumns(columns, binary), columns.groups);
  expect([groups.length, leftOut]).toEqual([40, 10]);
});

it('tells the mean distance on intervals', () => {
  const columns = new JudgedColumns();
  for (const [row, value] of [2, 4].entries()) columns.add({ row, draw: 0, status: 'scored', group: 'g', gold: 1, value });
  const space = viewOf({ kind: 'interval', min: 0, max: 10, better: 'higher' });
  const { metric, groups } = groupFigures(spaceColumns(columns, space), columns.groups);
  expect([metric, groups[0]?.status === 'ok' && groups[0].value]).toEqual(['mae', 2]);
});
