import { z } from 'zod';
import { valueThat } from './check-shape.ts';

// Of numbers that are not finite `spaceFaults` speaks.
const number = valueThat<number>('a number', (value) => typeof value === 'number');

const level = z.strictObject({
  label: valueThat<string | number>('a text or a number', (value) => typeof value === 'string' || typeof value === 'number'),
  description: z.string().optional(),
  synonyms: z.array(z.string()).optional(),
});
const better = z.enum(['higher', 'lower']);
const unit = z.literal('percent').optional();

/** The form of a `VerdictSpace`. Whether one is possible (labels that differ, bounds in order) is `spaceFaults`' to say. */
export const verdictSpaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('binary'), pass: level, fail: level }),
  z.strictObject({ kind: z.literal('ordinal'), levels: z.array(level), better: better.optional(), unit }),
  z.strictObject({ kind: z.literal('interval'), min: number, max: number, better, unit }),
  z.strictObject({ kind: z.literal('preference'), ties: z.boolean() }),
  z.strictObject({ kind: z.literal('categorical'), labels: z.array(level) }),
]);
