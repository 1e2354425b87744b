import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AssizeError } from '../../core/errors.ts';
import { DataFile } from '../files/data-file.ts';
import { collected, scratchFolder } from '../scratch-folder.ts';
import type { Entry } from './entry.ts';
import { parseExactJson } from './exact-json.ts';
import { formatOfPath, type FormatName } from './format.ts';
import { readFile } from './read-file.ts';
import { readJson } from './json.ts';
import { readTable } from './table.ts';
import { textChunks } from './text.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let count = 0;
beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(() => folder.remove());

async function entries(content: string | Uint8Array, format: FormatName): Promise<Entry[]> {
  count += 1;
  const name = `file-${count}`;
  const file = await DataFile.at(await folder.put(name, content), name);
  try {
    return (await collected(readFile(file, format)))
      .flat()
      .map((entry) => ('record' in entry ? { line: entry.line, record: { ...entry.record } } : entry));
  } finally {
    await file.close();
  }
}

async function failure(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(AssizeError);
  return (error as AssizeError).message.replaceAll(/file-\d+/gu, 'FILE');
}

/** The bytes in pieces of a size, to put the cut inside characters, line ends and marks. */
async function* inPieces(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as Uint8Array);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe('format by extension', () => {
  it('knows each, in any case, gzip of each', () => {
    expect(
      ['a.jsonl', 'b.ndjson', 'c.JSON', 'd.csv.gz', 'e.x.tsv', 'f.parquet', 'g.txt', 'jsonl', 'h.gz'].map(formatOfPath),
    ).toEqual(['jsonl', 'jsonl', 'json', 'csv', 'tsv', 'parquet', undefined, undefined, undefined]);
  });
});

describe('JSON Lines', () => {
  it('reads CRLF, a byte order mark and blank lines under their physical lines', async () => {
    expect(await entries('\ufeff{"a":1}\r\n\r\n  {"a":"ü"}\r\n', 'jsonl')).toEqual([
      { line: 1, record: { a: 1 } },
      { line: 3, record: { a: 'ü' } },
    ]);
  });

  it('tells rows that are no object or no JSON, and a torn last line', async () => {
    const found = await entries('{"a":1}\n[1]\nnull\n{"a":NaN}\n{"a":2}\n{"a":"to', 'jsonl');
    expect(found.map((entry) => ('bad' in entry ? [entry.line, entry.bad] : entry))).toEqual([
      { line: 1, record: { a: 1 } },
      [2, 'expected an object, got [1] (list).'],
      [3, 'expected an object, got null.'],
      [4, expect.stringMatching(/^expected JSON, got a fault: .*NaN/u)],
      { line: 5, record: { a: 2 } },
      [6, expect.stringMatching(/the file may be cut off\.$/u)],
    ]);
  });

  it('reads a last line without line break', async () => {
    expect(await entries('{"a":1}\n{"a":2}', 'jsonl')).toEqual([
      { line: 1, record: { a: 1 } },
      { line: 2, record: { a: 2 } },
    ]);
  });

  it('tells bytes that are not UTF-8, and only where they are', async () => {
    const latin = Buffer.concat([
      Buffer.from('{"a":"ok \ufffd"}\n{"a":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}\n{"a":"é"}\n'),
    ]);
    expect(await entries(latin, 'jsonl')).toEqual([
      { line: 1, record: { a: 'ok \ufffd' } },
      { line: 2, bad: 'expected UTF-8, got the byte 0xE9. Convert the file to UTF-8.' },
      { line: 3, record: { a: 'é' } },
    ]);
    expect(await failure(entries(Buffer.from('\ufeff{"a":1}\n', 'utf16le'), 'jsonl'))).toBe(
      'FILE: expected UTF-8, got UTF-16 (its byte order mark). Convert the file to UTF-8.',
    );
  });

  it('keeps integers that a number cannot hold', async () => {
    expect(
      await entries(
        '{"id":1234567890123456789,"b":"1234567890123456789 \\" 9999999999999999","c":[-9999999999999999,1.5,9007199254740991]}\n',
        'jsonl',
      ),
    ).toEqual([
      {
        line: 1,
        record: {
          id: '1234567890123456789',
          b: '1234567890123456789 " 9999999999999999',
          c: ['-9999999999999999', 1.5, 9007199254740991],
        },
      },
    ]);
  });

  it('cannot be made to speak to a terminal or to reach a prototype', async () => {
    const found = await entries('{"a":\u001b[31m}\n{"__proto__":{"x":1}}\n', 'jsonl');
    expect(JSON.stringify(found[0])).not.toContain('\\u001b[31m"');
    expect('bad' in (found[0] as Entry) && (found[0] as { bad: string }).bad.includes('\u001b')).toBe(false);
    expect((found[1] as { record: object }).record).not.toHaveProperty('x');
  });

  it('reads gzip by its content, and a damaged one is told', async () => {
    const packed = gzipSync('{"a":1}\n'.repeat(1000));
    expect(await entries(packed, 'jsonl')).toHaveLength(1000);
    expect(await failure(entries(packed.subarray(0, packed.length - 12), 'jsonl'))).toBe(
      'FILE: expected gzip data, got a damaged or cut-off file (Z_BUF_ERROR). Fetch it again.',
    );
  });

  it('reads a line of 5 MB and text cut anywhere', async () => {
    const long = 'ไทย😀'.repeat(300_000);
    expect(await entries(`{"a":${JSON.stringify(long)}}\n`, 'jsonl')).toEqual([{ line: 1, record: { a: long } }]);
    const text = '\ufeffé😀\r\n"ไ';
    for (const size of [1, 2, 3, 5]) {
      const chunks = await collected(textChunks(inPieces(text, size), 'f'));
      expect(chunks.map((chunk) => chunk.text).join('')).toBe(text.slice(1));
      expect(chunks.every((chunk) => chunk.clean)).toBe(true);
    }
  });
});

