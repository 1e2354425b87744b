import { z } from 'zod';
import { describe } from '../core/errors.ts';
import { plainRules } from '../data/raters/consensus-rule.ts';
import { endpointDefaults } from '../model/endpoint.ts';

/** A message in our form, with what came in the middle. */
function but(expected: string, todo: string): (issue: { readonly input?: unknown }) => string {
  return ({ input }) => `${expected}, got ${describe(input)}. ${todo}`;
}

const name = z.string().min(1);
const environmentVariable = z.string().regex(/^\$[A-Za-z_][A-Za-z0-9_]*$/u);
const level = z.union([
  z.string(),
  z.number(),
  z.strictObject({
    label: z.union([z.string(), z.number()]),
    description: z.string().optional(),
    synonyms: z.array(z.string()).optional(),
  }),
]);

const price = z
  .strictObject({ input: z.number().min(0), output: z.number().min(0), cachedInput: z.number().min(0).optional() })
  .describe('USD per million tokens.');

const endpoint = z
  .strictObject({
    kind: z.enum(['openai-compatible', 'openai', 'anthropic', 'google']),
    baseUrl: z
      .url({
        protocol: /^https?$/u,
        error: but('expected a URL that begins with http:// or https://', 'Write the API’s base URL.'),
      })
      .optional(),
    key: environmentVariable.optional().describe('$NAME of an environment variable; a literal key is refused.'),
    price: price.optional(),
    retries: z.int().min(0).max(20).default(endpointDefaults.retries),
    timeoutMs: z.int().min(1).default(endpointDefaults.timeoutMs),
    maxConcurrency: z.int().min(1).max(4096).default(endpointDefaults.maxConcurrency),
    contextTokens: z.int().min(1).optional(),
    structured: z.enum(['auto', 'json-schema', 'json', 'none']).default(endpointDefaults.structured),
    headers: z.record(z.string(), z.string()).optional().describe('Values may be $NAME of an environment variable.'),
  })
  .describe('Where models are asked.');

const modelId = z
  .string()
  .regex(/^[^:]+:.+$/su, { error: but('expected ENDPOINT:MODEL', 'Name the endpoint before the first colon.') });
export const modelSchema = z.union([
  modelId,
  z.strictObject({
    id: modelId,
    temperature: z.number().min(0).max(2).optional(),
    topP: z.number().gt(0).max(1).optional(),
    maxTokens: z.int().min(1).optional(),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .optional(),
    stop: z.array(z.string().min(1)).max(4).optional(),
    reasoningEffort: z.string().min(1).optional(),
  }),
]);

const examples = z
  .strictObject({ data: name, n: z.int().min(1).max(100), seed: z.int().min(0).default(0) })
  .describe('Few-shot examples, drawn from a set disjoint from the judged one.');
export const promptObjectSchema = z.strictObject({
  system: z.string().optional(),
  template: z.string().optional(),
  layout: z.enum(['item-last', 'item-first']).default('item-last'),
  reasoning: z
    .enum(['hidden', 'shown'])
    .default('hidden')
    .describe('Whether the judge sees the reasoning that a judged model set apart at the start of its output.'),
  examples: examples.optional(),
});
const promptSchema = z.union([z.string(), promptObjectSchema]);

const criterion = z.strictObject({
  id: z
    .string()
    .regex(/^[\p{L}\p{N}_.-]+$/u, { error: but('expected letters, digits, _, . and - alone', 'Rename the criterion.') }),
  text: z.string().min(1),
  weight: z.number().positive().default(1),
  levels: z.array(z.strictObject({ label: z.union([z.string(), z.number()]), description: z.string() })).optional(),
});
export const rubricSchema = z.union([
  z.string(),
  z.strictObject({
    name: z.string().optional(),
    description: z.string().optional(),
    text: z.string().optional(),
    criteria: z.array(criterion).optional(),
  }),
]);

export const verdictSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('binary'), pass: level.default('pass'), fail: level.default('fail') }),
  z.strictObject({
    kind: z.literal('ordinal'),
    levels: z.array(level).optional().describe('Worst to best.'),
    min: z.int().optional(),
    max: z.int().optional(),
    better: z.enum(['higher', 'lower']).default('higher'),
    unit: z.literal('percent').optional(),
  }),
  z.strictObject({
    kind: z.literal('interval'),
    min: z.number(),
    max: z.number(),
    better: z.enum(['higher', 'lower']).default('higher'),
    unit: z.literal('percent').optional(),
  }),
  z.strictObject({ kind: z.literal('preference'), ties: z.boolean().default(false) }),
  z.strictObject({ kind: z.literal('categorical'), labels: z.array(level) }),
]);

const kindOr = z.union([z.string(), z.looseObject({ kind: z.string() })]);
const harnessSchema = z.strictObject({
  strategy: kindOr.default('single'),
  reader: kindOr.default('json'),
  reask: z.int().min(0).max(10).default(0),
});

