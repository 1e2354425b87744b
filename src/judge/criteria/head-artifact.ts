import { z } from 'zod';
import { headKinds, predictHead, type Head } from '../../stats/heads/fit-head.ts';
import { scaledRows } from '../../stats/heads/scaler.ts';
import { softmax } from '../../stats/heads/training-set.ts';

const name = z.string().min(1);

/**
 * A head that was fitted to labelled scores (UCS §3.3), as `assize fit` writes it: everything that a verdict needs, what it was fitted on, and how it did on what it had not seen. It
 * belongs to one criteria set, one way of scoring and one model.
 */
export const headArtifactSchema = z.strictObject({
  version: z.literal(1),
  kind: z.literal('ucs-head'),
  /** Hash of the criteria set. */
  criteria: name,
  scoring: z.enum(['per-concept', 'joint']),
  model: name,
  concepts: z.array(name).min(1).readonly(),
  classes: z
    .array(z.union([z.string(), z.number()]))
    .min(2)
    .readonly(),
  head: z.custom<Head>((value) => headKinds.some((kind) => kind === (value as { kind?: unknown } | null)?.kind), {
    error: `expected a fitted head of one of ${headKinds.join(', ')}. Fit it again.`,
  }),
  scaler: z.strictObject({ means: z.array(z.number()).readonly(), scales: z.array(z.number()).readonly() }),
  /** Means that stand in the place of missing concepts, where the user asked for that. */
  imputation: z.array(z.number()).readonly().nullable(),
  temperature: z.number().positive().nullable(),
  trainedOn: z.record(z.string(), z.unknown()),
  heldOut: z.record(z.string(), z.unknown()),
  versions: z.record(z.string(), z.string()),
});
export type HeadArtifact = z.output<typeof headArtifactSchema>;

/** The probability of each class by a head's artifact; or the concepts without a score, where nothing stands in their place. */
export function headShares(
  {
    head,
    scaler,
    imputation,
    temperature,
    concepts,
  }: Pick<HeadArtifact, 'head' | 'scaler' | 'imputation' | 'temperature' | 'concepts'>,
  means: readonly (number | undefined)[],
): { readonly shares: Float64Array } | { readonly missing: readonly string[] } {
  const row = means.map((mean, concept) => mean ?? imputation?.[concept]);
  const missing = concepts.filter((_, concept) => row[concept] === undefined);
  if (missing.length > 0) return { missing };
  const [shares] = predictHead(head, scaledRows([row as number[]], scaler)) as [Float64Array];
  return { shares: temperature === null ? shares : tempered(shares, temperature) };
}

/** Probabilities made less or more sure: the softmax of their logarithms over a temperature. */
export function tempered(shares: Float64Array, temperature: number): Float64Array {
  return softmax(shares.map((share) => Math.log(Math.max(share, 1e-12)) / temperature));
}