describe('JSON', () => {
  it('reads an array, each element under its line', async () => {
    expect(await entries('\n[\n {"a": "x]},{\\"\\\\"},\n {"a": [1, {"b": {}}]}\n]\n', 'json')).toEqual([
      { line: 3, record: { a: 'x]},{"\\' } },
      { line: 4, record: { a: [1, { b: {} }] } },
    ]);
  });

  it('reads the one array of objects in an object', async () => {
    expect(
      await entries(
        '{"version": [1, 2], "empty": [], "meta": {"n": [{}], "s": "]"}, "n": 3, "rows": [{"a": 1}, {"a": 2}], "x": null}',
        'json',
      ),
    ).toEqual([
      { line: 1, record: { a: 1 } },
      { line: 1, record: { a: 2 } },
    ]);
  });

  it('tells bad elements and goes on', async () => {
    const found = await entries('[{"a":1},\n 3,\n {"a":tru},\n {"a":2},\n {"a', 'json');
    expect(found.map((entry) => ('bad' in entry ? [entry.line, entry.bad] : entry))).toEqual([
      { line: 1, record: { a: 1 } },
      [2, 'expected an object, got 3 (number).'],
      [3, expect.stringContaining('expected JSON')],
      { line: 4, record: { a: 2 } },
      [5, 'expected a whole row, got the end of the file. The file may be cut off.'],
    ]);
  });

  it.each([
    [
      '{"a":1}\n{"a":2}\n',
      'FILE:2: expected one value, got "{" after the value. If the file has an object a line, set format: jsonl.',
    ],
    [
      '{"a":1,"b":[]}',
      'FILE:1: expected an array of objects, or an object with one, got an object without (its keys: a, b). Check the file.',
    ],
    ['{"a":[{}],"b":[{}]}', 'FILE:1: expected one array of objects, got 2 (a, b). Keep one a file.'],
    ['[{}] x', 'FILE:1: expected the end of the file, got "x" after the value. Mend the file.'],
    ['id,text\n', 'FILE:1: expected an array of objects, got "i". Check the format.'],
    ['{"a":[{}]', 'FILE:1: expected the whole of a JSON file, got its end inside the value. The file may be cut off.'],
  ])('tells what is wrong with %j', async (content, message) => {
    expect(await failure(entries(content, 'json'))).toBe(message);
  });

  it('an empty file and an empty array have no rows', async () => {
    expect(await entries('', 'json')).toEqual([]);
    expect(await entries(' [ ] ', 'json')).toEqual([]);
  });

  it('gives what JSON.parse gives, wherever the pieces are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (rows, size, wrapped) => {
          const text = JSON.stringify(wrapped && rows.length > 0 ? { 'k"]': 'x', rows } : rows, null, size % 3);
          const found = (await collected(readJson(textChunks(inPieces(text, size), 'f'), 'f'))).flat();
          expect(found.map((entry) => ('record' in entry ? entry.record : entry))).toEqual(parseExactJson(JSON.stringify(rows)));
        },
      ),
    );
  });
});

