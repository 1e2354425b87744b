import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssizeError } from '../../core/errors.ts';
import { viewOf } from '../../core/space-view.ts';
import type { VerdictSpace } from '../../core/verdict-space.ts';
import { openDataset } from '../dataset.ts';
import type { DatasetSpec } from '../dataset-spec.ts';
import type { Row } from '../row.ts';
import { scan, type ScannedDataset } from '../scan.ts';
import { collected, scratchFolder } from '../scratch-folder.ts';
import { raterNotes } from './rater-notes.ts';

const binary: VerdictSpace = { kind: 'binary', pass: { label: 'pass' }, fail: { label: 'fail' } };
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let count = 0;
beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(async () => folder.remove());

async function file(records: readonly object[]): Promise<string> {
  count += 1;
  await folder.put(`set-${count}.jsonl`, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return `set-${count}.jsonl`;
}

async function scanned<T>(
  spec: DatasetSpec,
  use: (set: ScannedDataset) => Promise<T> | T,
  { space = binary, skip = false }: { space?: VerdictSpace | null; skip?: boolean } = {},
): Promise<T> {
  const dataset = await openDataset(spec, { name: 'd', base: folder.path, ...(space !== null && { labelView: viewOf(space) }) });
  try {
    return await use(await scan(dataset, { onBadRow: skip ? 'skip' : 'fail' }));
  } finally {
    await dataset.close();
  }
}

const rowsOf = (spec: DatasetSpec, options?: Parameters<typeof scanned>[2]): Promise<Row[]> =>
  scanned(spec, async (set) => collected(set.rows()), options);

async function reasons(records: readonly object[], raters: DatasetSpec['raters'] = { consensus: 'majority' }): Promise<string[]> {
  return scanned(
    { files: await file([...records, { id: 'good', output: 'y', rater: 'Z', gold: 'pass' }]), raters },
    (set) => set.badRows.map(({ source, reason }) => `${source.line}: ${reason}`),
    {
      skip: true,
    },
  );
}

const label = (id: string, rater: string, gold: unknown, more: object = {}): object => ({
  id,
  output: `text of ${id}`,
  rater,
  gold,
  ...more,
});

describe('several rows of one id', () => {
  it('are one item, in the order of first rows, with the consensus as gold and every label beside it', async () => {
    const files = [
      await file([label('a', 'Ann', 'pass', { rationale: 'It is so.' }), label('b', 'Ann', 'PASS'), label('c', 'Ann', 'fail')]),
      await file([
        label('b', 'Bo', false),
        label('a', 'Bo', true),
        label('a', 'Cy', 'fail', { rationale: 'It is not.' }),
        label('d', 'Cy', null),
      ]),
    ];
    const rows = await rowsOf({ files, raters: { consensus: 'majority' } });
    expect(
      rows.map(({ index, item, gold, rationale, labels, rater, source }) => ({
        index,
        id: item.id,
        gold,
        rationale,
        labels,
        rater,
        line: source.line,
      })),
    ).toEqual([
      {
        index: 0,
        id: 'a',
        gold: 'pass',
        rationale: 'It is so.',
        labels: [
          { rater: 'Ann', label: 'pass', rationale: 'It is so.' },
          { rater: 'Bo', label: 'pass' },
          { rater: 'Cy', label: 'fail', rationale: 'It is not.' },
        ],
        rater: undefined,
        line: 1,
      },
      {
        index: 1,
        id: 'b',
        gold: undefined,
        rationale: undefined,
        labels: [
          { rater: 'Ann', label: 'pass' },
          { rater: 'Bo', label: 'fail' },
        ],
        rater: undefined,
        line: 2,
      },
      {
        index: 2,
        id: 'c',
        gold: 'fail',
        rationale: undefined,
        labels: [{ rater: 'Ann', label: 'fail' }],
        rater: undefined,
        line: 3,
      },
      { index: 3, id: 'd', gold: undefined, rationale: undefined, labels: [], rater: undefined, line: 4 },
    ]);
  });

  it('what is to be known is said: ties, raters who labelled nothing, two raters for dawid-skene', async () => {
    const files = await file([
      label('a', 'Ann', 'pass'),
      label('a', 'Bo', 'fail'),
      label('b', 'Ann', 'pass'),
      label('b', 'Bo', 'pass'),
      label('b', 'Mute', null),
    ]);
    const notes = (consensus: 'majority' | 'dawid-skene'): Promise<string[]> =>
      scanned({ files, raters: { consensus } }, ({ raters }) => raterNotes(raters as NonNullable<typeof raters>, 'd'));
    expect(await notes('majority')).toEqual([
      'd: gold is the consensus (majority) of 2 raters on 1 of 2 items.',
      'd: 1 items have no consensus (a tie: 1); they are judged and count in no agreement.',
      'd: Mute labelled nothing.',
    ]);
    expect((await notes('dawid-skene')).at(-1)).toContain('not identified by their labels alone');
  });

  it('limit counts items, the filter leaves rows out, and the consensus is of the rows that are left', async () => {
    const files = await file([
      label('a', 'Ann', 'pass', { year: 1 }),
      label('b', 'Ann', 'pass', { year: 1 }),
      label('a', 'Bo', 'fail', { year: 2 }),
      label('a', 'Cy', 'fail', { year: 2 }),
    ]);
    const raters = { consensus: 'majority' } as const;
    expect((await rowsOf({ files, raters, limit: 1 })).map(({ item, gold }) => [item.id, gold])).toEqual([['a', 'fail']]);
    expect((await rowsOf({ files, raters, filter: { year: 1 } })).map(({ gold }) => gold)).toEqual(['pass', 'pass']);
  });

  it('a label that changes is another row, to a run that goes on', async () => {
    const hash = async (second: string): Promise<string> => {
      const files = await file([label('a', 'Ann', 'pass'), label('a', 'Bo', 'pass'), label('a', 'Cy', second)]);
      return scanned({ files, raters: { consensus: 'majority' } }, (set) => set.rowsHash());
    };
    expect(await hash('fail')).not.toBe(await hash('pass'));
  });

  it('numbers: the mean is gold', async () => {
    const files = await file([label('a', 'Ann', 2), label('a', 'Bo', 5)]);
    const space: VerdictSpace = { kind: 'interval', min: 0, max: 10, better: 'higher' };
    expect((await rowsOf({ files, raters: { consensus: 'mean' } }, { space })).map(({ gold }) => gold)).toEqual([3.5]);
  });

  it('without a space labels are compared as they stand', async () => {
    const files = await file([label('a', 'Ann', 'x'), label('a', 'Bo', 'x'), label('a', 'Cy', 'X')]);
    expect((await rowsOf({ files, raters: { consensus: 'majority' } }, { space: null })).map(({ gold }) => gold)).toEqual(['x']);
  });
});

describe('bad rows', () => {
  it('a label of the wrong type, off the menu; a row without a rater', async () => {
    expect(
      await reasons([
        label('a', 'Ann', ['pass']),
        label('a', 'Bo', 'maybe'),
        label('a', '', 'pass'),
        { id: 'a', output: 'text of a', gold: 'pass' },
      ]),
    ).toEqual([
      '1: gold: expected a text, a number or a boolean, got ["pass"] (list).',
      expect.stringMatching(/^2: gold: .*maybe/u),
      '3: rater: expected a name, as the set has raters, got "" (string).',
      '4: rater: expected a name, as the set has raters, got nothing.',
    ]);
  });

  it('another text under the same id', async () => {
    expect(await reasons([label('a', 'Ann', 'pass'), label('a', 'Bo', 'pass', { output: 'other' })])).toEqual([
      '2: output: expected the same item in every rater\'s row, got "other" (string) where another row of "a" has "text of a" (string).',
    ]);
  });

  it('a second label of one rater, unless the last is to be taken', async () => {
    const records = [label('a', 'Ann', 'pass'), label('a', 'Ann', 'fail')];
    expect(await reasons(records)).toEqual([
      expect.stringContaining('expected one label of each rater for an item, got a second of "Ann" for "a"'),
    ]);
    expect(await reasons(records, { consensus: 'majority', repeats: 'last' })).toEqual([]);
    const rows = await rowsOf({ files: await file(records), raters: { consensus: 'majority', repeats: 'last' } });
    expect(rows.map(({ gold, labels }) => [gold, labels])).toEqual([['fail', [{ rater: 'Ann', label: 'fail' }]]]);
  });

  it('languages: EN and eng are one, none and en-US are others than en', async () => {
    const language = (rater: string, of: string | null): object => label('a', rater, 'pass', { language: of });
    expect(
      await reasons([language('A', 'EN'), language('B', 'eng'), language('C', 'en'), language('D', 'en-US'), language('E', '')]),
    ).toEqual([
      '4: language: expected the same item in every rater\'s row, got "en-US" (string) where another row of "a" has "en" (string).',
      '5: language: expected the same item in every rater\'s row, got nothing where another row of "a" has "en" (string).',
    ]);
  });

  it('all rows bad end with the rows, not with the consensus', async () => {
    const error = await rowsOf({ files: await file([label('a', 'Ann', 'maybe')]), raters: { consensus: 'dawid-skene' } }).catch(
      (caught: unknown) => caught,
    );
    expect((error as AssizeError).message).toContain('1 bad of 1');
  });
});

describe('a configuration that cannot be', () => {
  it('needs id, rater and gold in its map', async () => {
    const files = await file([label('a', 'Ann', 'pass')]);
    await expect(
      rowsOf({ files, map: { id: 'id', output: 'output', gold: 'gold' }, raters: { consensus: 'majority' } }),
    ).rejects.toThrow('d.map.rater: expected a column, as the set has raters');
  });

  it('a rule that the space has no meaning for', async () => {
    await expect(rowsOf({ files: await file([label('a', 'Ann', 'pass')]), raters: { consensus: 'median' } })).rejects.toThrow(
      'd.raters.consensus: expected median where labels have an order',
    );
  });
});
