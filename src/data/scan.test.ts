import { gzipSync } from 'node:zlib';
import { execFileSync } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssizeError } from '../core/errors.ts';
import { openDataset, type OpenDatasetOptions } from './dataset.ts';
import type { DatasetSpec } from './dataset-spec.ts';
import type { Row } from './row.ts';
import { collected, scratchFolder } from './scratch-folder.ts';
import { scan, type ScannedDataset, type ScanOptions } from './scan.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
const open: ScannedDataset[] = [];
let count = 0;
beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(async () => {
  for (const set of open) await set.close();
  await folder.remove();
});

async function scanned(
  spec: DatasetSpec,
  options: Partial<ScanOptions> = {},
  opening: Partial<OpenDatasetOptions> = {},
): Promise<ScannedDataset> {
  const dataset = await openDataset(spec, { name: 'answers', base: folder.path, ...opening });
  try {
    const set = await scan(dataset, { onBadRow: 'fail', ...options });
    open.push(set);
    return set;
  } catch (error) {
    await dataset.close();
    throw error;
  }
}

/** Puts records into a file of their own and gives its name. */
async function jsonl(...records: unknown[]): Promise<string> {
  count += 1;
  const name = `set-${count}.jsonl`;
  await folder.put(name, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return name;
}

async function rowsOf(
  spec: DatasetSpec,
  options: Partial<ScanOptions> = {},
  opening: Partial<OpenDatasetOptions> = {},
): Promise<Row[]> {
  return collected((await scanned(spec, options, opening)).rows());
}

async function failure(promise: Promise<unknown>): Promise<AssizeError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(AssizeError);
  expect((error as AssizeError).message).not.toContain('\n');
  return error as AssizeError;
}

