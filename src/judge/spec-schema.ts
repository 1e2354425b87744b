import { z } from 'zod';
import { valueThat } from '../core/check-shape.ts';
import { isObject } from '../core/json.ts';
import { verdictSpaceSchema } from '../core/verdict-space-schema.ts';

const model = z.strictObject({
  id: z.string().regex(/^[^:]+:.+$/su, {
    error: ({ input }) => `expected ENDPOINT:MODEL, got ${JSON.stringify(input)}. Name the endpoint before the first colon.`,
  }),
  temperature: z.number().min(0).max(2).optional(),
  topP: z.number().gt(0).max(1).optional(),
  maxTokens: z.int().min(1),
  seed: z.int().min(0).optional(),
  stop: z.array(z.string()).optional(),
  reasoningEffort: z.string().optional(),
});
const prompt = z.strictObject({
  system: z.string().optional(),
  template: z.string().optional(),
  layout: z.enum(['item-last', 'item-first']),
  reasoning: z.literal('shown').optional(),
  examples: z
    .array(
      z.strictObject({
        item: z.looseObject({ id: z.string() }),
        verdict: z.union([z.string(), z.number()]),
        rationale: z.string().optional(),
      }),
    )
    .optional(),
});
const criterion = z.strictObject({
  id: z.string().min(1),
  text: z.string(),
  weight: z.number().positive(),
  levels: z.array(z.strictObject({ label: z.union([z.string(), z.number()]), description: z.string() })).optional(),
});
const rubric = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
  text: z.string().optional(),
  criteria: z.array(criterion).optional(),
});
const ofKind = z.looseObject({ kind: z.string().min(1) });

/** The form of a `JudgeSpec`; options of a strategy and a reader are checked by these themselves. */
export const judgeSpecSchema = z.strictObject({
  model: model.optional(),
  prompt,
  rubric: rubric.optional(),
  harness: z.strictObject({ strategy: ofKind, reader: ofKind, reask: z.int().min(0) }),
  verdict: verdictSpaceSchema,
});

const call = valueThat('a function', (value) => typeof value === 'function');

/** The form of a judge's surroundings. They may have members of their own. */
export const judgeDepsSchema = z.looseObject({
  model: call,
  artifacts: z.looseObject({ get: call, put: call }),
  observer: valueThat('an object', isObject),
  clock: call,
  keySalt: call.optional(),
  payer: call.optional(),
  strategies: z.array(z.looseObject({ kind: z.string().min(1), members: call, maxCalls: call, decide: call })).optional(),
});
