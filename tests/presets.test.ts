import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse as parseYaml } from 'yaml';
import { describe, expect, test } from 'vitest';
import { loadConfig, parseConfig } from '../src/config/load.ts';
import { presetJudge, presetJudgeNames } from '../src/config/presets.ts';
import { resolveJudge } from '../src/config/resolve-judge.ts';
import type { Rubric } from '../src/judge/spec.ts';
import { strategyOf } from '../src/judge/catalogue.ts';
import { parseTemplate, placeholdersOf } from '../src/judge/prompt/template.ts';
import { viewOf } from '../src/core/space-view.ts';

type Row = Readonly<Record<string, unknown>>;

const root = path.resolve(import.meta.dirname, '..');
const inRoot = (...parts: string[]): string => path.join(root, ...parts);

/** Every line of a JSONL file as an object; throws on a line that is none. */
function rowsOf(...parts: string[]): Row[] {
  const text = readFileSync(inRoot(...parts), 'utf8');
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** How often each value of a key occurs. */
function countBy(rows: readonly Row[], key: (row: Row) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows) counts[key(row)] = (counts[key(row)] ?? 0) + 1;
  return counts;
}

const text = (row: Row, key: string): string => {
  const value = row[key];
  if (typeof value !== 'string' || value === '' || value.trim() !== value)
    throw new Error(`${String(row['id'])}.${key}: ${JSON.stringify(value)}`);
  return value;
};

/** Words where they are spaced; half the characters in Japanese, where about two make a word. */
const size = (shown: string, language: string): number => (language === 'ja' ? shown.length / 2 : shown.split(/\s+/u).length);

/** Share of the letters that are of a script. */
function scriptShare(shown: string, script: RegExp): number {
  const letters = shown.match(/\p{L}/gu) ?? [];
  return letters.filter((letter) => script.test(letter)).length / letters.length;
}

const languages = ['en', 'es', 'ar', 'ja'];
const scripts: Record<string, RegExp> = {
  en: /\p{Script=Latin}/u,
  es: /\p{Script=Latin}/u,
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
};

function checkSet(rows: readonly Row[], fields: readonly string[], gold: string, perLanguage: number): void {
  const ids = rows.map((row) => text(row, 'id'));
  expect(new Set(ids).size).toBe(ids.length);
  expect(countBy(rows, (row) => text(row, 'language'))).toEqual(
    Object.fromEntries(languages.map((language) => [language, perLanguage])),
  );
  for (const row of rows) {
    const language = text(row, 'language');
    const shown = fields.map((field) => text(row, field)).join(' ');
    expect(shown, ids.join()).toBe(shown.normalize('NFC'));
    expect(scriptShare(shown, scripts[language] as RegExp), text(row, 'id')).toBeGreaterThan(0.85);
    expect(size(shown, language), text(row, 'id')).toBeLessThanOrEqual(60);
    expect(text(row, 'source').length).toBeGreaterThan(0);
    expect(text(row, 'id')).toBe(`${text(row, 'group')}-${language}`);
  }
  // An item stands once in a language, and a group is in one language or in all four.
  const groups = countBy(rows, (row) => text(row, 'group'));
  expect(new Set(Object.values(groups))).toEqual(new Set([1, languages.length]));
  const values = [...new Set(rows.map((row) => text(row, gold)))];
  expect(values.length).toBe(2);
  for (const language of languages) {
    const counts = countBy(
      rows.filter((row) => row['language'] === language),
      (row) => text(row, gold),
    );
    expect(counts, language).toEqual(Object.fromEntries(values.map((value) => [value, perLanguage / 2])));
  }
  // Any head of the file that takes all four languages alike holds nearly as many of either label, so that --limit misleads nobody.
  for (let head = 8; head <= rows.length; head += 8) {
    const share = rows.slice(0, head).filter((row) => row[gold] === values[0]).length / head;
    expect(share, `first ${head}`).toBeGreaterThanOrEqual(0.375);
    expect(share, `first ${head}`).toBeLessThanOrEqual(0.625);
  }
}

describe('the example set', () => {
  const pairs = rowsOf('examples', 'quickstart', 'pairs.jsonl');
  const claims = rowsOf('examples', 'quickstart', 'claims.jsonl');

  test('pairs: ids, languages and scripts, sizes, groups, balance of places', () => {
    checkSet(pairs, ['question', 'answer_a', 'answer_b'], 'better', 10);
  });

  test('pairs: the longer answer is the better one in about half of them', () => {
    for (const language of languages) {
      const own = pairs.filter((row) => row['language'] === language);
      const longer = own.filter((row) => text(row, 'answer_a').length > text(row, 'answer_b').length === (row['better'] === 'A'));
      expect(longer.length / own.length, language).toBeGreaterThanOrEqual(0.4);
      expect(longer.length / own.length, language).toBeLessThanOrEqual(0.6);
    }
  });

  test('claims: ids, languages and scripts, sizes, groups, balance of labels, reasons', () => {
    checkSet(claims, ['passage', 'question', 'answer'], 'label', 12);
    expect(claims.every((row) => text(row, 'why').length > 10)).toBe(true);
    // One item in several languages has one label.
    expect(countBy(claims, (row) => `${text(row, 'group')} ${text(row, 'label')}`)).toEqual(
      Object.fromEntries(
        Object.entries(countBy(claims, (row) => text(row, 'group'))).map(([group, count]) => [
          `${group} ${String(claims.find((row) => row['group'] === group)?.['label'])}`,
          count,
        ]),
      ),
    );
  });
});

