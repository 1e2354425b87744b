import { z } from 'zod';
import { foldLabel } from '../../core/fold.ts';
import { hashOf } from '../../core/hash.ts';

const text = z.string().trim().min(1);

const conceptSchema = z.strictObject({
  name: text,
  description: text.optional(),
  criteria: z.array(z.strictObject({ id: text.regex(/^[\w.-]+$/u), text })).min(1),
});

/** The scores that criteria get; 1 to 10 is the paper's. */
const scaleSchema = z
  .strictObject({ min: z.int(), max: z.int() })
  .refine(({ min, max }) => min < max && max - min <= 100, { error: 'expected max above min, by 100 at most' });

/**
 * A universal criteria set (UCS §3.1) as its file holds it: generic concepts of a task, and for each the questions that are scored. Made once for a task, edited by hand, shared by
 * all languages. Ids and concepts differ after case folding.
 */
export const criteriaSetSchema = z
  .strictObject({
    version: z.literal(1),
    task: text.optional(),
    made: z.strictObject({ by: text, how: z.enum(['per-concept', 'joint']) }).optional(),
    scale: scaleSchema.default({ min: 1, max: 10 }),
    concepts: z.array(conceptSchema).min(1),
  })
  .superRefine(({ concepts }, context) => {
    const seen = new Map<string, string>();
    const tell = (kind: string, name: string, path: (string | number)[]): void => {
      const key = `${kind} ${foldLabel(name)}`;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, name);
      else
        context.addIssue({
          code: 'custom',
          path,
          message: `expected ${kind}s that differ, got ${JSON.stringify(name)} twice. Rename one.`,
        });
    };
    concepts.forEach(({ name, criteria }, place) => {
      tell('concept', name, ['concepts', place, 'name']);
      criteria.forEach(({ id }, index) => tell('criterion', id, ['concepts', place, 'criteria', index, 'id']));
    });
  });

/** A criteria set's file, read and checked. */
export type CriteriaFile = z.output<typeof criteriaSetSchema>;
export type Concept = CriteriaFile['concepts'][number];

/** What of a criteria set enters a judge: not who made it, nor from what. */
export type CriteriaSet = Pick<CriteriaFile, 'scale' | 'concepts'>;

/** SHA-256 of what is asked: equal for sets that ask the same on the same scale, whatever stands around it. */
export function criteriaSetHash({ scale, concepts }: CriteriaSet): string {
  return hashOf({ scale, concepts });
}

/** What became of a set in another version of it, by concept and by criterion's id. */
export type CriteriaDifference = {
  readonly concept: string;
  readonly criterion?: string;
  readonly change: 'added' | 'removed' | 'changed' | 'moved';
  readonly before?: string;
  readonly after?: string;
};

/** The differences between two versions of a set, in the order of the second, removed ones last. Empty where they ask the same. */
export function criteriaDifferences(before: CriteriaSet, after: CriteriaSet): CriteriaDifference[] {
  const places = (set: CriteriaSet) =>
    new Map(
      set.concepts.flatMap(({ name, criteria }) =>
        criteria.map(({ id, text: asked }) => [id, { concept: name, asked }] as const),
      ),
    );
  const [old, now] = [places(before), places(after)];
  const named = (set: CriteriaSet): Map<string, Concept> => new Map(set.concepts.map((concept) => [concept.name, concept]));
  const [oldConcepts, concepts] = [named(before), named(after)];
  return [
    ...after.concepts.flatMap((concept): CriteriaDifference[] => [
      ...conceptDifference(oldConcepts.get(concept.name), concept),
      ...concept.criteria.flatMap(({ id, text: asked }): CriteriaDifference[] => {
        const was = old.get(id);
        const place = { concept: concept.name, criterion: id };
        if (was === undefined) return [{ ...place, change: 'added', after: asked }];
        if (was.asked !== asked) return [{ ...place, change: 'changed', before: was.asked, after: asked }];
        return was.concept === concept.name ? [] : [{ ...place, change: 'moved', before: was.concept, after: concept.name }];
      }),
    ]),
    ...[...oldConcepts.keys()]
      .filter((name) => !concepts.has(name))
      .map((name): CriteriaDifference => ({ concept: name, change: 'removed' })),
    ...[...old]
      .filter(([id]) => !now.has(id))
      .map(([id, { concept, asked }]): CriteriaDifference => ({ concept, criterion: id, change: 'removed', before: asked })),
  ];
}

function conceptDifference(before: Concept | undefined, { name, description }: Concept): CriteriaDifference[] {
  if (before === undefined) return [{ concept: name, change: 'added', ...(description !== undefined && { after: description }) }];
  if (before.description === description) return [];
  return [
    {
      concept: name,
      change: 'changed',
      ...(before.description !== undefined && { before: before.description }),
      ...(description !== undefined && { after: description }),
    },
  ];
}
