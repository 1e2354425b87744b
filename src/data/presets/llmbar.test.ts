import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const pair = (label: unknown, results?: unknown): object => ({
  input: 'Do it.',
  output_1: 'one',
  output_2: 'two',
  label,
  ...(results !== undefined && { results }),
});
const orders = (first: unknown, swapped: unknown): object => ({
  'swap = False': { completion: ['Output (a)', 'stop'], winner: first },
  'swap = True': { completion: ['Output (b)', 'stop'], winner: swapped },
});
const recorded = ['gpt4_first', 'gpt4_swapped', 'gpt4_both_orders', 'gpt4_reason', 'checklist', 'gpt4_reference'];

describe('llmbar', () => {
  it('has ids of subset and row, and no recorded verdict where the file has none', async () => {
    const { rows } = await presetRows(
      'llmbar',
      {
        'Natural/dataset.json': JSON.stringify([pair(1), pair(2)]),
        'Adversarial/Manual/dataset.json': JSON.stringify([pair(2)]),
      },
      { recorded },
    );
    expect(Object.entries(rows).map(([id, { gold, item }]) => [id, gold, item.recorded?.['gpt4_first']])).toEqual([
      ['Natural/1', 'A', null],
      ['Natural/2', 'B', null],
      ['Manual/1', 'B', null],
    ]);
  });

  it('reads recorded verdicts in both orders, a tie where they disagree, none where one is none', async () => {
    const results = [[['1. Is it done?', 'stop'], ['Done.', 'stop'], orders('1', '1')], [orders('1', '2')], [orders(null, '2')]];
    const { rows } = await presetRows(
      'llmbar',
      { 'Natural/gpt4.json': JSON.stringify(results.map((result) => pair(1, result))) },
      { recorded },
    );
    expect(Object.values(rows).map(({ item }) => recorded.map((column) => item.recorded?.[column]))).toEqual([
      ['A', 'A', 'A', 'Output (a)', '1. Is it done?', 'Done.'],
      ['A', 'B', 'tie', 'Output (a)', null, null],
      [null, 'B', null, 'Output (a)', null, null],
    ]);
  });

  it('tells a file without a subset, and a label that is none', async () => {
    const { bad } = await presetRows('llmbar', {
      'x.json': JSON.stringify([pair(1)]),
      'Natural/dataset.json': JSON.stringify([pair(3)]),
    });
    expect(bad).toEqual([
      expect.stringContaining('files: expected a file in a folder named by its subset'),
      expect.stringContaining('label: expected a whole number from 1 to 2, got 3'),
    ]);
  });
});

describe('mt_bench', () => {
  it('numbers its rows, and makes pairs of one question one group', async () => {
    const rows = [pair(1, [orders('2', '2')]), { ...pair(2, [orders('2', '1')]), input: 'Else.' }, pair(2, [orders('1', '1')])];
    const { rows: read } = await presetRows(
      'mt_bench',
      { 'pairs.json': JSON.stringify(rows) },
      { recorded: ['gpt4_both_orders'] },
    );
    expect(Object.entries(read).map(([id, { gold, item }]) => [id, gold, item.recorded?.['gpt4_both_orders']])).toEqual([
      ['1', 'A', 'B'],
      ['2', 'B', 'tie'],
      ['3', 'B', 'A'],
    ]);
    expect([read['1']?.group === read['3']?.group, read['1']?.group === read['2']?.group]).toEqual([true, false]);
  });
});
