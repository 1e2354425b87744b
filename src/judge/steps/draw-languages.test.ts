import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { languageOf } from '../../data/languages/language-table.ts';
import { drawLanguages, type LanguageChoice } from './draw-languages.ts';

const draw = (
  choice: LanguageChoice,
  more: { own?: string | undefined; count?: number; available?: readonly string[]; seed?: number } = {},
) =>
  drawLanguages(choice, {
    own: 'own' in more ? more.own : 'en',
    count: more.count ?? 3,
    ...(more.available !== undefined && { available: more.available }),
    random: seededRandom(more.seed ?? 1),
  });

describe('drawLanguages', () => {
  it('draws as many as asked, each once, never the item’s own, the same for one seed', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const drawn = draw('random', { own: 'de-AT', count: 9, seed });
      expect(new Set(drawn).size).toBe(9);
      expect(drawn).not.toContain('de');
      expect(drawn.every((tag) => (languageOf(tag)?.resourceClass ?? 0) >= 3)).toBe(true);
      expect(draw('random', { own: 'de-AT', count: 9, seed })).toEqual(drawn);
      expect(drawn.slice(0, 3)).toEqual(draw('random', { own: 'de-AT', count: 3, seed }));
    }
    expect(draw('random', { seed: 1 })).not.toEqual(draw('random', { seed: 2 }));
  });

  it('keeps to classes and families', () => {
    expect(draw('high', { count: 99 }).every((tag) => (languageOf(tag)?.resourceClass ?? 0) >= 4)).toBe(true);
    expect(draw('low', { count: 99 }).every((tag) => (languageOf(tag)?.resourceClass ?? 9) <= 2)).toBe(true);
    expect(new Set(draw('same-family', { own: 'fi', count: 99 }))).toEqual(new Set(['hu', 'et']));
    expect(draw('different-family', { own: 'fi', count: 99 }).some((tag) => languageOf(tag)?.family === 'Uralic')).toBe(false);
  });

  it('draws from a list, and from what is there', () => {
    expect(new Set(draw(['de', 'en', 'hi', 'de'], { count: 9 }))).toEqual(new Set(['de', 'hi']));
    expect(new Set(draw('random', { count: 9, available: ['qu', 'tlh', 'en'] }))).toEqual(new Set(['qu', 'tlh']));
    expect(draw('high', { count: 9, available: ['qu', 'it', 'tlh'] })).toEqual(['it']);
    expect(draw(['de', 'hi'], { count: 9, available: ['hi'] })).toEqual(['hi']);
  });

  it('has nothing to draw for a family that is not known, or has no other language', () => {
    expect(draw('same-family', { own: undefined })).toEqual([]);
    expect(draw('different-family', { own: 'tlh' })).toEqual([]);
    expect(draw('same-family', { own: 'eu' })).toEqual([]);
  });
});
