import { describe, expect, it } from 'vitest';
import { presetRows } from './preset-rows.fixture.ts';

const sentence = (id: number, factuality: unknown, more: object = {}): object => ({
  sentence_id: id,
  sentence: `S${id}.`,
  factuality,
  fine_grained_factuality: null,
  relevance: 'Directly answers the question',
  comments: '',
  ...more,
});
const row = (id: unknown, answer: readonly object[]): object => ({
  query_id: id,
  query: 'Why?',
  context: [{ text: 'P1' }, { text: 'P2' }],
  answer,
});
const five = (...labels: string[]): object => ({
  factuality: labels,
  relevance: labels.map((_, index) =>
    index < 2 ? 'Directly answers the question' : index < 4 ? 'Adds context to the answer' : 'Unrelated to the question',
  ),
  fine_grained_factuality: labels.map(() => 'Other'),
  comments: labels.map((label, index) => (label === 'Supported' ? 'no comment' : `Fault ${index}`)),
});
const ext = row(1, [sentence(0, 'x', five('Supported', 'Not Supported', 'Not Supported', 'Supported', 'Not Supported'))]);

describe('memerag', () => {
  it('makes each sentence an item, the ones before it in its context; Supported passes, Challenging has no gold', async () => {
    const answer = [
      sentence(0, 'Supported', { comments: ' . ' }),
      sentence(1, 'Not Supported', { comments: 'Not in P2.', fine_grained_factuality: 'Contradiction' }),
      sentence(2, 'Challenging to determine', { comments: 'No comment.' }),
    ];
    const { rows } = await presetRows(
      'memerag',
      { 'memerag/de.jsonl': [row('9#0', answer)] },
      { recorded: ['factuality', 'comments', 'set'] },
    );
    expect(
      Object.entries(rows).map(([id, { gold, group, rationale, item }]) => [
        id,
        item.language,
        gold,
        group,
        rationale,
        item.context,
      ]),
    ).toEqual([
      ['de/original/9#0/0', 'de', true, 'de/9#0', undefined, 'P1\n\nP2'],
      ['de/original/9#0/1', 'de', false, 'de/9#0', 'Not in P2.', 'P1\n\nP2\n\nSentences of the answer before this one: S0.'],
      ['de/original/9#0/2', 'de', undefined, 'de/9#0', undefined, 'P1\n\nP2\n\nSentences of the answer before this one: S0. S1.'],
    ]);
    expect(rows['de/original/9#0/2']?.item.recorded).toEqual({
      factuality: 'Challenging to determine',
      comments: 'No comment.',
      set: 'original',
    });
  });

  it('takes query_id as a number or a text, and keeps the extension’s items apart from the original’s', async () => {
    const { rows, bad } = await presetRows('memerag', {
      'memerag/en.jsonl': [row(1, [sentence(0, 'Supported')])],
      'memerag_ext/en.jsonl': [ext],
      'memerag_ext_w_majority_vote/en.jsonl': [row('1', [sentence(0, 'Not Supported')])],
    });
    expect([Object.entries(rows).map(([id, { gold, group }]) => [id, gold, group]), bad]).toEqual([
      [
        ['en/original/1/0', true, 'en/1'],
        ['en/ext/1/0', false, 'en/1'],
        ['en/ext-majority/1/0', false, 'en/1'],
      ],
      [],
    ]);
  });

  it('of five raters takes more than half, keeps each, and the comments of those', async () => {
    const { rows } = await presetRows(
      'memerag',
      { 'memerag_ext/en.jsonl': [ext] },
      { recorded: ['rater1', 'rater2', 'agreement'] },
    );
    expect(rows['en/ext/1/0']).toMatchObject({
      gold: false,
      rationale: 'Fault 1\nFault 2\nFault 4',
      item: { recorded: { rater1: true, rater2: false, agreement: 3 } },
    });
  });

  it('memerag-relevance: the second label; none where no label has more than half', async () => {
    const { rows } = await presetRows('memerag-relevance', {
      'memerag/en.jsonl': [row(1, [sentence(0, 'Supported')])],
      'memerag_ext/en.jsonl': [ext],
    });
    expect(Object.values(rows).map(({ gold }) => gold)).toEqual(['Directly answers the question', undefined]);
  });

  it('memerag-ratings: a row a rater', async () => {
    const { rows } = await presetRows('memerag-ratings', { 'memerag_ext/en.jsonl': [ext] }, { recorded: ['item'] });
    expect(
      Object.values(rows).map(({ gold, rater, rationale, item }) => [item.id, gold, rater, rationale, item.recorded?.['item']]),
    ).toEqual([
      ['en/ext/1/0/rater1', true, 'rater1', undefined, 'en/ext/1/0'],
      ['en/ext/1/0/rater2', false, 'rater2', 'Fault 1', 'en/ext/1/0'],
      ['en/ext/1/0/rater3', false, 'rater3', 'Fault 2', 'en/ext/1/0'],
      ['en/ext/1/0/rater4', true, 'rater4', undefined, 'en/ext/1/0'],
      ['en/ext/1/0/rater5', false, 'rater5', 'Fault 4', 'en/ext/1/0'],
    ]);
  });

  it('tells a label that is none, and a file that names no language', async () => {
    const { bad } = await presetRows('memerag', {
      'memerag/en.jsonl': [row(1, [sentence(0, 'Maybe')])],
      'all.jsonl': [row(2, [sentence(0, 'Supported')])],
    });
    expect(bad).toEqual([
      expect.stringContaining('1: factuality: expected one of Supported,'),
      expect.stringContaining('1: files: expected a file named by its language'),
    ]);
  });
});
