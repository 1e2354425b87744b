import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const row = (id: number, more: object = {}): object => ({
  id,
  prompt: `Ask ${id}`,
  chosen: 'good',
  rejected: 'bad',
  chosen_model: 'm1',
  rejected_model: 'm2',
  subset: 's',
  language: 'German',
  ...more,
});
const set = Array.from({ length: 200 }, (_, id) => row(id));

describe.each(['rewardbench', 'mm-eval'])('%s', (name) => {
  it('puts the chosen answer on either side, its model with it', async () => {
    const { rows } = await presetRows(name, { 'x.jsonl': set }, { recorded: ['model_a', 'model_b'] });
    const all = Object.values(rows);
    for (const { item, gold } of all) {
      expect([item.outputA, item.outputB]).toEqual(gold === 'A' ? ['good', 'bad'] : ['bad', 'good']);
      expect([item.recorded?.['model_a'], item.recorded?.['model_b']]).toEqual(gold === 'A' ? ['m1', 'm2'] : ['m2', 'm1']);
    }
    const first = all.filter(({ gold }) => gold === 'A').length;
    expect([all.length, first > 70 && first < 130]).toEqual([200, true]);
  });

  it('makes pairs of one prompt one group', async () => {
    const { rows } = await presetRows(name, { 'x.jsonl': [row(1), row(2, { prompt: 'Ask 1', chosen: 'fine' })] });
    expect(new Set(Object.values(rows).map(({ group }) => group)).size).toBe(1);
  });
});

it('mm-eval: languages by their names; a row that comes twice has one id', async () => {
  const { rows, bad } = await presetRows('mm-eval', { 'x.jsonl': [row(1), row(2, { prompt: 'Ask 1' })] });
  expect(Object.values(rows).map(({ item }) => item.language)).toEqual(['de']);
  expect(bad).toEqual([expect.stringMatching(/^2: German\/s\/[0-9a-f]{12} twice$/u)]);
});

it('rewardbench: ids of subset and id', async () => {
  const { rows } = await presetRows('rewardbench', { 'x.jsonl': [row(1), row(1, { subset: 't' })] });
  expect(Object.keys(rows)).toEqual(['s/1', 't/1']);
});
