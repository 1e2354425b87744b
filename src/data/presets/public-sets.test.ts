import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { viewOf } from '../../core/space-view.ts';
import { openDataset } from '../dataset.ts';
import type { DatasetSpec } from '../dataset-spec.ts';
import type { Row } from '../row.ts';
import { scan } from '../scan.ts';
import { collected } from '../scratch-folder.ts';
import { presetNamed, presets } from './presets.ts';

const folder = process.env['ASSIZE_PUBLIC_DATA'] ?? fileURLToPath(new URL('../../../../shared/datasets', import.meta.url));
const isThere = existsSync(folder);
if (!isThere) process.stderr.write('Skipped: presets on public data sets (set ASSIZE_PUBLIC_DATA to their folder).\n');

type Read = { readonly rows: readonly Row[]; readonly leftOut: Readonly<Record<string, number>> };

async function read(
  name: string,
  spec: Partial<DatasetSpec> & { readonly recorded?: readonly string[]; readonly parallel?: boolean } = {},
): Promise<Read> {
  const preset = presetNamed(name, 'test');
  const { recorded = [], parallel = false, ...rest } = spec;
  const dataset = await openDataset(
    { files: preset.files, preset: name, ...rest },
    { name, base: join(folder, preset.source.folder), recordedColumns: recorded },
  );
  const view = viewOf(preset.verdict);
  const checkGold = (gold: string | number | boolean): string | undefined => {
    const admission = view.admit(gold);
    return 'problem' in admission ? admission.message : undefined;
  };
  const set = await scan(dataset, { onBadRow: 'fail', parallel, ...(rest.map === undefined && { checkGold }) });
  try {
    return { rows: await collected(set.rows()), leftOut: set.leftOut };
  } finally {
    await set.close();
  }
}

function tally(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}
const golds = ({ rows }: Read): Record<string, number> => tally(rows.map((row) => row.gold));
const languages = ({ rows }: Read): Record<string, number> => tally(rows.map((row) => row.item.language));
const groups = ({ rows }: Read): number => new Set(rows.map((row) => row.group)).size;
const share = (rows: readonly Row[], column: string): number =>
  rows.filter((row) => row.item.recorded?.[column] === row.gold).length;