describe('mapping', () => {
  it('maps columns, paths and constants', async () => {
    const files = await jsonl({
      key: 7,
      q: { text: 'why?' },
      answers: [{ text: 'no' }, { text: 'because' }],
      'meta.lang': 'en_US',
      meta: { lang: 'de', score: 0.5 },
      label: true,
      source: 'doc 1',
      model: 'm1',
      who: 3,
      why: 'It says so.',
    });
    const map = {
      id: 'key',
      input: 'q.text',
      output: 'answers[1].text',
      context: { value: ['a', 'b'] },
      language: 'meta.lang',
      gold: 'label',
      group: 'source',
      system: 'model',
      rater: 'who',
      rationale: 'why',
      fields: { score: 'meta.score', all: 'answers', gone: 'answers[7]', none: { value: null } },
    };
    const extra = await jsonl({
      key: 8,
      q: {},
      answers: [0, 1, 2, 3, 4, 5, 6, ''].map((text) => ({ text })),
      meta: { score: null },
      label: null,
    });
    expect(await rowsOf({ files: [files, extra], map })).toEqual([
      {
        index: 0,
        source: { file: files, line: 1 },
        item: {
          id: '7',
          input: 'why?',
          output: 'because',
          context: 'a\n\nb',
          language: 'en-US',
          fields: { score: '0.5', all: '[\n  {\n    "text": "no"\n  },\n  {\n    "text": "because"\n  }\n]' },
        },
        gold: true,
        group: 'doc 1',
        system: 'm1',
        rater: '3',
        rationale: 'It says so.',
      },
      {
        index: 1,
        source: { file: extra, line: 1 },
        item: {
          id: '8',
          output: '1',
          context: 'a\n\nb',
          fields: { all: expect.stringContaining('"text": ""'), gone: '{\n  "text": ""\n}' },
        },
        group: '8',
      },
    ]);
  });

  it('keeps texts as they stand, and turns the rest into JSON', async () => {
    const nfd = 'e\u0301 ไทย 👩‍👩‍👧 {{x}} {% raw %} ${x} {0} <b>&amp;';
    const values = [nfd, '', 1.5, false, ['a', 'b\n'], [1, 2], { a: [1] }];
    const rows = await rowsOf({ files: await jsonl(...values.map((o) => ({ o }))), map: { output: 'o' } });
    expect(rows.map((row) => row.item.output)).toEqual([
      nfd,
      '',
      '1.5',
      'false',
      'a\n\nb\n',
      '[\n  1,\n  2\n]',
      '{\n  "a": [\n    1\n  ]\n}',
    ]);
  });

  it('gives FILE#ROW where no id is mapped, bad rows counted', async () => {
    await folder.put('deep/x.jsonl', '{"o":"a"}\nnot json\n{"o":"b"}\n');
    const rows = await rowsOf({ files: 'deep/x.jsonl', map: { output: 'o' } }, { onBadRow: 'skip' });
    expect(rows.map((row) => [row.index, row.item.id, row.group])).toEqual([
      [0, 'deep/x.jsonl#1', 'deep/x.jsonl#1'],
      [1, 'deep/x.jsonl#3', 'deep/x.jsonl#3'],
    ]);
  });

  it('takes columns that are named as fields without a map', async () => {
    const [row] = await rowsOf({ files: await jsonl({ id: 'a', output: 'x', gold: 'pass', other: 1 }) });
    expect([row?.item, row?.gold]).toEqual([{ id: 'a', output: 'x', fields: {} }, 'pass']);
    expect((await failure(scanned({ files: await jsonl({ text: 'x' }) }))).details['badRows']).toEqual([
      {
        source: { file: `set-${count}.jsonl`, line: 1 },
        reason: 'output: expected a column output, or outputA and outputB, or conversation, got none of them. Map the columns.',
      },
    ]);
  });

  it('takes an empty gold cell of a table for no gold, and reads its numbers as text', async () => {
    await folder.put('t.csv', 'id,output,gold,group,language\n1,x,,,\n2,y,4,g,eng\n');
    const rows = await rowsOf({ files: 't.csv' });
    expect(rows.map((row) => [row.item, row.gold, row.group])).toEqual([
      [{ id: '1', output: 'x', fields: {} }, undefined, '1'],
      [{ id: '2', output: 'y', language: 'en', fields: {} }, '4', 'g'],
    ]);
  });

  it('reads only what it needs of Parquet', async () => {
    await folder.put(
      'p.parquet',
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'a.b', data: ['x', 'y', 'z'] },
            { name: 'n', data: [1, 2, 3] },
            { name: 'unused', data: ['', '', ''] },
          ],
          rowGroupSize: 2,
        }),
      ),
    );
    const rows = await rowsOf({ files: 'p.parquet', map: { output: 'a.b', gold: 'n' } });
    expect(rows.map((row) => [row.source.line, row.item.id, row.item.output, row.gold])).toEqual([
      [1, 'p.parquet#1', 'x', 1],
      [2, 'p.parquet#2', 'y', 2],
      [3, 'p.parquet#3', 'z', 3],
    ]);
  });

  it('puts recorded columns beside the item and keeps its content the same', async () => {
    const files = await jsonl({ o: 'x', v: 'pass', n: { score: 3 } });
    const set = await scanned({ files, map: { output: 'o' } }, {}, { recordedColumns: ['v', 'n.score'] });
    const plain = await scanned({ files, map: { output: 'o' } });
    const [row] = await collected(set.rows());
    expect(row?.item.recorded).toEqual({ v: 'pass', 'n.score': 3 });
    expect([...set.index.content]).toEqual([...plain.index.content]);
    expect(set.rowsHash()).not.toBe(plain.rowsHash());
  });

  it('counts the fields and keeps a field named as a prototype', async () => {
    const set = await scanned({
      files: await jsonl({ o: 'x', r: 'y', p: 'z' }, { o: 'x', r: null, p: 'z' }),
      map: { output: 'o', reference: 'r', input: { value: null }, fields: { __proto__x: 'p', ['__proto__']: 'p' } },
    });
    expect(set.fieldCounts).toEqual({ output: 2, reference: 1, 'fields.__proto__x': 2, 'fields.__proto__': 2 });
  });

  it('keeps an unknown language as it is and says so', async () => {
    const set = await scanned({
      files: await jsonl(
        { o: 'a', l: 'Klingonese of Qo' },
        { o: 'b', l: 'German' },
        { o: 'c', l: 'ger' },
        { o: 'd', l: 'zh_hans_cn' },
      ),
      map: { output: 'o', language: 'l' },
    });
    expect((await collected(set.rows())).map((row) => row.item.language)).toEqual(['Klingonese of Qo', 'de', 'de', 'zh-Hans-CN']);
    expect(set.unknownLanguages).toEqual(['Klingonese of Qo']);
  });

  it('tells the language where it is asked to, and reads the same rows again', async () => {
    const texts = [
      'Das Wetter ist heute wirklich sehr schön.',
      'The weather is really very nice today.',
      '今日はとても天気がいいですね。',
      'ok',
    ];
    const files = await jsonl(...texts.map((o) => ({ o })), { o: 'irrelevant', l: 'fr' });
    const rows = await rowsOf({ files, map: { output: 'o', language: 'l' } }, {}, { identifyLanguages: true });
    expect(rows.map((row) => row.item.language)).toEqual(['de', 'en', 'ja', undefined, 'fr']);
  });
});

