import type { Random } from '../../core/random.ts';
import { shuffled } from '../../core/random.ts';
import { languageOf, languages, type Language } from '../../data/languages/language-table.ts';

/** Which languages an item is judged in beside its own: a rule, or tags to draw from. */
export type LanguageChoice = 'random' | 'high' | 'low' | 'same-family' | 'different-family' | readonly string[];

export type LanguageDraw = {
  /** The item's own language, where it is known. */
  readonly own: string | undefined;
  /** How many others. */
  readonly count: number;
  /** Tags that can be had without a translator; left out where any can. */
  readonly available?: readonly string[];
  readonly random: Random;
};

/** Below this class no language is drawn for a translation unless it is asked for: few models write it. */
const leastClass = 3;

/**
 * Draws languages without repetition (SEMJ §5.4, Table 6). High is class 4 and 5 of Joshi et al. 2020, low 0 to 2, families are Glottolog's; `random` draws from class
 * 3 and above where texts are translated, and from all that are there where they are parallel. Draws of 2 and of 3 with one seed have the first 2 in common.
 *
 * @returns the tags, fewer than `count` where there are no more; and, where an item's own language or family is needed and unknown, none.
 */
export function drawLanguages(choice: LanguageChoice, { own, count, available, random }: LanguageDraw): string[] {
  const self = own === undefined ? undefined : languageOf(own);
  const same = (tag: string): boolean => tag === own || (self !== undefined && languageOf(tag)?.tag === self.tag);
  const pool = candidates(choice, self, available).filter((tag) => !same(tag));
  return shuffled([...new Set(pool)].sort(), random).slice(0, count);
}

function candidates(
  choice: LanguageChoice,
  own: Language | undefined,
  available: readonly string[] | undefined,
): readonly string[] {
  if (typeof choice !== 'string') return available === undefined ? choice : choice.filter((tag) => available.includes(tag));
  const fits = ruleOf(choice, own);
  if (available !== undefined)
    return available.filter((tag) => {
      const language = languageOf(tag);
      return choice === 'random' || (language !== undefined && fits(language));
    });
  const floor = choice === 'low' ? 0 : leastClass;
  return languages
    .filter((language) => fits(language) && language.resourceClass !== undefined && language.resourceClass >= floor)
    .map(({ tag }) => tag);
}

function ruleOf(choice: Exclude<LanguageChoice, readonly string[]>, own: Language | undefined): (language: Language) => boolean {
  switch (choice) {
    case 'random':
      return () => true;
    case 'high':
      return ({ resourceClass = -1 }) => resourceClass >= 4;
    case 'low':
      return ({ resourceClass = 5 }) => resourceClass <= 2;
    case 'same-family':
      return ({ family }) => family === own?.family;
    case 'different-family':
      return ({ family }) => own !== undefined && family !== own.family;
  }
}
