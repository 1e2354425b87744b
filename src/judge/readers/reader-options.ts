import { z } from 'zod';
import { AssizeError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { issueFault } from '../../core/schema-fault.ts';
import type { ReaderSpec } from '../spec.ts';

/** A text that is shown in the prompt and sought in replies: one line, with a visible character. */
export const oneLine = z
  .string()
  .max(100)
  .refine((text) => /[\p{L}\p{N}\p{S}\p{P}]/u.test(text) && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
    error: 'expected one line of text with a visible character. Change it.',
  });

/** Options of a reader with their defaults. Throws `config` with every fault, one line, the nearest key named where one is unknown. */
export function parseOptions<Shape extends z.ZodType>(schema: Shape, spec: ReaderSpec): z.output<Shape> {
  const parsed = schema.safeParse(spec, { reportInput: true });
  if (parsed.success) return parsed.data;
  const known = Object.keys((z.toJSONSchema(schema, { io: 'input' }).properties ?? {}) as object);
  const faults = parsed.error.issues.map((issue) => issueFault(issue, 'reader', known));
  throw new AssizeError('config', faults.join(' '), { details: { issues: faults } });
}

/** JSON Schema of a reader's options, for editors. */
export function optionsSchema(schema: z.ZodType): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest as JsonObject;
}
