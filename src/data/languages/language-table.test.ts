import { iso6393 } from 'iso-639-3';
import { expect, it } from 'vitest';
import { languageOf, languages } from './language-table.ts';

it('holds 180 languages and more, each once, with codes of ISO 639', () => {
  expect(languages.length).toBeGreaterThanOrEqual(180);
  expect(new Set(languages.map(({ tag }) => tag)).size).toBe(languages.length);
  const known = new Map(iso6393.map((entry) => [entry.iso6393, entry]));
  for (const { tag, iso6393: code, script, family, resourceClass } of languages) {
    // Collective codes (Nahuatl) are no single language of ISO 639-3.
    if (code !== 'nah') expect(known.get(code), code).toBeDefined();
    if (tag.length === 2) expect(known.get(code)?.iso6391, tag).toBe(tag);
    expect(script).toMatch(/^[A-Z][a-z]{3}$/u);
    expect(family).toMatch(/^[A-Z][A-Za-z-]+$/u);
    expect([undefined, 0, 1, 2, 3, 4, 5]).toContain(resourceClass);
  }
});

it('agrees with Unicode on the script of each language that Unicode knows', () => {
  for (const { tag, script } of languages) {
    const likely = new Intl.Locale(tag).maximize().script;
    if (likely !== undefined) expect([tag, likely]).toEqual([tag, script]);
  }
});

it('has all classes, and the seven languages of the highest', () => {
  expect(languages.filter(({ resourceClass }) => resourceClass === 5).map(({ tag }) => tag)).toEqual([
    'en',
    'es',
    'de',
    'fr',
    'ja',
    'zh',
    'ar',
  ]);
  expect(new Set(languages.map(({ resourceClass }) => resourceClass)).size).toBe(7);
});

it('finds a language by tags that differ in region, case or code', () => {
  expect(languageOf('pt-BR')?.tag).toBe('pt');
  expect(languageOf('DEU')?.tag).toBe('de');
  expect(languageOf('zh_Hant_TW')?.tag).toBe('zh');
  expect(languageOf('no')?.tag).toBe('nb');
  expect(languageOf('tlh')).toBeUndefined();
});
