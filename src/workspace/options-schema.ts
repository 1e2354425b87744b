import { z } from 'zod';
import { valueThat } from '../core/check-shape.ts';
import { isObject } from '../core/json.ts';
import { numberRules } from '../core/number-rules.ts';

const text = z.string().min(1);
const number = (name: keyof typeof numberRules) =>
  valueThat<number>(
    numberRules[name].expected,
    (value) => typeof value === 'number' && numberRules[name].admits(value),
  ).optional();
const signal = valueThat<AbortSignal>(
  'an AbortSignal',
  (value) => isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function',
).optional();
const listener = valueThat('a function', (value) => typeof value === 'function').optional();

const source = {
  config: valueThat('the path of a configuration, or a configuration', (value) =>
    typeof value === 'string' ? value !== '' : isObject(value),
  ),
  folder: text.optional(),
  store: z.literal('memory').optional(),
  env: valueThat(
    'an object of texts by name',
    (value) => isObject(value) && Object.values(value).every((one) => one === undefined || typeof one === 'string'),
  ).optional(),
};

const judging = {
  data: text,
  limit: number('limit'),
  sample: number('sample'),
  draws: number('draws'),
  concurrency: number('concurrency'),
  budgetUsd: number('budgetUsd'),
  noCache: z.boolean().optional(),
  fresh: z.boolean().optional(),
  skipBadRows: z.boolean().optional(),
  retryUnreadable: z.boolean().optional(),
  seed: number('seed'),
  timeLimitMs: number('timeLimitMs'),
  signal,
  abortSignal: signal,
  stdin: valueThat('an async iterable of bytes or text', (value) => isObject(value) && Symbol.asyncIterator in value).optional(),
  // An object with behaviour may have members of its own.
  progress: z.looseObject({ opened: listener, advanced: listener, note: listener }).optional(),
};

/** What `judge`, `compare` and `openJudge` take, strict: an unknown key is an error. */
export const judgeOptionsSchema = z.strictObject({ ...source, judge: text, ...judging });
export const compareOptionsSchema = z.strictObject({ ...source, judges: z.array(text).min(2), ...judging });
export const openJudgeOptionsSchema = z.strictObject({
  ...source,
  judge: text,
  budgetUsd: number('budgetUsd'),
  concurrency: number('concurrency'),
});

/** What an open judge takes beside the item. */
export const callOptionsSchema = z.strictObject({ draw: number('draw'), seed: number('seed'), signal });

const message = z.strictObject({
  role: z.string(),
  content: z.string(),
  name: z.string().optional(),
  toolCalls: z.array(z.strictObject({ id: z.string().optional(), name: z.string(), arguments: z.string() })).optional(),
  toolCallId: z.string().optional(),
});
const item = z.strictObject({
  id: z.string().optional(),
  language: z.string().optional(),
  input: z.string().optional(),
  output: z.string().optional(),
  outputA: z.string().optional(),
  outputB: z.string().optional(),
  conversation: z.array(message).optional(),
  context: z.string().optional(),
  reference: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  parallelGroup: z.string().optional(),
  recorded: z.record(z.string(), z.unknown()).optional(),
});
/** An item given to an open judge. */
export const givenItemSchema = item.extend({ parallel: z.record(z.string(), item).optional() });
