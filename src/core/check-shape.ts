import { z } from 'zod';
import { AssizeError, describe, type ErrorCode } from './errors.ts';
import { issueFault } from './schema-fault.ts';
import { schemaKeys } from './schema-keys.ts';

/**
 * Refuses what a caller gave where it has not the form of a schema. The value itself is used as it came: objects with behaviour stay what they are.
 *
 * @param place What is checked, for messages: `judge options`.
 * @throws AssizeError with the first fault as its message and all in `details.faults`; unknown keys are told with the nearest known one.
 */
export function checkShape(
  schema: z.ZodType,
  value: unknown,
  { place, code = 'usage' }: { readonly place: string; readonly code?: ErrorCode },
): void {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return;
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const faults = parsed.error.issues.map((issue) =>
    issueFault(issue, place, schemaKeys(json, issue.path as (string | number)[])),
  );
  throw new AssizeError(code, faults[0] as string, { details: { faults } });
}

/** A value that a test of its own tells to be what is expected: `a whole number of 1 or more`. */
export function valueThat<T>(expected: string, admits: (value: unknown) => boolean): z.ZodType<T> {
  return z.custom<T>(admits, { error: ({ input }) => `expected ${expected}, got ${describe(input)}. Correct it.` });
}