describe('CSV and TSV', () => {
  it('reads a byte order mark, CRLF, semicolons, quotes and line breaks in cells, and tells a ragged row by its line', async () => {
    const content = '\ufeffid;text;note\r\n1;"a;b\r\nc ""d""";\r\n\r\n2;x\r\n3;5" pipe;"y"\r\n';
    expect(await entries(content, 'csv')).toEqual([
      { line: 2, record: { id: '1', text: 'a;b\r\nc "d"', note: '' } },
      { line: 5, bad: 'expected 3 cells, as the header has, got 2. Mend the row.' },
      { line: 6, record: { id: '3', text: '5" pipe', note: 'y' } },
    ]);
  });

  it.each([
    ['a,b\n1,2', ','],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['"a,b,c";b\n1;2', ';'],
  ])('finds the separator of %j', async (content) => {
    expect(Object.values(((await entries(content, 'csv'))[0] as { record: object }).record)).toEqual(['1', '2']);
  });

  it('takes sep= at its word, and reads CR alone as line end', async () => {
    expect(await entries('sep=;\r\na;b,c,d\r\n1;2\r\n', 'csv')).toEqual([{ line: 3, record: { a: '1', 'b,c,d': '2' } }]);
    expect(await entries('a,b\r1,2\r3,4\r', 'csv')).toEqual([
      { line: 2, record: { a: '1', b: '2' } },
      { line: 3, record: { a: '3', b: '4' } },
    ]);
  });

  it('reads a cell of 5 MB', async () => {
    const cell = 'line "x"\n'.repeat(600_000);
    const found = await entries(`id,text\n1,"${cell.replaceAll('"', '""')}"\n2,b\n`, 'csv');
    expect(found.map((entry) => [entry.line, (entry as unknown as { record: { text: string } }).record.text.length])).toEqual([
      [2, cell.length],
      [600_003, 1],
    ]);
  });

  it('loses one line, not the rest of the file, to a quotation mark never closed', async () => {
    expect(await entries('a,b\n1,"x\n2,y\n3,z\n', 'csv')).toEqual([
      { line: 2, bad: 'expected a closing quotation mark, got none to the end of the file.' },
      { line: 3, record: { a: '2', b: 'y' } },
      { line: 4, record: { a: '3', b: 'z' } },
    ]);
    expect(await entries('a,b\n1,"x" y\n2,z\n', 'csv')).toEqual([
      { line: 2, bad: 'expected "," after a closing quotation mark, got " ".' },
      { line: 3, record: { a: '2', b: 'z' } },
    ]);
  });

  it('tells bytes that are not UTF-8', async () => {
    const latin = Buffer.concat([Buffer.from('a,b\n1,"x\n'), Buffer.from([0xe9]), Buffer.from('"\n2,é\n')]);
    expect(await entries(latin, 'csv')).toEqual([
      { line: 2, bad: 'expected UTF-8, got the byte 0xE9. Convert the file to UTF-8.' },
      { line: 4, record: { a: '2', b: 'é' } },
    ]);
  });

  it('passes over unnamed columns and refuses two of one name', async () => {
    expect(await entries(',a\n0,x\n', 'csv')).toEqual([{ line: 2, record: { a: 'x' } }]);
    expect(await failure(entries('a,b,a\n', 'csv'))).toBe(
      'FILE:1: expected columns with different names, got "a" twice. Rename one.',
    );
  });

  it('leaves the cells of other tables as they stand', async () => {
    const [entry] = await entries("a,b,c,d\n'-ing,01,true,'=x\n", 'csv');
    expect(entry).toEqual({ line: 2, record: { a: "'-ing", b: '01', c: 'true', d: "'=x" } });
  });

  it('reads TSV with and without quotation marks', async () => {
    expect(await entries('a\tb\n"x\ty"\t"say ""hi"""\n', 'tsv')).toEqual([{ line: 2, record: { a: 'x\ty', b: 'say "hi"' } }]);
    expect(await entries('a\tb\n"x\t"he said"\n', 'tsv-unquoted')).toEqual([{ line: 2, record: { a: '"x', b: '"he said"' } }]);
  });

  it('gives the cells that were written, wherever the pieces are cut', async () => {
    const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[",;\r\n a']*$/u));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell)),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('\n', '\r\n'),
        async (rows, size, end) => {
          const text = ['a,b', ...rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(','))].join(end);
          const found = (
            await collected(readTable(textChunks(inPieces(text, size), 'f'), 'f', { separator: 'sniff', quoting: true }))
          ).flat();
          expect(found.map((entry) => ('record' in entry ? [entry.record['a'], entry.record['b']] : entry))).toEqual(rows);
        },
      ),
    );
  });
});