/** A judge of its five coordinates; what is left out comes from the preset it names, then from the defaults. */
export const modelJudgeSchema = z.strictObject({
  kind: z.literal('judge').optional(),
  preset: name.optional().describe('A ready-made judge that this one changes.'),
  model: modelSchema.optional(),
  prompt: promptSchema.optional(),
  rubric: rubricSchema.optional(),
  harness: harnessSchema.partial().optional(),
  verdict: verdictSchema.optional(),
});
export const recordedJudgeSchema = z.strictObject({
  kind: z.literal('recorded'),
  column: name,
  rationaleColumn: name.optional(),
  verdict: verdictSchema,
});
const judgeSchema = z.union([modelJudgeSchema, recordedJudgeSchema]);

const mapped = z.union([name, z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]) })]);
const mapSchema = z.strictObject({
  id: mapped.optional(),
  input: mapped.optional(),
  output: mapped.optional(),
  outputA: mapped.optional(),
  outputB: mapped.optional(),
  conversation: mapped.optional(),
  context: mapped.optional(),
  reference: mapped.optional(),
  gold: mapped.optional(),
  language: mapped.optional(),
  group: mapped.optional(),
  parallel: mapped.optional(),
  system: mapped.optional(),
  rater: mapped.optional(),
  rationale: mapped.optional(),
  fields: z
    .record(
      z.string().regex(/^[A-Za-z0-9_-]+$/u, { error: but('expected letters, digits, _ and - alone', 'Rename the field.') }),
      mapped,
    )
    .optional(),
});
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const consensusSchema = z.union([
  z.enum(plainRules),
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.enum(['majority', 'unanimous', 'any-fail', 'median', 'mean']) }),
    z.strictObject({ kind: z.literal('dawid-skene'), smoothing: z.number().gt(0).max(100).optional() }),
    z.strictObject({ kind: z.literal('at-least'), label: scalar, count: z.int().min(1) }),
    z.strictObject({ kind: z.literal('rater'), name }),
    z.strictObject({ kind: z.literal('weighted'), weights: z.record(name, z.number()).describe('By rater; they sum to 1.') }),
  ]),
]);
const ratersSchema = z
  .strictObject({
    consensus: consensusSchema.describe('How several raters’ labels become one gold.'),
    least: z.int().min(1).optional().describe('Items with fewer labels have no consensus.'),
    repeats: z
      .enum(['refuse', 'last'])
      .optional()
      .describe('A rater’s second label of an item: a bad row, or the one that counts.'),
  })
  .describe('Rows of one id, each with its rater, are one item.');
export const datasetSchema = z.strictObject({
  files: z.union([name, z.array(name).min(1)]),
  format: z.enum(['jsonl', 'json', 'csv', 'tsv', 'tsv-unquoted', 'parquet', 'xml']).optional(),
  map: mapSchema.optional(),
  preset: name.optional(),
  filter: z.record(z.string(), z.union([scalar, z.array(scalar)])).optional(),
  limit: z.int().min(1).optional(),
  raters: ratersSchema.optional(),
  identifyLanguage: z.boolean().optional().describe('Identify the language of items that name none.'),
});

const estimateBound = z.number().min(0).max(1);
const auditSchema = z.strictObject({
  planner: z.string().optional(),
  generator: modelSchema.optional(),
  validator: modelSchema.optional(),
  summariser: modelSchema.optional(),
  repeats: z.int().min(1).optional(),
  tolerance: z.number().min(0).optional(),
  goldTolerance: z.number().min(0).optional(),
  passMark: z.number().optional(),
  baseline: z.enum(['mode', 'mean']).optional(),
  operators: z
    .strictObject({
      custom: z
        .array(
          z.strictObject({
            id: name,
            surface: z.string(),
            relation: z.string(),
            instruction: z.string(),
            validation: z.string().optional(),
          }),
        )
        .optional(),
      settings: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
    })
    .optional(),
  thresholds: z
    .strictObject({
      maxFlipRate: estimateBound.optional(),
      maxExcess: z.number().optional(),
      minDetection: estimateBound.optional(),
      operators: z.record(z.string(), z.number()).optional(),
      bound: z.enum(['value', 'low', 'high']).optional(),
    })
    .optional(),
});

const defaultsSchema = z.strictObject({
  model: modelSchema.optional(),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
  draws: z.int().min(1).optional(),
  concurrency: z.int().min(1).optional(),
  budgetUsd: z.number().min(0).optional(),
  maxUnreadable: estimateBound.optional(),
  maxFailed: z.int().min(0).optional(),
});

/** `assize.yaml`, strict: an unknown key is an error. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1).default(1),
  store: name.optional().describe('Folder of the store, relative to this file.'),
  endpoints: z
    .record(
      z.string().regex(/^[A-Za-z0-9_-]+$/u, { error: but('expected letters, digits, _ and - alone', 'Rename the endpoint.') }),
      endpoint,
    )
    .default({}),
  judges: z.record(z.string().min(1), judgeSchema).default({}),
  datasets: z.record(z.string().min(1), datasetSchema).default({}),
  rubrics: z.record(z.string().min(1), rubricSchema).default({}),
  audit: auditSchema.optional(),
  defaults: defaultsSchema.default({}),
});

/** The configuration as it is written: what `defineConfig` takes. */
export type ConfigInput = z.input<typeof configSchema>;
/** The configuration with its defaults. */
export type Config = z.output<typeof configSchema>;
export type JudgeConfig = Config['judges'][string];
export type DatasetConfig = Config['datasets'][string];
