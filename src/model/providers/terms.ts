import type { FactStore } from '../../core/artifact-store.ts';
import { hashOf } from '../../core/hash.ts';
import { isObject, type Json } from '../../core/json.ts';
import type { LanguageModel, ModelRequest, StructuredForm } from '../language-model.ts';

/**
 * A setting that can be left out of a request when the endpoint refuses it. `maxTokens` is sent under its newer name
 * (`max_completion_tokens`) instead, `topLogprobs` with fewer alternatives.
 */
export type Setting = 'temperature' | 'topP' | 'seed' | 'maxTokens' | 'topLogprobs';
export const settings: readonly Setting[] = ['maxTokens', 'topLogprobs', 'topP', 'temperature', 'seed'];

/** On what terms a request is made. */
export type Terms = { readonly form: StructuredForm; readonly left: ReadonlySet<Setting> };

/** What is known of a model's terms: the form (`undefined`: not settled), the settings it refused, and the features it took. */
export type KnownTerms = {
  readonly form: StructuredForm | undefined;
  readonly left: ReadonlySet<Setting>;
  readonly taken: ReadonlySet<string>;
};

/** Whether a request uses a setting. */
export function uses(request: ModelRequest, setting: Setting): boolean {
  switch (setting) {
    case 'maxTokens':
      return true;
    case 'topLogprobs':
      return request.logprobs !== undefined;
    case 'temperature':
      return request.temperature !== undefined;
    case 'topP':
      return request.topP !== undefined;
    case 'seed':
      return request.seed !== undefined;
  }
}

/**
 * The features of a request that an endpoint may refuse, as texts. A temperature counts with its value: models that reason take 1 and refuse 0.
 */
export function featuresOf(request: ModelRequest, left: ReadonlySet<Setting>): string[] {
  return settings
    .filter((setting) => uses(request, setting) && !left.has(setting))
    .map((setting) => {
      if (setting === 'temperature') return `temperature=${request.temperature}`;
      return setting === 'topP' ? `topP=${request.topP}` : setting;
    });
}

/** The key under which a model's terms are recorded: of what the model is, not of what its endpoint is called. */
export function termsKey(model: Pick<LanguageModel, 'identity'>): string {
  return `endpoint-terms:${hashOf(model.identity)}`;
}

const forms: readonly StructuredForm[] = ['json-schema', 'json', 'none'];

/** Reads recorded terms; anything that is not of their form counts as nothing known. */
export function readTerms(facts: FactStore, key: string): KnownTerms {
  const fact = facts.get(key);
  const { form, left, taken } = isObject(fact) ? (fact as { readonly [key: string]: Json }) : {};
  return {
    form: forms.find((known) => known === form),
    left: new Set(Array.isArray(left) ? settings.filter((setting) => left.includes(setting)) : []),
    taken: new Set(Array.isArray(taken) ? taken.filter((entry) => typeof entry === 'string') : []),
  };
}

/** Records terms. */
export function writeTerms(facts: FactStore, key: string, terms: KnownTerms): void {
  facts.put(key, {
    ...(terms.form !== undefined && { form: terms.form }),
    left: [...terms.left].sort(),
    taken: [...terms.taken].sort(),
  });
}