describe('Parquet', () => {
  const write = (columnData: Parameters<typeof parquetWriteBuffer>[0]['columnData'], rowGroupSize = 2): Uint8Array =>
    new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize }));

  it('reads by row group, with big integers, times, lists and missing values', async () => {
    const bytes = write([
      { name: 'id', data: [1n, 1234567890123456789n, 3n], type: 'INT64' },
      { name: 'text', data: ['a', null, 'ü😀'], type: 'STRING' },
      { name: 'score', data: [0.5, Number.NaN, -1], type: 'DOUBLE' },
      { name: 'at', data: [new Date(0), new Date(1), new Date(2)], type: 'TIMESTAMP' },
      { name: 'tags', data: [['x', 'y'], [], { z: 1 }], type: 'JSON' },
    ]);
    const rows = [
      { line: 1, record: { id: 1, text: 'a', score: 0.5, at: '1970-01-01T00:00:00.000Z', tags: ['x', 'y'] } },
      { line: 2, record: { id: '1234567890123456789', text: null, score: null, at: '1970-01-01T00:00:00.001Z', tags: [] } },
      { line: 3, record: { id: 3, text: 'ü😀', score: -1, at: '1970-01-01T00:00:00.002Z', tags: { z: 1 } } },
    ];
    expect(await entries(bytes, 'parquet')).toEqual(rows);
    expect(await entries(gzipSync(bytes), 'parquet')).toEqual(rows);
  });

  it('tells bytes that are not UTF-8', async () => {
    const bytes = write([{ name: 'a', data: [new Uint8Array([0x61]), new Uint8Array([0x61, 0xff])], type: 'BYTE_ARRAY' }]);
    expect(await entries(bytes, 'parquet')).toEqual([
      { line: 1, record: { a: 'a' } },
      { line: 2, bad: 'expected UTF-8, got the byte 0xFF. Convert the file to UTF-8.' },
    ]);
  });

  it('reads only the columns that are wanted', async () => {
    const file = await DataFile.at(
      await folder.put(
        'wanted',
        write([
          { name: 'a', data: [1, 2] },
          { name: 'b', data: ['x', 'y'] },
        ]),
      ),
      'wanted',
    );
    expect((await collected(readFile(file, 'parquet', { wanted: () => ['b'] }))).flat()).toEqual([
      { line: 1, record: { b: 'x' } },
      { line: 2, record: { b: 'y' } },
    ]);
    expect((await collected(readFile(file, 'parquet', { wanted: () => [] }))).flat()).toHaveLength(2);
    await file.close();
  });

  it('tells a file that is none', async () => {
    expect(await failure(entries('{"a":1}\n'.repeat(10), 'parquet'))).toMatch(
      /^FILE: expected a Parquet file, got a fault: .*Check that the file is whole\.$/u,
    );
  });
});