describe('bad rows', () => {
  it('are all told at once, with file, line and reason', async () => {
    const files = await jsonl({ id: 1, o: 'x', g: 'pass' });
    await appendFile(
      `${folder.path}/${files}`,
      [
        '{"id": "1", "o": "twin"}',
        '{"id": 2}',
        '{"id": 3, "o": "x", "g": "maybe"}',
        '{"id": 4, "o": "x", "g": ["pass"]}',
        '{"id": {}, "o": "x"}',
        '{"o": "no id"}',
        '{"id": 5, "o": "\\ud83d"}',
        '',
        'torn {"id',
      ].join('\n'),
    );
    const checkGold = (gold: unknown): string | undefined =>
      gold === 'pass' ? undefined : `expected one of pass, fail, got ${JSON.stringify(gold)}.`;
    const spec = { files, map: { id: 'id', output: 'o', gold: 'g' } };
    const error = await failure(scanned(spec, { checkGold }));
    expect(error.code).toBe('data');
    expect(error.message).toBe(
      `answers: expected rows that can be judged, got 8 bad of 9 (the first at ${files}:2). Mend them, or leave them out with --skip-bad-rows.`,
    );
    const reasons = (error.details['badRows'] as { source: { line: number }; reason: string }[]).map((row) => [
      row.source.line,
      row.reason,
    ]);
    expect(reasons).toEqual([
      [2, `id: expected each id once, got "1" again (first at ${files}:1).`],
      [3, 'output: expected a value under "o", got nothing.'],
      [4, 'gold: expected one of pass, fail, got "maybe".'],
      [5, 'gold: expected a text, a number or a boolean, got ["pass"] (list).'],
      [6, 'id: expected a text or a number, got {} (object).'],
      [7, 'id: expected a text or a number under "id", got none.'],
      [8, 'output: expected text, got half of a surrogate pair, which no encoding can carry.'],
      [10, expect.stringMatching(/^expected JSON, got a fault: .* the file may be cut off\.$/u)],
    ]);
    const skipping = await scanned(spec, { checkGold, onBadRow: 'skip' });
    expect([skipping.skipped, skipping.badRows.length, skipping.index.count]).toEqual([8, 8, 1]);
    expect((await collected(skipping.rows())).map((row) => row.item.output)).toEqual(['x']);
  });

  it('are counted beyond the first twenty', async () => {
    const files = await jsonl(...Array.from({ length: 30 }, () => ({ a: 1, o: null })), { o: 'x' });
    const error = await failure(scanned({ files, map: { output: 'o' } }));
    expect([error.details['count'], (error.details['badRows'] as unknown[]).length]).toEqual([30, 20]);
  });

  it('do not hide that nothing is left', async () => {
    const error = await failure(scanned({ files: await jsonl({ o: null }), map: { output: 'o' } }, { onBadRow: 'skip' }));
    expect(error.message).toBe(`answers: expected at least one good row, got 1 bad in set-${count}.jsonl. Mend them.`);
  });

  it('NFC and NFD of one id are one', async () => {
    const error = await failure(
      scanned({ files: await jsonl({ id: 'é', o: 'x' }, { id: 'e\u0301', o: 'y' }), map: { id: 'id', output: 'o' } }),
    );
    expect(error.details['count']).toBe(1);
  });
});

