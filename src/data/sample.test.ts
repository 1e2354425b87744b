import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import { drawExamples, overlapOf } from './examples.ts';
import { RowIndexBuilder, type RowIndex } from './row-index.ts';
import { head, largestRemainders, stratifiedSample } from './sample.ts';
import { split } from './split.ts';

type Sketch = {
  readonly o: string;
  readonly gold?: string | number;
  readonly language?: string;
  readonly group?: string;
  readonly parallel?: string;
};

function indexOf(sketches: readonly Sketch[]): RowIndex {
  const builder = new RowIndexBuilder();
  for (const [row, { o, gold, language, group, parallel }] of sketches.entries()) {
    const item = {
      id: String(row),
      output: o,
      fields: {},
      ...(language !== undefined && { language }),
      ...(parallel !== undefined && { parallelGroup: parallel }),
    };
    builder.add(
      { item, ...(gold !== undefined && { gold }), ...(group !== undefined && { group }) },
      { file: 0, ordinal: row, line: row + 1 },
    );
  }
  return builder.build();
}

const tally = (values: Iterable<unknown>): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
};

describe('samples', () => {
  // 60 pass/en, 30 fail/en, 9 pass/de, 1 without gold.
  const index = indexOf(
    Array.from({ length: 100 }, (_, row) => ({
      o: `text ${row}`,
      language: row >= 90 ? 'de' : 'en',
      ...(row !== 99 && { gold: row % 3 === 0 && row < 90 ? 'fail' : 'pass' }),
    })),
  );

  it('keep the shares of gold and language, and the order of the data', () => {
    const sample = stratifiedSample(index, { size: 20, seed: 1 });
    expect(tally([...sample].map((row) => `${index.gold[row]}/${index.language[row]}`))).toEqual({
      '0/0': 6,
      '1/0': 12,
      '1/1': 2,
    });
    expect([...sample]).toEqual([...sample].sort((a, b) => a - b));
    expect(new Set(sample).size).toBe(20);
  });

  it('depend on the seed alone', () => {
    const sample = (seed: number): number[] => [...stratifiedSample(index, { size: 20, seed })];
    expect(sample(1)).toEqual(sample(1));
    expect(sample(1)).not.toEqual(sample(2));
  });

  it('give every row of a stratum the same chance', () => {
    const drawn = Array.from({ length: 100 }, () => 0);
    for (let seed = 0; seed < 2000; seed += 1)
      for (const row of stratifiedSample(index, { size: 10, seed })) drawn[row] = (drawn[row] as number) + 1;
    // Of the 30 fail/en rows 3 are drawn each time: 200 of 2,000 each, standard deviation 13.4; five of them are allowed.
    for (let row = 0; row < 90; row += 3) expect(Math.abs((drawn[row] as number) - 200)).toBeLessThan(67);
  });

  it('are simple random samples where each row has a gold of its own, not the head', () => {
    const fine = indexOf(Array.from({ length: 50 }, (_, row) => ({ o: `${row}`, gold: row })));
    const drawn = Array.from({ length: 50 }, () => 0);
    for (let seed = 0; seed < 2000; seed += 1)
      for (const row of stratifiedSample(fine, { size: 5, seed })) drawn[row] = (drawn[row] as number) + 1;
    for (const times of drawn) expect(Math.abs(times - 200)).toBeLessThan(67);
  });

  it('are the whole set where it is no larger, and the head where asked', () => {
    expect([...stratifiedSample(index, { size: 100, seed: 1 })]).toEqual(Array.from({ length: 100 }, (_, row) => row));
    expect([...head(index, 3)]).toEqual([0, 1, 2]);
    expect(head(index, 1000)).toHaveLength(100);
    for (const size of [0, -1, 1.5, Number.NaN]) {
      expect(() => stratifiedSample(index, { size, seed: 1 })).toThrow(AssizeError);
      expect(() => head(index, size)).toThrow(AssizeError);
    }
  });

  it('largest remainders by hand: 47, 16, 15.8, 12, 6.1, 3.1 % of 10 seats', () => {
    // Quotas 4.7 1.6 1.58 1.2 .61 .31: floors 4 1 1 1 0 0 leave three seats, for .7, .61 and .6.
    expect(largestRemainders([47_000, 16_000, 15_800, 12_000, 6100, 3100], 10)).toEqual([5, 2, 1, 1, 1, 0]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (counts, share) => {
          const size = Math.floor(share * counts.reduce((a, b) => a + b));
          const shares = largestRemainders(counts, size);
          expect(shares.reduce((a, b) => a + b)).toBe(size);
          shares.forEach((value, place) => expect(value).toBeLessThanOrEqual(counts[place] as number));
        },
      ),
    );
  });
});

