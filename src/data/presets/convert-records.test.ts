import { describe, expect, it } from 'vitest';
import type { Entry, EntryBatches } from '../formats/entry.ts';
import { collected } from '../scratch-folder.ts';
import { candidateSides } from './candidate-sides.ts';
import { convertGroups, convertRecords } from './convert-records.ts';
import { majority, raterColumns } from './majority.ts';
import { keyAt, textAt, wholeAt } from './record-cells.ts';

async function* batches(...all: readonly (readonly Entry[])[]): EntryBatches {
  for (const batch of all) yield batch;
}

describe('converting records', () => {
  it('keeps lines, counts bad rows in the ordinal, and tells a fault of the layout as a bad row', async () => {
    const rows = batches(
      [
        { line: 2, record: { a: 'x' } },
        { line: 3, bad: 'torn' },
      ],
      [
        { line: 5, record: { a: 7 } },
        { line: 6, record: { a: 'y' } },
      ],
    );
    expect(
      (
        await collected(
          convertRecords(rows, (record, ordinal) => [{ record: { a: textAt(record, 'a'), ordinal } }, { leftOut: 'second' }]),
        )
      ).flat(),
    ).toEqual([
      { line: 2, record: { a: 'x', ordinal: 0 } },
      { line: 2, leftOut: 'second' },
      { line: 3, bad: 'torn' },
      { line: 5, bad: 'a: expected a text, got 7 (number). Is this the file that the preset reads?' },
      { line: 6, record: { a: 'y', ordinal: 3 } },
      { line: 6, leftOut: 'second' },
    ]);
  });

  it('lets a fault of our own through', async () => {
    const fault = convertRecords(batches([{ line: 1, record: {} }]), () => {
      throw new TypeError('ours');
    });
    await expect(collected(fault)).rejects.toThrow('ours');
  });

  it('puts rows of one key together over batches, in the order of their first', async () => {
    const rows = batches(
      [
        { line: 1, record: { k: 'b' } },
        { line: 2, record: { k: 1 } },
      ],
      [
        { line: 3, bad: 'torn' },
        { line: 4, record: { k: 'b' } },
        { line: 5, record: { k: null } },
      ],
    );
    expect(
      (
        await collected(
          convertGroups(
            rows,
            (record) => keyAt(record, 'k'),
            (group) => [{ record: { size: group.length } }],
          ),
        )
      ).flat(),
    ).toEqual([
      { line: 3, bad: 'torn' },
      { line: 5, bad: 'k: expected a text or a number, got null. Is this the file that the preset reads?' },
      { line: 1, record: { size: 2 } },
      { line: 2, record: { size: 1 } },
    ]);
  });

  it('reads whole numbers written as digits, and no others', () => {
    expect([wholeAt({ a: '2' }, 'a', [1, 2]), wholeAt({ a: 1 }, 'a', [1, 2])]).toEqual([1 + 1, 1]);
    for (const a of ['3', 0, 1.5, '1.0', '', null, true, '-1'])
      expect(() => wholeAt({ a }, 'a', [1, 2])).toThrow('expected a whole number from 1 to 2');
    expect(() => wholeAt(Object.create({ a: 1 }) as object as Record<string, unknown>, 'a', [1, 2])).toThrow('got nothing');
  });
});

describe('votes', () => {
  it('need more than half of those that were given', () => {
    expect([
      majority(['a', 'b', 'a']),
      majority(['a', 'b']),
      majority([true, null, null]),
      majority([null]),
      majority([]),
      majority(['a', 'a', 'b', 'b', 'c']),
    ]).toEqual(['a', null, true, null, null, null]);
    expect(raterColumns([true, null], 3)).toEqual({ rater1: true, rater2: null, rater3: null });
  });
});

describe('sides', () => {
  it('are the same for the same id, and half are each', () => {
    expect(candidateSides('good', 'bad', 'x')).toEqual(candidateSides('good', 'bad', 'x'));
    const sides = Array.from({ length: 2000 }, (_, index) => candidateSides('good', 'bad', String(index)));
    for (const { outputA, outputB, gold } of sides)
      expect([outputA, outputB]).toEqual(gold === 'A' ? ['good', 'bad'] : ['bad', 'good']);
    const first = sides.filter(({ gold }) => gold === 'A').length;
    // Four standard errors of a fair coin.
    expect(Math.abs(first - 1000)).toBeLessThan(90);
  });
});