describe('configuration', () => {
  it('names the columns there are where one is in no row, and the nearest', async () => {
    const files = await jsonl({ id: 1, answer: 'x', meta: { score: 1 } });
    const error = await failure(scanned({ files, map: { id: 'id', output: 'answr' } }));
    expect(error.code).toBe('config');
    expect(error.message).toBe(
      'answers.map.output: expected a column of the data (id, answer, meta), got "answr", which no row has. Did you mean "answer"?',
    );
    const nested = await failure(scanned({ files, map: { output: 'answer', fields: { s: 'meta.scores' } } }));
    expect(nested.message).toMatch(/^answers\.map\.fields\.s: .* Did you mean "meta\.score"\?$/u);
  });

  it.each([
    [
      { files: 'x.jsonl', map: { outptu: 'a' } },
      /^answers\.map\.outptu: expected one of id, .*fields, got "outptu" \(string\)\. Did you mean output\?$/u,
    ],
    [
      { files: 'x.jsonl', map: { output: 3 } },
      /^answers\.map\.output: expected a column, a path or \{ value: constant \}, got 3 \(number\)/u,
    ],
    [
      { files: 'x.jsonl', map: { outputA: 'a' } },
      /^answers\.map\.outputB: expected a column, as outputA has one, got nothing\./u,
    ],
    [{ files: 'x.jsonl', limit: 0 }, /^answers\.limit: expected a whole number above 0, got 0/u],
    [{ files: 'x.jsonl', format: 'cvs' }, /^answers\.format: expected one of jsonl, .*Did you mean csv\?$/u],
    [{ files: 'x.jsonl', preset: 'xcopia' }, /^answers\.preset: expected .*got "xcopia" \(string\)\. Did you mean xcopa/u],
    [{ files: 'x.jsonl', filter: { a: [] } }, /^answers\.filter\.a: expected a value/u],
    [{ files: [] }, /^answers\.files: expected a path or a list of paths/u],
    [{ files: '-' }, /^answers\.files: .*where there is no standard input/u],
  ])('refuses %j', async (spec, message) => {
    const error = await failure(scanned(spec as DatasetSpec));
    expect(error.code).toBe('config');
    expect(error.message).toMatch(message);
  });

  it('tells files that cannot be read', async () => {
    await folder.put('unknown.txt', 'x');
    await folder.put('empty.jsonl', '');
    await folder.put('header.csv', 'id,output\n');
    const messages: string[] = [];
    for (const files of ['gone.jsonl', 'deep', 'no/*.jsonl', 'unknown.txt', 'empty.jsonl', 'header.csv', 'unknown.txt/x.jsonl'])
      messages.push((await failure(scanned({ files }))).message.replace(folder.path, 'BASE'));
    expect(messages).toEqual([
      'gone.jsonl: expected a file, got none of that name. Check the path.',
      'deep: expected a file, got a directory. Name its files, as in deep/*.jsonl.',
      'answers.files: expected files that match "no/*.jsonl", got none under BASE. Check the pattern.',
      'answers.files: expected a file that ends in .jsonl, .ndjson, .json, .csv, .tsv, .parquet, .xml (or one of these and .gz), got "unknown.txt" (string). Set format.',
      'answers: expected at least one row, got none in empty.jsonl. Check the files.',
      'answers: expected at least one row, got none in header.csv. Check the files.',
      'unknown.txt/x.jsonl: expected a file, got none of that name. Check the path.',
    ]);
  });
});