/** The published files themselves; every count is of the README that came with them, or was made by another program. */
describe.skipIf(!isThere)('presets on public data sets', () => {
  it.each(presets.filter(({ source }) => source.files.length > 0).map((preset) => [preset.name, preset] as const))(
    '%s reads its files without a bad row, as many items as it says, in the languages that it says',
    async (name, preset) => {
      const set = await read(name, { recorded: Object.keys(preset.columns ?? {}).filter((column) => column !== 'preceding') });
      expect([set.rows.length, Object.keys(languages(set)).toSorted()]).toEqual([preset.items, preset.languages.toSorted()]);
    },
  );

  it('has the pinned files, byte for byte', async () => {
    const files = [
      ...new Map(presets.flatMap(({ source }) => source.files.map((file) => [`${source.folder}/${file.to}`, file] as const))),
    ];
    expect(files).toHaveLength(80);
    for (const [path, file] of files) {
      const bytes = await readFile(join(folder, path));
      expect([path, bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([path, file.bytes, file.sha256]);
    }
  });

  it('XCOPA: labels, groups, and the question repaired in 465 rows of five languages', async () => {
    const set = await read('xcopa', { recorded: ['split', 'question_as_published'], parallel: true });
    expect(golds(set)).toEqual({ A: 11 * 305, B: 11 * 295 });
    expect(groups(set)).toBe(600);
    const wrong = set.rows.filter((row) => row.item.recorded?.['question_as_published'] !== row.item.fields['question']);
    expect(tally(wrong.map((row) => `${row.item.language} ${row.item.recorded?.['split']}`))).toEqual({
      'th val': 52,
      'th test': 250,
      'tr val': 52,
      'tr test': 51,
      'sw val': 6,
      'sw test': 37,
      'id val': 5,
      'id test': 4,
      'it val': 5,
      'it test': 4,
    });
    expect(Object.keys(set.rows[0]?.item.parallel ?? {})).toHaveLength(10);
  });

  it('XCOPA: the translated files, with English COPA beside the others in one set', async () => {
    const translated = await read('xcopa', { files: 'data-gmt/*/*.jsonl' });
    expect([translated.rows.length, languages(translated), translated.leftOut]).toEqual([
      5999,
      { en: 5999 },
      { 'its two candidates are the same': 1 },
    ]);
    const both = await read('xcopa', { files: ['data/th/*.jsonl', '../copa_en/*.xml'], parallel: true });
    expect(languages(both)).toEqual({ th: 600, en: 1000 });
    const thai = both.rows.filter((row) => row.item.language === 'th');
    expect(thai.every((row) => row.item.parallel?.['en']?.fields['question'] === row.item.fields['question'])).toBe(true);
    const english = new Map(both.rows.filter((row) => row.item.language === 'en').map((row) => [row.group, row.gold]));
    expect(thai.every((row) => english.get(row.group) === row.gold)).toBe(true);
  });

  it('PWS: items by language, and those that are left out', async () => {
    const set = await read('pws');
    expect(languages(set)).toEqual({ en: 301, hu: 239, fr: 209, pt: 271, zh: 284, ja: 276, ru: 278 });
    const localised = await read('pws-localised');
    expect(languages(localised)).toEqual({ pt: 133, ja: 154 });
    const unlike = 'the right answer is spelt like neither of the two';
    expect({ ...set.leftOut, ...localised.leftOut }).toMatchObject({
      [`hu: ${unlike}`]: 1,
      [`fr: ${unlike}`]: 3,
      [`man: ${unlike}`]: 6,
      [`jap: ${unlike}`]: 4,
      [`jap2: ${unlike}`]: 3,
    });
  });

  it('MEMERAG: labels by language, and none of the extension', async () => {
    const set = await read('memerag');
    const of = (language: string): Record<string, number> =>
      tally(set.rows.filter((row) => row.item.language === language).map((row) => row.gold));
    expect(Object.fromEntries(['en', 'de', 'es', 'fr', 'hi'].map((language) => [language, of(language)]))).toEqual({
      en: { true: 261, false: 126, undefined: 13 },
      de: { true: 333, false: 125, undefined: 10 },
      es: { true: 370, false: 185, undefined: 8 },
      fr: { true: 335, false: 204, undefined: 1 },
      hi: { true: 259, false: 90, undefined: 2 },
    });
    expect(groups(set)).toBe(1250);
    const commented = set.rows.filter((row) => row.gold === false && (row.rationale?.length ?? 0) > 15);
    expect(commented).toHaveLength(126 + 121 + 185 + 203 + 89);
    expect(golds(await read('memerag-relevance'))).toEqual({
      'Directly answers the question': 1407,
      'Adds context to the answer': 734,
      'Unrelated to the question': 181,
    });
  });

  it('MEMERAG’s extension: five raters, how they agree, and a row a label', async () => {
    const files = 'memerag_ext/*.jsonl';
    const set = await read('memerag', { files, recorded: ['agreement', 'rater1', 'rater5'] });
    expect([set.rows.length, groups(set)]).toEqual([226, 150]);
    expect(tally(set.rows.map((row) => row.item.recorded?.['agreement']))).toEqual({ 5: 174, 4: 37, 3: 15 });
    expect(golds(await read('memerag-ratings'))).toEqual({ true: 847, false: 283 });
    const both = await read('memerag', { files: ['memerag/en.jsonl', files] });
    expect(both.rows).toHaveLength(626);
  });

  it('GSM8K: four solutions a problem, right and wrong, without calculator marks', async () => {
    const set = await read('gsm8k');
    const of = (solver: string): Record<string, number> =>
      tally(set.rows.filter((row) => row.system === solver).map((row) => row.gold));
    expect([of('6b_finetuning'), of('6b_verification'), of('175b_finetuning'), of('175b_verification')]).toEqual([
      { true: 286, false: 1033 },
      { true: 515, false: 804 },
      { true: 458, false: 861 },
      { true: 742, false: 577 },
    ]);
    expect(groups(set)).toBe(1319);
    expect(set.rows.some(({ item }) => item.output?.includes('<<') || item.reference?.includes('<<'))).toBe(false);
    const pairs = await read('gsm8k-pairs');
    expect(pairs.leftOut).toEqual({ 'its four solutions are all right, or all wrong': 588 });
    const { A = 0, B = 0 } = golds(pairs);
    expect([A + B, Math.abs(A - B) < 80]).toEqual([731, true]);
  });

  it('MT-Bench: people’s majority, and GPT-4 in both orders', async () => {
    const set = await read('mt_bench', { recorded: ['gpt4_first', 'gpt4_swapped', 'gpt4_both_orders', 'checklist'] });
    expect([golds(set), groups(set)]).toEqual([{ A: 101, B: 99 }, 75]);
    const right = set.rows.map(
      (row) => ['gpt4_first', 'gpt4_swapped'].filter((column) => row.item.recorded?.[column] === row.gold).length,
    );
    expect(tally(right)).toEqual({ 2: 146, 1: 32, 0: 22 });
    expect(set.rows.filter((row) => row.item.recorded?.['gpt4_both_orders'] === 'tie')).toHaveLength(32);
  });

  it('MT-Bench-X: question and answer out of the prompt, four errors without gold', async () => {
    const set = await read('mt_bench_x', { recorded: ['score', 'turn'] });
    expect(languages(set)).toEqual({ de: 24, en: 12 });
    expect(set.rows.filter((row) => row.gold === undefined).map((row) => row.item.recorded?.['score'])).toEqual([-1, -1, -1, -1]);
    for (const { item } of set.rows) {
      expect(item.output).not.toMatch(/\[(?:The End|Das Ende)|### |The End of|Das Ende des/u);
      expect(item.input?.startsWith('User: ')).toBe(item.recorded?.['turn'] === 2);
      expect(item.output?.length).toBeGreaterThan(10);
    }
    const questions = await read('mt_bench-questions', { parallel: true });
    expect([languages(questions), groups(questions)]).toEqual([{ de: 80, es: 80, fr: 80, it: 80 }, 80]);
    const english = await read('mt_bench-questions', { files: '../mt_bench/question.jsonl' });
    expect([languages(english), english.rows.filter((row) => row.item.reference !== undefined).length]).toEqual([{ en: 80 }, 39]);
  });

  it('JudgeBench: labels and sources', async () => {
    const set = await read('judgebench', { recorded: ['source'] });
    expect(golds(set)).toEqual({ A: 193, B: 157 });
    expect(set.rows.filter((row) => String(row.item.recorded?.['source']).startsWith('mmlu-pro'))).toHaveLength(154);
  });

  it('LLMBar: subsets, and GPT-4’s recorded verdicts', async () => {
    const set = await read('llmbar', { recorded: ['subset'] });
    const of = (subset: string): Record<string, number> =>
      tally(set.rows.filter((row) => row.item.recorded?.['subset'] === subset).map((row) => row.gold));
    expect(['Natural', 'GPTInst', 'GPTOut', 'Manual', 'Neighbor'].map(of)).toEqual([
      { A: 42, B: 58 },
      { A: 45, B: 47 },
      { A: 22, B: 25 },
      { A: 22, B: 24 },
      { A: 75, B: 59 },
    ]);
    const right: Record<string, number> = {};
    for (const file of [
      'Natural/gpt4_cot_result.json',
      'Natural/gpt4_metrics_reference_result.json',
      'Adversarial/Manual/gpt4_metrics_reference_result.json',
    ])
      right[file] = share((await read('llmbar', { files: file, recorded: ['gpt4_both_orders'] })).rows, 'gpt4_both_orders');
    expect(Object.values(right)).toEqual([90, 94, 35]);
  });

  it('SEAHORSE: ratings of one summary together, whatever lies between; texts decoded', async () => {
    const set = await read('seahorse', { recorded: ['ratings', 'rater1', 'rater2', 'rater3', 'rater4'] });
    expect(set.rows.some(({ item }) => /\\u[0-9a-f]{4}/u.test(item.output ?? ''))).toBe(false);
    const repeated = set.rows.filter((row) => Number(row.item.recorded?.['ratings']) > 1);
    const unanimous = repeated.filter((row) => {
      const answers = [1, 2, 3, 4]
        .slice(0, Number(row.item.recorded?.['ratings']))
        .map((place) => row.item.recorded?.[`rater${place}`]);
      return new Set(answers).size === 1;
    });
    expect([repeated.length, unanimous.length]).toEqual([284, 267]);
    const ratings = await read('seahorse-ratings');
    expect(languages(ratings)).toEqual({ tr: 528, vi: 184, ru: 179, de: 138, 'es-ES': 14, 'en-US': 11 });
    expect(golds(ratings)).toEqual({ true: 970, false: 83, undefined: 1 });
    expect(golds(await read('seahorse-ratings', { map: { gold: 'repetition' } }))).toEqual({
      true: 770,
      false: 201,
      undefined: 83,
    });
  });

  it('LiTransProQA: two rows a pair, and the human shortcut', async () => {
    const set = await read('litransproqa', { recorded: ['pairing', 'maker_a', 'maker_b', 'pair'] });
    expect([golds(set), groups(set)]).toEqual([{ A: 166, B: 206 }, 150]);
    expect(tally(set.rows.map((row) => row.item.recorded?.['pair']))).toEqual({ 'de-en': 124, 'fr-en': 126, 'ru-en': 122 });
    const human = set.rows.filter((row) => String(row.item.recorded?.['pairing']).includes('human'));
    const won = human.filter((row) => row.item.recorded?.[row.gold === 'A' ? 'maker_a' : 'maker_b'] === 'human');
    expect([human.length, won.length]).toEqual([223, 223]);
    const machines = await read('litransproqa', { filter: { machines_only: true }, recorded: ['maker_a', 'maker_b'] });
    expect(tally(machines.rows.map((row) => row.item.recorded?.[row.gold === 'A' ? 'maker_a' : 'maker_b']))).toEqual({
      gpt3: 105,
      gt: 44,
    });
  });

  it('PandaLM: votes, majority, booleans as words, empty responses', async () => {
    const set = await read('pandalm', { recorded: ['rater1', 'rater2', 'rater3'] });
    expect([golds(set), groups(set)]).toEqual([{ A: 422, B: 472, tie: 105 }, 170]);
    expect(['rater1', 'rater2', 'rater3'].map((rater) => tally(set.rows.map((row) => row.item.recorded?.[rater])))).toEqual([
      { B: 475, A: 427, tie: 97 },
      { B: 466, A: 417, tie: 116 },
      { B: 475, A: 411, tie: 113 },
    ]);
    const split = set.rows.filter(
      (row) => new Set(['rater1', 'rater2', 'rater3'].map((rater) => row.item.recorded?.[rater])).size > 1,
    );
    expect(split).toHaveLength(120);
    expect(set.rows.filter(({ item }) => item.outputA === '' || item.outputB === '')).toHaveLength(54);
  });

  it('Shepherd: critiques, and mild faults without gold', async () => {
    const set = await read('shepherd', { recorded: ['which', 'flags', 'errors'] });
    const of = (which: string): readonly Row[] => set.rows.filter((row) => row.item.recorded?.['which'] === which);
    expect([tally(of('candidate').map((row) => row.gold)), tally(of('correct').map((row) => row.gold))]).toEqual([
      { false: 1216, undefined: 101 },
      { true: 1317 },
    ]);
    expect(of('candidate').every((row) => row.rationale !== undefined)).toBe(true);
    expect(of('candidate').filter((row) => String(row.item.recorded?.['errors']).includes('Arithmetic'))).toHaveLength(161);
  });

  it('FeedbackQA: gold where both agree, and a row a rating', async () => {
    const set = await read('feedbackqa', { recorded: ['rating1'] });
    expect([golds(set), groups(set)]).toEqual([{ true: 55, false: 38, undefined: 36 }, 43]);
    const ratings = await read('feedbackqa-ratings', { recorded: ['rating'] });
    expect(tally(ratings.rows.map((row) => row.item.recorded?.['rating']))).toEqual({
      Excellent: 93,
      Acceptable: 53,
      'Could be Improved': 44,
      Bad: 68,
    });
    expect(ratings.rows.every((row) => row.rationale !== undefined)).toBe(true);
  });
});
