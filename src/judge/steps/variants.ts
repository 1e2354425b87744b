import { z } from 'zod';
import type { Item } from '../../core/item.ts';
import { languageName } from '../prompt/language-name.ts';
import type { ModelSpec } from '../spec.ts';
import type { Turn } from '../strategy.ts';
import { drawLanguages } from './draw-languages.ts';
import { helperModel, helperOf, modelOption, type ModelOption } from './helper-model.ts';
import { translateItem } from './translate-item.ts';

/** Options of every strategy that judges an item in several languages. */
export const variantOptions = {
  variants: z
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Variants of an item, K of SEMJ §4.2: the original among them, or beside it (count).'),
  count: z
    .enum(['all', 'others'])
    .default('all')
    .describe('Whether K counts the original (all), or other languages alone (others).'),
  source: z
    .enum(['translate', 'parallel'])
    .default('translate')
    .describe('Whether variants are translated, or the item’s own other languages in the data.'),
  languages: z
    .union([z.enum(['random', 'high', 'low', 'same-family', 'different-family']), z.array(z.string().min(2)).min(1)])
    .default('random')
    .describe(
      'Which languages: drawn from all, by resources (Joshi et al. 2020) or by family (Glottolog); or a list to draw from.',
    ),
  translator: modelOption.optional().describe('The model that translates; the judge’s own by default.'),
};

export type VariantOptions = {
  readonly variants: number;
  readonly count: 'all' | 'others';
  readonly source: 'translate' | 'parallel';
  readonly languages: z.infer<(typeof variantOptions)['languages']>;
  readonly translator?: ModelOption | undefined;
};

/** One of the forms that an item is judged in; the first is the original. `language` is absent where the original's is not known. */
export type Variant = { readonly label: string; readonly language?: string; readonly item: Item };

export type Variants = {
  readonly variants: readonly Variant[];
  /** Why there are fewer than asked for, one line a language; empty where there are not. */
  readonly leftOut: readonly string[];
};

/** How many languages beside the original are asked for. */
export function otherCount({ variants, count }: Pick<VariantOptions, 'variants' | 'count'>): number {
  return count === 'all' ? variants - 1 : variants;
}

/** The most calls that getting the variants takes: a translation a language, each tried twice. */
export function variantCalls(options: VariantOptions): number {
  return options.source === 'translate' ? 2 * otherCount(options) : 0;
}

/** The models that translate, for a strategy's `models`. */
export function translatorsOf({ translator, source }: VariantOptions): readonly ModelSpec[] {
  return translator === undefined || source === 'parallel' ? [] : [helperModel(translator)];
}

/** Why a strategy cannot have its variants, in one line. */
export function variantsRefusal({ source, translator }: VariantOptions): string | undefined {
  return source === 'parallel' && translator !== undefined
    ? 'expected no translator beside source: parallel, whose texts are there already, got one. Remove one of them.'
    : undefined;
}

/**
 * The original and the item in other languages, drawn by the run's seed and the item's parallel group: every judge and every draw of a run has the same (SEMJ §4.2). A language
 * that cannot be had is left out, and told.
 */
export async function variantsOf(turn: Turn, options: VariantOptions): Promise<Variants> {
  const { item } = turn;
  const wanted = otherCount(options);
  const parallel = options.source === 'parallel' ? (item.parallel ?? {}) : undefined;
  const drawn = drawLanguages(options.languages, {
    own: item.language,
    count: wanted,
    random: turn.groupRandom('languages'),
    ...(parallel !== undefined && { available: Object.keys(parallel) }),
  });
  const original: Variant = {
    label: labelOf(item.language) ?? 'original',
    item,
    ...(item.language !== undefined && { language: item.language }),
  };
  const leftOut = drawn.length < wanted ? [`${wanted - drawn.length} of ${wanted} languages: there are no more to draw`] : [];
  const others = await Promise.all(
    drawn.map(async (language, place): Promise<Variant | string> => {
      if (parallel !== undefined)
        return { label: labelOf(language) ?? `other-${place + 1}`, language, item: parallel[language] as Item };
      const translation = await translateItem(turn, language, helperOf(turn, options.translator));
      return 'fault' in translation ? `${language}: ${translation.fault}` : { label: language, language, item: translation.item };
    }),
  );
  return {
    variants: [original, ...others.filter((other) => typeof other !== 'string')],
    leftOut: [...leftOut, ...others.filter((other) => typeof other === 'string')],
  };
}

/** A label stands in headings of prompts, outside any fence: only what names a language may. */
function labelOf(language: string | undefined): string | undefined {
  return language === undefined || languageName(language) === undefined ? undefined : language;
}