describe('files', () => {
  it('takes patterns in order, a file once, and a path that is there as it stands', async () => {
    for (const name of [
      'g/b.jsonl',
      'g/a.jsonl',
      'g/in/c.jsonl',
      'g/in/deep/d.jsonl',
      'g/.hidden.jsonl',
      'g/e{1,2}.jsonl',
      'g/f.csv',
    ])
      await folder.put(name, name.endsWith('csv') ? 'output\nx\n' : '{"output":"x"}\n');
    const filesOf = async (files: string | string[]): Promise<readonly string[]> => (await scanned({ files })).files;
    expect(await filesOf('g/*.jsonl')).toEqual(['g/a.jsonl', 'g/b.jsonl', 'g/e{1,2}.jsonl']);
    expect(await filesOf(['./g/b.jsonl', 'g/?.{jsonl,csv}'])).toEqual(['g/b.jsonl', 'g/a.jsonl', 'g/f.csv']);
    expect(await filesOf('g/**/*.jsonl')).toEqual([
      'g/a.jsonl',
      'g/b.jsonl',
      'g/e{1,2}.jsonl',
      'g/in/c.jsonl',
      'g/in/deep/d.jsonl',
    ]);
    expect(await filesOf('g/e{1,2}.jsonl')).toEqual(['g/e{1,2}.jsonl']);
    expect(await filesOf(`${folder.path}/g/i*/c.jsonl`)).toEqual([`${folder.path}/g/in/c.jsonl`]);
  });

  it('reads standard input twice', async () => {
    const rows = await rowsOf(
      { files: '-', map: { output: 'o' } },
      {},
      { stdin: Readable.from([Buffer.from('{"o":"a"}\n{"o":'), Buffer.from('"b"}\n')]) },
    );
    expect(rows.map((row) => [row.source, row.item.id, row.item.output])).toEqual([
      [{ file: 'stdin', line: 1 }, 'stdin#1', 'a'],
      [{ file: 'stdin', line: 2 }, 'stdin#2', 'b'],
    ]);
    const table = await rowsOf({ files: '-', format: 'csv' }, {}, { stdin: Readable.from([Buffer.from('output\nx\n')]) });
    expect(table.map((row) => row.item.output)).toEqual(['x']);
  });

  it('reads standard input as often as is asked, however early a reading stops', async () => {
    const lines = Array.from({ length: 3 }, (_, index) => JSON.stringify({ output: `${index}` }));
    for (const bytes of [Buffer.from(lines.join('\n')), gzipSync(lines.join('\n'))]) {
      const set = await scanned({ files: '-' }, {}, { stdin: Readable.from([bytes]) });
      const outputs: unknown[] = [];
      for (const selection of [Uint32Array.of(0), Uint32Array.of(0, 1, 2), Uint32Array.of(1), Uint32Array.of(2)])
        outputs.push((await collected(set.rows(selection))).map((row) => row.item.output));
      expect(outputs).toEqual([['0'], ['0', '1', '2'], ['1'], ['2']]);
    }
  });

  it.runIf(process.platform !== 'win32')('reads a pipe twice', async () => {
    const pipe = `${folder.path}/pipe.jsonl`;
    execFileSync('mkfifo', [pipe]);
    const written = writeFile(pipe, '{"output":"a"}\n');
    expect((await rowsOf({ files: 'pipe.jsonl' })).map((row) => row.item.output)).toEqual(['a']);
    await written;
  });

  it('filters by value, by a list of values and by absence', async () => {
    const files = await jsonl({ o: 'a', k: 1 }, { o: 'b', k: '1' }, { o: 'c', k: 2 }, { o: 'd', k: null, s: 'x' }, 'bad');
    const outputs = async (filter: DatasetSpec['filter']): Promise<unknown[]> => {
      const set = await scanned({ files, map: { output: 'o' }, ...(filter && { filter }) }, { onBadRow: 'skip' });
      return [(await collected(set.rows())).map((row) => row.item.output).join(''), set.filtered, set.skipped];
    };
    expect(await outputs({ k: 1 })).toEqual(['ab', 2, 1]);
    expect(await outputs({ k: ['2', null] })).toEqual(['cd', 2, 1]);
    expect(await outputs({ k: [1, 2], s: null })).toEqual(['abc', 1, 1]);
    expect((await failure(outputs({ k: 9 }))).message).toBe(
      `answers: expected at least one good row, got 1 bad and 4 that the filter leaves out in ${files}. Mend them.`,
    );
    expect((await failure(outputs({ kk: 1 }))).message).toMatch(
      /^answers\.filter\.kk: expected a column of the data .*Did you mean "k"\?$/u,
    );
  });

  it('says so where the filter lets nothing through', async () => {
    const error = await failure(scanned({ files: await jsonl({ o: 'a', k: 1 }), map: { output: 'o' }, filter: { k: 2 } }));
    expect(error.message).toBe('answers.filter: expected at least one row to pass, got none of 1. Check the values.');
  });

  it('reads no further than the limit', async () => {
    const files = await jsonl({ o: 'a' }, { o: 'b' }, { o: null });
    expect((await rowsOf({ files, map: { output: 'o' }, limit: 2 })).map((row) => row.item.output)).toEqual(['a', 'b']);
  });
});

