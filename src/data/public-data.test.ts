import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDataset } from './dataset.ts';
import type { DatasetSpec } from './dataset-spec.ts';
import type { Row } from './row.ts';
import { collected } from './scratch-folder.ts';
import { scan } from './scan.ts';

const folder = process.env['ASSIZE_PUBLIC_DATA'] ?? fileURLToPath(new URL('../../../shared/datasets', import.meta.url));
const isThere = existsSync(folder);
if (!isThere) process.stderr.write('Skipped: public data sets (set ASSIZE_PUBLIC_DATA to their folder).\n');

/** The public data sets as their authors publish them, read by plain maps. Skipped, and said so, where they are not at hand. */
describe.skipIf(!isThere)('public data sets', () => {
  const read = async (spec: DatasetSpec): Promise<{ readonly rows: Row[]; readonly skipped: number }> => {
    const set = await scan(await openDataset(spec, { name: 'public', base: folder }), { onBadRow: 'fail' });
    try {
      return { rows: await collected(set.rows()), skipped: set.skipped };
    } finally {
      await set.close();
    }
  };
  const tally = (rows: readonly Row[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const row of rows) counts[String(row.gold)] = (counts[String(row.gold)] ?? 0) + 1;
    return counts;
  };

  it('XCOPA: JSON Lines with CRLF, two candidates, languages that are not NFC', async () => {
    const map = {
      input: 'premise',
      outputA: 'choice1',
      outputB: 'choice2',
      gold: 'label',
      language: { value: 'th' },
      fields: { question: 'question' },
    };
    const { rows } = await read({ files: 'xcopa/data/th/{val,test}.th.jsonl', map });
    expect([rows.length, tally(rows)]).toEqual([600, { 0: 305, 1: 295 }]);
    expect(rows[0]?.item).toEqual({
      id: 'xcopa/data/th/test.th.jsonl#1',
      language: 'th',
      input: expect.not.stringMatching(/\r/u),
      outputA: expect.any(String),
      outputB: expect.not.stringMatching(/\r/u),
      fields: { question: 'effect' },
    });
  });

  it('LiTransProQA: CSV with quotation marks and commas in cells', async () => {
    const map = { input: 'src', output: 'tgt', group: 'ID', gold: 'best', system: 'model', fields: { pair: 'pair' } };
    const { rows } = await read({ files: 'litransproqa/*.csv', map });
    expect([rows.length, new Set(rows.map((row) => row.group)).size, tally(rows)]).toEqual([
      744,
      372,
      { text1: 332, text2: 412 },
    ]);
    expect(rows[0]?.item.input?.startsWith('"Darauf')).toBe(false);
  });

  it('PandaLM: a JSON array with booleans where texts should be, and empty texts', async () => {
    const map = {
      id: 'idx',
      input: 'instruction',
      context: 'input',
      outputA: 'response1',
      outputB: 'response2',
      gold: 'annotator1',
    };
    const { rows } = await read({ files: 'pandalm/testset-v1.json', map });
    expect([rows.length, tally(rows)]).toEqual([999, { 0: 97, 1: 427, 2: 475 }]);
    const outputs = rows.flatMap((row) => [row.item.outputA, row.item.outputB]);
    expect(outputs.filter((text) => text === 'true' || text === 'false').length).toBeGreaterThanOrEqual(6);
    expect(outputs).toContain('');
  });

  it('SEAHORSE: TSV whose empty cells mean no rating', async () => {
    const map = { output: 'summary', gold: 'question2', language: 'worker_lang', group: 'gem_id', system: 'model' };
    const { rows } = await read({ files: 'seahorse/*.tsv', map });
    const languages: Record<string, number> = {};
    for (const { item } of rows) languages[item.language ?? ''] = (languages[item.language ?? ''] ?? 0) + 1;
    expect([rows.length, languages]).toEqual([1054, { tr: 528, vi: 184, ru: 179, de: 138, 'es-ES': 14, 'en-US': 11 }]);
    expect(rows.filter((row) => row.gold === undefined)).toHaveLength(83);
  });

  it('Parallel Winograd schemas: TSV with quotation marks that are characters', async () => {
    const { rows } = await read({
      files: 'pws_winograd/pws.tsv',
      format: 'tsv-unquoted',
      map: { input: 'sentence_en', output: 'answer1_en', group: 'orig_id' },
    });
    expect(rows).toHaveLength(301);
  });

  it('MEMERAG: paths into lists, and groups that are numbers in one file and texts in another', async () => {
    const map = {
      input: 'query',
      output: 'answer[0].sentence',
      context: 'context',
      gold: 'answer[0].factuality',
      group: 'query_id',
    };
    const { rows } = await read({ files: 'memerag/memerag/{en,hi}.jsonl', map });
    expect(rows).toHaveLength(500);
    expect(new Set(rows.map((row) => row.group)).size).toBe(500);
  });
});