describe('presets', () => {
  const expected = [
    'completeness',
    'correctness',
    'faithfulness',
    'instruction-following',
    'pairwise-preference',
    'relevance',
    'safety',
    'summary-quality',
    'tone',
    'translation-quality',
  ];

  test('the ten names, each with a rubric, a prompt and examples of its name', () => {
    expect(presetJudgeNames()).toEqual(expected);
    const stems = (folder: string): string[] =>
      readdirSync(inRoot('presets', folder))
        .map((file) => path.parse(file).name)
        .sort();
    expect([stems('rubrics'), stems('prompts'), stems('examples')]).toEqual([expected, expected, expected]);
  });

  test.each(expected)('%s: resolves, decides in its verdict space, shows what it needs', async (name) => {
    const preset = await presetJudge(name, 'test');
    expect(preset.name).toBe(name);
    expect([preset.summary.endsWith('?'), (preset.notFor ?? '').length > 20, preset.model]).toEqual([true, true, undefined]);
    const loaded = parseConfig(`judges: { own: { preset: ${name} } }`, inRoot('assize.yaml'));
    const { spec } = await resolveJudge(loaded, 'own');
    const view = viewOf(spec.verdict);
    const strategy = strategyOf(spec.harness.strategy, [], name);
    expect(strategy.refuses(view, strategy.parse(spec.harness.strategy), spec)).toBe(undefined);
    expect(placeholdersOf(parseTemplate(spec.prompt.template ?? '', name)).sort()).toEqual([...preset.needs].sort());
    expect(readFileSync(inRoot('presets', 'judges', `${name}.yaml`), 'utf8')).toMatch(/^(# .+\n){2,}name: /u);
  });

  test.each(expected)('%s: its rubric says where each level begins, in labels of its verdict', async (name) => {
    const { spec } = await resolveJudge(parseConfig('{}', inRoot('assize.yaml')), name);
    const view = viewOf(spec.verdict);
    const rubric = spec.rubric as Rubric;
    expect(rubric).toEqual({ name: expect.any(String), description: expect.any(String), criteria: expect.any(Array) });
    expect(/boundary cases/iu.test(rubric.description ?? '')).toBe(true);
    for (const { levels, weight } of rubric.criteria ?? []) {
      expect(weight).toBeGreaterThan(0);
      const labels = (levels ?? []).map(({ label }) => label);
      for (const label of labels) expect(view.admit(label)).toEqual({ ok: label });
      // Every class is described, or (on an interval, on pairs) the landmarks that the judge goes by.
      if (view.classes !== undefined && !view.pairwise) expect(new Set(labels)).toEqual(new Set(view.classes));
    }
  });

  test.each(expected)('%s: two worked items with what it needs, and different verdicts of its space', async (name) => {
    const { needs } = await presetJudge(name, 'test');
    const { spec } = await resolveJudge(parseConfig('{}', inRoot('assize.yaml')), name);
    const rows = rowsOf('presets', 'examples', `${name}.jsonl`);
    expect(rows.map((row) => Object.keys(row).sort())).toEqual([1, 2].map(() => ['id', 'gold', 'why', ...needs].sort()));
    expect(new Set(rows.map((row) => row['gold'])).size).toBe(2);
    for (const row of rows) expect(viewOf(spec.verdict).admit(row['gold'])).toEqual({ ok: row['gold'] });
  });
});

describe('configurations that are shipped', () => {
  const folders = [
    ['presets', 'init'],
    ...readdirSync(inRoot('examples'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => ['examples', entry.name]),
  ];

  test.each(folders)(
    '%s/%s: loads; every judge resolves; gold is on the menu of a judge; mapped columns exist',
    async (area, name) => {
      const folder = inRoot(area as string, name as string);
      const loaded = await loadConfig(path.join(folder, 'assize.yaml'));
      const judges = await Promise.all(Object.keys(loaded.config.judges).map((judge) => resolveJudge(loaded, judge)));
      for (const { spec } of judges) {
        const view = viewOf(spec.verdict);
        const strategy = strategyOf(spec.harness.strategy, [], folder);
        expect(strategy.refuses(view, strategy.parse(spec.harness.strategy), spec)).toBe(undefined);
        placeholdersOf([
          ...parseTemplate(spec.prompt.system ?? '', folder),
          ...parseTemplate(spec.prompt.template ?? '', folder),
        ]);
      }
      for (const { files, map } of Object.values(loaded.config.datasets)) {
        if (!String(files).endsWith('.jsonl')) continue;
        const rows = rowsOf(path.relative(root, path.join(folder, String(files))));
        expect(rows.length).toBeGreaterThanOrEqual(8);
        const columns = Object.entries(map ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
        for (const [, column] of columns)
          expect(
            rows.every((row) => row[column] !== undefined && row[column] !== null),
            column,
          ).toBe(true);
        const gold = map?.gold as string;
        expect(judges.some(({ spec }) => rows.every((row) => 'ok' in viewOf(spec.verdict).admit(row[gold])))).toBe(true);
      }
    },
  );

  test('init: ten items, five good and five bad', () => {
    const rows = rowsOf('presets', 'init', 'items.jsonl');
    expect(countBy(rows, (row) => text(row, 'label'))).toEqual({ good: 5, bad: 5 });
    expect(new Set(rows.map((row) => row['id'])).size).toBe(10);
    expect(Object.keys(parseYaml(readFileSync(inRoot('presets', 'init', 'assize.yaml'), 'utf8')) as object)).toEqual([
      'version',
      'judges',
      'datasets',
    ]);
  });
});