describe('the second pass', () => {
  it('gives the selected rows in order, over several files', async () => {
    const files = [await jsonl({ o: 0 }, { o: 1 }), await jsonl({ o: 2 }), await jsonl({ o: 3 }, { o: 4 })];
    const set = await scanned({ files, map: { output: 'o' } });
    const read = async (rows: number[]): Promise<(string | undefined)[]> =>
      (await collected(set.rows(Uint32Array.from(rows)))).map((row) => row.item.output);
    expect(await read([0, 1, 2, 3, 4])).toEqual(['0', '1', '2', '3', '4']);
    expect(await read([1, 4])).toEqual(['1', '4']);
    expect(await read([])).toEqual([]);
    expect((await failure(read([2, 1]))).code).toBe('usage');
    expect((await failure(read([5]))).code).toBe('usage');
  });

  it('notices that a file changed', async () => {
    const changed = async (content: string): Promise<string> => {
      const files = await jsonl({ o: 'a' }, { o: 'b' });
      const set = await scanned({ files, map: { output: 'o' } });
      await writeFile(`${folder.path}/${files}`, content);
      return (await failure(collected(set.rows()))).message.replace(files, 'FILE');
    };
    const message = (line: number): string =>
      `FILE:${line}: expected the row that was read before, got another: the file changed while it was being read. Run again.`;
    expect(await changed('{"o":"a"}\n{"o":"B"}\n')).toBe(message(2));
    expect(await changed('{"o":"a"}\n')).toBe(message(2));
    expect(await changed('oops\n{"o":"b"}\n')).toBe(message(1));
  });

  it('stops at an abort', async () => {
    const set = await scanned({ files: await jsonl({ o: 'a' }), map: { output: 'o' } });
    await expect(collected(set.rows(undefined, { signal: AbortSignal.abort(new Error('stop')) }))).rejects.toThrow('stop');
  });

  it('hashes the selected rows: content, id, gold, group, language, order', async () => {
    const hash = async (...records: unknown[]): Promise<string> =>
      (
        await scanned({
          files: await jsonl(...records),
          map: { id: 'i', output: 'o', gold: 'g', group: 'c', language: 'l', input: 'n' },
        })
      ).rowsHash();
    const full = { i: 1, o: 'é', g: 'x', c: 'y', l: 'en', n: 'z' };
    const base = await hash(full, { ...full, i: 2 });
    expect(await hash({ ...full, o: 'e\u0301', l: 'eng' }, { ...full, i: '2' })).toBe(base);
    for (const change of [{ o: 'e' }, { g: 'w' }, { c: 'w' }, { l: 'de' }, { i: 3 }, { n: '' }, { n: null }])
      expect(await hash({ ...full, ...change }, { ...full, i: 2 }), JSON.stringify(change)).not.toBe(base);
    expect(await hash({ ...full, i: 2 }, full)).not.toBe(base);
    const set = await scanned({ files: await jsonl({ o: 'a' }, { o: 'b' }), map: { output: 'o' } });
    expect(set.rowsHash(Uint32Array.of(0))).not.toBe(set.rowsHash(Uint32Array.of(1)));
    expect(set.rowsHash(Uint32Array.of(0, 1))).toBe(set.rowsHash());
  });
});