describe('splits', () => {
  const sketches = fc.array(
    fc.record(
      {
        o: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'),
        group: fc.constantFrom('g1', 'g2', 'g3', 'g4', 'g5', 'g6'),
        parallel: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6'),
      },
      { requiredKeys: ['o'] },
    ),
    { minLength: 1 },
  );

  it('share no group, no parallel group and no content, and lose no row', () => {
    fc.assert(
      fc.property(sketches, fc.integer(), (rows, seed) => {
        const index = indexOf(rows);
        const parts = split(index, { proportions: { train: 0.6, dev: 0.2, test: 0.2 }, seed });
        expect([...parts.train, ...parts.dev, ...parts.test].sort((a, b) => a - b)).toEqual(rows.map((_, row) => row));
        for (const [one, other] of [
          ['train', 'dev'],
          ['train', 'test'],
          ['dev', 'test'],
        ] as const)
          expect(overlapOf({ index, selection: parts[one] }, { index, selection: parts[other] })).toEqual({
            byContent: 0,
            byGroup: 0,
            row: undefined,
          });
      }),
    );
  });

  it('keep the proportions and the seed', () => {
    const index = indexOf(Array.from({ length: 1000 }, (_, row) => ({ o: `text ${row}`, group: `g${Math.floor(row / 3)}` })));
    const sizes = (seed: number): number[] =>
      Object.values(split(index, { proportions: { train: 3, test: 1 }, seed })).map((part) => part.length);
    expect(sizes(1).map((size, place) => Math.abs(size - [750, 250][place]!))).toEqual([
      expect.toSatisfy((off: number) => off <= 3),
      expect.toSatisfy((off: number) => off <= 3),
    ]);
    const parts = (seed: number): number[] => [...split(index, { proportions: { train: 3, test: 1 }, seed }).test];
    expect(parts(1)).toEqual(parts(1));
    expect(parts(1)).not.toEqual(parts(2));
  });

  it('refuse shares that are none', () => {
    const index = indexOf([{ o: 'a' }]);
    expect(() => split(index, { proportions: { a: 1, b: 0 }, seed: 1 })).toThrow(
      'split.b: expected a share above 0, got 0 (number).',
    );
    expect(() => split(index, { proportions: {}, seed: 1 })).toThrow(AssizeError);
  });
});

describe('examples', () => {
  const judged = indexOf([{ o: 'j1', group: 'g1' }, { o: 'j2' }]);
  const place = 'judges.j.prompt.examples';

  it('take turns among the golds, out of rows that have one', () => {
    const from = indexOf([
      { o: 'a', gold: 'pass' },
      { o: 'b', gold: 'pass' },
      { o: 'c', gold: 'pass' },
      { o: 'd', gold: 'fail' },
      { o: 'e', gold: 'fail' },
      { o: 'f' },
    ]);
    const golds = (count: number, seed = 3): Record<string, number> =>
      tally(
        drawExamples({ index: from }, { judged: { index: judged }, count, seed, place }).map(
          (row) => from.golds[from.gold[row] as number],
        ),
      );
    expect(golds(4)).toEqual({ pass: 2, fail: 2 });
    expect(golds(5)).toEqual({ pass: 3, fail: 2 });
    expect(() => golds(6)).toThrow(
      'judges.j.prompt.examples: expected 6 rows with gold to draw examples from, got 5. Ask for fewer.',
    );
    expect(() => golds(0)).toThrow(AssizeError);
    const drawn = (seed: number): number[] => drawExamples({ index: from }, { judged: { index: judged }, count: 3, seed, place });
    expect(drawn(1)).toEqual(drawn(1));
  });

  it('are refused where they share content or a group with the judged set, ids aside', () => {
    const draw = (rows: readonly Sketch[]): number[] =>
      drawExamples({ index: indexOf(rows) }, { judged: { index: judged }, count: 1, seed: 1, place });
    expect(draw([{ o: 'x', gold: 1 }])).toEqual([0]);
    expect(() =>
      draw([
        { o: 'x', gold: 1 },
        { o: 'j2', gold: 1 },
      ]),
    ).toThrow(
      'judges.j.prompt.examples: expected examples from a set or split apart from the judged one, got 1 rows of the same content and 0 of the same group (one at line 2). Use another set or split.',
    );
    expect(() => draw([{ o: 'x', gold: 1, group: 'g1' }])).toThrow('0 rows of the same content and 1 of the same group');
    // A judged part of the same set is no obstacle to another part of it.
    const index = indexOf([
      { o: 'a', gold: 1 },
      { o: 'b', gold: 1 },
    ]);
    expect(
      drawExamples(
        { index, selection: Uint32Array.of(0) },
        { judged: { index, selection: Uint32Array.of(1) }, count: 1, seed: 1, place },
      ),
    ).toEqual([0]);
  });
});
