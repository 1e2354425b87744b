import { z } from 'zod';
import type { ModelSpec } from '../spec.ts';
import type { Turn } from '../strategy.ts';

const id = z.string().regex(/^[^:]+:.+$/su, { error: 'expected ENDPOINT:MODEL. Name the endpoint before the first colon.' });

/** A model that does other work than judging, as an option of a strategy: its name, or its name with decoding. */
export const modelOption = z.union([
  id,
  z.strictObject({
    id,
    temperature: z.number().min(0).max(2).optional(),
    maxTokens: z.int().min(1).optional(),
    seed: z.int().min(0).optional(),
  }),
]);
export type ModelOption = z.infer<typeof modelOption>;

/** Its texts (translations, checklists) are longer than verdicts, and the same each time. */
const textTokens = 4096;

/** The model of an option. */
export function helperModel(option: ModelOption): ModelSpec {
  if (typeof option === 'string') return { id: option, temperature: 0, maxTokens: textTokens };
  const { temperature = 0, maxTokens = textTokens, seed } = option;
  return { id: option.id, temperature, maxTokens, ...(seed !== undefined && { seed }) };
}

/** The model of an option, or the judge's own. */
export function helperOf(turn: Turn, option: ModelOption | undefined): ModelSpec {
  if (option !== undefined) return helperModel(option);
  const { model } = turn.spec;
  if (model === undefined) throw new Error('helper model: expected a judge with a model. Set needsModel in the strategy.');
  return { id: model.id, temperature: 0, maxTokens: textTokens };
}
