import { expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const header = 'id,doc_id,lang,split,input,summary,system,q1_min,q1_avg,q1_max,q2_min,q2_avg,q2_max,q3_min,q3_avg,q3_max,rouge1';

it('mface: mean scores as numbers, any question as gold, an empty one as none', async () => {
  const table = [
    header,
    '1,d1,swahili,test,Article.,Summary.,human,1,1,1,0,0.67,1,0,0.33,1,0.2',
    '2,d1,fr,test,Article.,Other.,m2,1,1,1,,,,0,0.33,1,0.2',
    '3,d1,fr,test,Article.,Other.,m2,1,1,1,0,good,1,0,0.33,1,0.2',
  ].join('\n');
  const { rows, bad } = await presetRows('mface', { 'm.csv': table }, { recorded: ['attributable_min', 'good'] });
  expect(
    Object.entries(rows).map(([id, { gold, group, system, item }]) => [
      id,
      item.language,
      gold,
      group,
      system,
      item.context,
      item.recorded,
    ]),
  ).toEqual([
    ['1', 'sw', 0.67, 'd1', 'human', 'Article.', { attributable_min: 0, good: 0.33 }],
    ['2', 'fr', undefined, 'd1', 'm2', 'Article.', { attributable_min: null, good: 0.33 }],
  ]);
  expect(bad).toEqual([expect.stringContaining('4: q2_avg: expected a number, got "good"')]);
  expect(
    (await presetRows('mface', { 'm.csv': table.split('\n').slice(0, 2).join('\n') }, { map: { gold: 'good' } })).rows['1']?.gold,
  ).toBe(0.33);
});
