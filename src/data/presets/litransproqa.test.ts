import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const header = 'src,tgt,pair,ID,model,best,position,dataset';
const line = (id: string, model: string, position: string, best = 'text2'): string =>
  `"Er sagte ""ja"" {12},\ndann",${model} says,de-en,${id},${model},${best},${position},PAR3`;

it('puts the two rows of an ID together by position, wherever they stand', async () => {
  const file = [
    header,
    line('p1', 'human', 'text2'),
    line('p2', 'gpt3', 'text1', 'text1'),
    line('p1', 'gt', 'text1'),
    line('p2', 'gt', 'text2', 'text1'),
  ].join('\n');
  const { rows } = await presetRows('litransproqa', { 'x.csv': file }, { recorded: ['pairing', 'machines_only', 'maker_a'] });
  expect(rows['p1']).toMatchObject({
    gold: 'B',
    item: {
      language: 'de',
      input: 'Translate this German text into English:\n\nEr sagte "ja" {12},\ndann',
      outputA: 'gt says',
      outputB: 'human says',
      recorded: { pairing: 'gt-human', machines_only: false, maker_a: 'gt' },
    },
  });
  expect(rows['p2']).toMatchObject({
    gold: 'A',
    group: rows['p1']?.group,
    item: { recorded: { pairing: 'gpt3-gt', machines_only: true } },
  });
});

it('keeps pairs of machines alone by a filter', async () => {
  const file = [
    header,
    line('p1', 'human', 'text2'),
    line('p1', 'gt', 'text1'),
    line('p2', 'gpt3', 'text1'),
    line('p2', 'gt', 'text2'),
  ].join('\n');
  const { rows, leftOut } = await presetRows('litransproqa', { 'x.csv': file }, { filter: { machines_only: true } });
  expect([Object.keys(rows), leftOut]).toEqual([['p2'], ['2: filter']]);
});

it('tells a row without its other', async () => {
  const { bad } = await presetRows('litransproqa', { 'x.csv': [header, line('p1', 'gt', 'text1')].join('\n') });
  expect(bad).toEqual([
    '2: position: expected one row with text2 for each ID, got 0 (number). Is this the file that the preset reads?',
  ]);
});
