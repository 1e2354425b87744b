import { describe, expect, it } from 'vitest';
import { copaQuestion } from './copa-questions.ts';
import { presetRows } from './preset-rows.fixture.ts';

const row = (idx: number, more: object = {}): object => ({
  premise: `Premise ${idx}`,
  choice1: 'one',
  choice2: 'two',
  question: 'effect',
  label: 1,
  idx,
  changed: false,
  ...more,
});

describe('xcopa', () => {
  it('takes the question from COPA, whatever the file says, and keeps what it says', async () => {
    const { rows } = await presetRows(
      'xcopa',
      { 'data/th/val.th.jsonl': [row(0), row(4), row(99)] },
      { recorded: ['question_as_published', 'split'] },
    );
    const asked = [0, 4, 99].map((idx) => copaQuestion('val', idx));
    expect(['th/val/0', 'th/val/4', 'th/val/99'].map((id) => rows[id]?.item.fields['question'])).toEqual(asked);
    expect(new Set(asked).size).toBe(2);
    const cause = Object.values(rows).find(({ item }) => item.fields['question'] === 'cause');
    expect(cause).toMatchObject({
      gold: 'B',
      item: {
        language: 'th',
        outputA: 'one',
        outputB: 'two',
        input: expect.stringMatching(/^Premise \d+\n\nWhat was the cause of this\?$/u),
        recorded: { question_as_published: 'effect', split: 'val' },
      },
    });
  });

  it('makes one item in several languages one group and one parallel group; the translated file is English and apart', async () => {
    const { rows } = await presetRows('xcopa', {
      'data/th/test.th.jsonl': [row(7)],
      'data/it/test.it.jsonl': [row(7)],
      'data/it/val.it.jsonl': [row(7)],
      'data-gmt/it/test.it.jsonl': [row(7)],
    });
    expect(
      Object.fromEntries(Object.entries(rows).map(([id, { item, group }]) => [id, [item.language, group, item.parallelGroup]])),
    ).toEqual({
      'th/test/7': ['th', 'test/7', 'test/7'],
      'it/test/7': ['it', 'test/7', 'test/7'],
      'it/val/7': ['it', 'val/7', 'val/7'],
      'gmt-it/test/7': ['en', 'test/7', undefined],
    });
  });

  it('reads COPA’s XML beside it, as the English of the same groups', async () => {
    const xml = `<copa-corpus><item id="508" asks-for="${copaQuestion('test', 7)}" most-plausible-alternative="2"><p>P</p><a1>x</a1><a2>y</a2></item></copa-corpus>`;
    const { rows } = await presetRows('xcopa', { 'data/th/test.th.jsonl': [row(7)], 'copa-test.xml': xml });
    expect(rows['en/test/7']).toMatchObject({
      gold: 'B',
      group: 'test/7',
      item: { language: 'en', parallelGroup: 'test/7', fields: { question: rows['th/test/7']?.item.fields['question'] } },
    });
  });

  it('leaves out an item without a choice, and says so; another layout is bad rows', async () => {
    const result = await presetRows('xcopa', {
      'data/sw/test.sw.jsonl': [row(1, { choice2: 'one' }), row(500), row(2, { label: 2 }), row(3, { question: 'why' })],
      'other.jsonl': [row(0)],
    });
    expect(result.leftOut).toEqual(['1: its two candidates are the same']);
    expect(result.bad.map((reason) => reason.split(', got')[0])).toEqual([
      '2: idx: expected a whole number from 0 to 499',
      '3: label: expected a whole number from 0 to 1',
      '4: question: expected one of "cause", "effect"',
      '1: files: expected a file named as XCOPA names them, as test.th.jsonl',
    ]);
  });
});

describe('copa', () => {
  it('reads its XML without the document type, with train, val and test', async () => {
    const item = (id: number): string =>
      `  <item id="${id}" asks-for="cause" most-plausible-alternative="1">\n    <p>P${id} &amp; q</p>\n    <a1>x</a1>\n    <a2>y</a2>\n  </item>\n`;
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE copa-corpus SYSTEM "copa.dtd">\n<copa-corpus  version="1.0">\n${item(1)}${item(401)}${item(501)}</copa-corpus>\n`;
    const { rows } = await presetRows('copa', { 'copa-dev.xml': xml }, { recorded: ['split'] });
    expect(
      Object.entries(rows).map(
        ([
          id,
          {
            item: { input, recorded },
            gold,
            group,
          },
        ]) => [id, input?.split('\n')[0], recorded?.['split'], gold, group],
      ),
    ).toEqual([
      ['en/train/1', 'P1 & q', 'train', 'A', 'train/1'],
      ['en/val/0', 'P401 & q', 'val', 'A', 'val/0'],
      ['en/test/0', 'P501 & q', 'test', 'A', 'test/0'],
    ]);
  });
});