describe('parallel items', () => {
  const map = { id: 'i', output: 'o', language: 'l', parallel: 'p', gold: 'g' };

  it('gives each item its other languages, without gold, wherever they stand and whatever is selected', async () => {
    const files = [
      await jsonl(
        { i: 1, o: 'one', l: 'en', p: 'a', g: 'x' },
        { i: 2, o: 'two', l: 'en', p: 'b' },
        { i: 3, o: 'alone', l: 'en', p: null },
      ),
      await jsonl({ i: 4, o: 'eins', l: 'de', p: 'a', g: 'x' }, { i: 5, o: 'un', l: 'fr', p: 'a' }),
    ];
    const set = await scanned({ files, map }, { parallel: true });
    const rows = await collected(set.rows(Uint32Array.of(0, 1, 2, 3)));
    expect(rows.map((row) => [row.item.parallelGroup, row.item.parallel])).toEqual([
      [
        'a',
        {
          de: { id: '4', output: 'eins', language: 'de', fields: {} },
          fr: { id: '5', output: 'un', language: 'fr', fields: {} },
        },
      ],
      ['b', undefined],
      [undefined, undefined],
      [
        'a',
        { en: { id: '1', output: 'one', language: 'en', fields: {} }, fr: { id: '5', output: 'un', language: 'fr', fields: {} } },
      ],
    ]);
    const [plain] = await rowsOf({ files, map });
    expect([plain?.item.parallelGroup, plain?.item.parallel]).toEqual(['a', undefined]);
  });

  it('tells a language that is missing or comes twice', async () => {
    const files = await jsonl(
      { i: 1, o: 'a', l: 'en', p: 'x' },
      { i: 2, o: 'b', l: 'en', p: 'x' },
      { i: 3, o: 'c', p: 'x', g: 1 },
    );
    const error = await failure(scanned({ files, map }, { parallel: true }));
    expect((error.details['badRows'] as { reason: string }[]).map((row) => row.reason)).toEqual([
      `parallel: expected each language once in the group "x", got en again (first at ${files}:1).`,
      'language: expected a language, as the row is of the parallel group "x", got none.',
    ]);
  });
});

describe('size', () => {
  it('reads 100,000 rows with little memory', { timeout: 120_000 }, async () => {
    const lines = Array.from({ length: 100_000 }, (_, i) =>
      JSON.stringify({
        id: i,
        q: `question ${i} `.repeat(10),
        o: `answer ${i} `.repeat(20),
        g: i % 3 === 0 ? 'pass' : 'fail',
        l: 'en',
      }),
    );
    await folder.put('large.jsonl', `${lines.join('\n')}\n`);
    lines.length = 0;
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage();
    const set = await scanned({ files: 'large.jsonl', map: { id: 'id', input: 'q', output: 'o', gold: 'g', language: 'l' } });
    expect(set.index.count).toBe(100_000);
    const columns = Object.values(set.index).filter((column) => ArrayBuffer.isView(column));
    expect(columns.reduce((bytes, column) => bytes + column.byteLength, 0)).toBeLessThan(6_000_000);
    // The file alone has 40 MB, its rows as objects more than twice that.
    collect();
    expect(process.memoryUsage().heapUsed - before.heapUsed).toBeLessThan(30_000_000);
    let last = -1;
    for await (const row of set.rows()) last = row.index;
    expect(last).toBe(99_999);
  });
});
