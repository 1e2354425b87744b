import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

it('judgebench: labels to sides; a null original_id is none; another label is a bad row', async () => {
  const row = (pair_id: string, label: string): object => ({
    pair_id,
    original_id: null,
    source: 's',
    question: 'Q?',
    response_model: 'm',
    response_A: 'a',
    response_B: 'b',
    label,
  });
  const { rows, bad } = await presetRows('judgebench', { 'x.jsonl': [row('p', 'A>B'), row('q', 'B>A'), row('r', 'A=B')] });
  expect(Object.entries(rows).map(([id, { gold, system }]) => [id, gold, system])).toEqual([
    ['p', 'A', 'm'],
    ['q', 'B', 'm'],
  ]);
  expect(bad).toEqual([expect.stringContaining('label: expected one of "A>B", "B>A", got "A=B"')]);
});
